"""The client on a Python without any package: rows in, a prediction, rows out, and the same asynchronously."""

import asyncio
import csv
import json
import os
import sys

from bellwether import AsyncBellwether, Bellwether, BellwetherError

orders = os.environ["ORDERS"]
url = os.environ["BELLWETHER_URL"]
bw = Bellwether.sign_up(url, "Bare", "bare@example.com")
with open(orders, encoding="utf-8", newline="") as file:
    dataset = bw.upload(list(csv.DictReader(file)), "Orders")
dataset.create(answers="proposed").wait()
first = bw.predict("buys_again:transaction").wait(timeout=300)
rows = list(first.rows(top=20))


def refusal(call):
    try:
        call()
    except BellwetherError as error:
        return str(error)
    raise SystemExit(f"{call} was not refused")


async def asynchronously():
    async with AsyncBellwether(url, bw.key) as client:
        customers = await client.create_cohort(name="Customers", stream_name="transaction")
        repeat = await client.create("cohorts", name="Repeat", stream_name="transaction", min_count=2)
        outcome = await client.create_outcome(name="Again", attainment=repeat, eligible=customers)
        ticks = 0

        async def tick():
            nonlocal ticks
            while True:
                await asyncio.sleep(0.05)
                ticks += 1

        ticking = asyncio.create_task(tick())
        await client.wait(customers, repeat, outcome, timeout=300)
        ticking.cancel()
        found = await client.find("outcomes", "Again")
        again = await client.prediction(first.id)
        try:
            await client.create_cohort(nmae="x")
            refused = ""
        except BellwetherError as error:
            refused = str(error)
        return {
            "statuses": [each.status for each in (customers, repeat, outcome)],
            "found": found.id == outcome.id,
            "is_free": ticks > 3,
            "rows": [row async for row in again.rows(top=20)] == rows,
            "kinds": sorted({each.kind async for each in client.list("cohorts")}),
            "verdict": (await again.verdict()) == first.verdict,
            "refused": refused.split("\n")[0],
        }


print(
    json.dumps(
        {
            "python": ".".join(map(str, sys.version_info[:2])),
            "rows": len(rows),
            "scores": refusal(first.scores),
            "plot": refusal(first.verdict.plot),
            "asynchronous": asyncio.run(asynchronously()),
        }
    )
)
