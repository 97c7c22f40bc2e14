"""Segment's client for Python, unmodified: its address and key are the arguments."""

import sys

import segment.analytics as analytics

analytics.host, analytics.write_key = sys.argv[1:3]
failures: list[object] = []
analytics.on_error = lambda error, _items: failures.append(error)
analytics.identify("python-1", {"email": "python@example.com"})
analytics.track(
    "python-1", "Order Completed", {"order_id": "p1", "total": 30, "currency": "EUR"}
)
analytics.track(
    "python-1", "Order Refunded", {"order_id": "p1", "total": 10, "currency": "EUR"}
)
for i in range(50):
    analytics.track(f"python-{i}", "Product Viewed", {"name": "Tea"})
analytics.flush()
if failures:
    sys.exit(str(failures[0]))
