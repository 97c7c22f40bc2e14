# First steps of the Python client's page, in a root that has nothing else: orders, a prediction, its verdict and scores.

import csv
import io
import random
from datetime import datetime, timedelta

from bellwether import Bellwether

chance = random.Random(7)
text = io.StringIO()
writer = csv.writer(text)
writer.writerow(["customer_id", "ordered_at", "total"])
for customer in range(400):
    day = datetime(2024, 1, 1) + timedelta(days=chance.randrange(500))
    for _ in range(1 + int(chance.expovariate(0.7))):
        writer.writerow([f"c{customer}", day.isoformat(sep=" "), round(chance.uniform(5, 200), 2)])
        day += timedelta(days=1 + int(chance.expovariate(1 / 40)))

bw = Bellwether.sign_up("http://127.0.0.1:8080", "Ada", "ada@example.com")
orders = bw.upload(text.getvalue().encode(), "Orders")
print(orders.columns())
orders.create().wait()
for suggestion in bw.suggestions():
    print(suggestion["id"], suggestion["question"])
again = bw.predict("buys_again:transaction").wait()
print(again.verdict)
