"""Tracks events, of which one is refused, and prints what the service said of them."""

import sys

from bellwether import Bellwether

url, key = sys.argv[1:]
refused = []
bw = Bellwether(url, key, on_event_error=lambda error, events: refused.append((str(error), events)))
for i in range(250):
    bw.track("python_visit", customer_id=i, event_id=f"python-{i}", value=1.5)
bw.track("python_visit", customer_id="late", datetime="yesterday")
bw.flush()
[(reason, [event])] = refused
print(reason, event["customer_id"])
bw.track("python_visit", {"customer_id": "last", "event_id": "python-last"})
# The end of the program sends what is left.
