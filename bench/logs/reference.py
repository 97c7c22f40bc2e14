# Fits XGBoost to window features of a log for bench/logs/reference.ts, at training dates a third of a horizon apart whose label window has events.
import json
import os
import sys

import numpy as np
import pandas as pd
import xgboost

sys.path.append(os.path.join(os.path.dirname(__file__), "../scoreboard"))
from reference_trees import fitted  # noqa: E402

folder = sys.argv[1]
with open(f"{folder}/task.json") as file:
    task = json.load(file)
horizon, goal, day = task["horizon"], task["goal"], 86400
events = pd.read_csv(f"{folder}/events.csv", dtype={"customer": str}).sort_values(["customer", "time"])
known = events[events.is_known == 1]
now, oldest = int(known.time.max()) + 1, int(events.time.min())
times = events.time.to_numpy()
customers, start = np.unique(events.customer.to_numpy(dtype=object).astype(str), return_index=True)
end = np.append(start[1:], len(events))
running = np.concatenate([[0], np.cumsum(events.value)])
traits = None
if os.path.exists(f"{folder}/traits.csv"):
    table = pd.read_csv(f"{folder}/traits.csv", dtype={"customer": str}).set_index("customer").reindex(customers)
    numbers = [c.astype(float) if c.dtype.kind in "fiu" else c.astype("category").cat.codes for _, c in table.items()]
    traits = np.column_stack(numbers).astype(np.float32)
windows = [7, 14, 30, 60, 90, 180, 365, 730]


def rows_at(cutoff):
    features, labels, people = [], [], []
    for k in range(len(customers)):
        own = times[start[k] : end[k]]
        count = np.searchsorted(own, cutoff)
        if count == 0:
            continue
        past = own[:count]
        recency = (cutoff - past[-1]) / day
        if goal == "gone" and recency >= horizon:
            continue
        days = np.unique(past // day)
        row = [recency, (cutoff - past[0]) / day, count, len(days), (past[-1] - past[0]) / day]
        row += [count - np.searchsorted(past, cutoff - w * day) for w in windows]
        total = running[start[k] + count]
        row += [total - running[start[k] + np.searchsorted(past, cutoff - w * day)] for w in (30, 90, 365)]
        row.append((total - running[start[k]]) / count)
        gaps = np.diff(days)
        row += [gaps.mean(), np.median(gaps), gaps.max(), recency / np.median(gaps)] if len(gaps) else [np.nan] * 4
        if traits is not None:
            row += list(traits[k])
        within = np.searchsorted(own, cutoff + horizon * day) - count
        features.append(row)
        labels.append(within > 0 if goal == "buy" else within == 0)
        people.append(k)
    return np.array(features, np.float32), np.array(labels, np.uint8), np.array(people)


step, warm_up = max(7, -(-horizon // 3)), max(30, horizon / 2) * day
past_times = np.sort(known.time.to_numpy())
dates, date = [], now - horizon * day
while date >= oldest + warm_up and len(dates) < 24:
    if np.searchsorted(past_times, date + horizon * day) > np.searchsorted(past_times, date):
        dates.append(date)
    date -= step * day
parts = [rows_at(date) for date in dates]
rows, label, person = (np.concatenate(part) for part in zip(*parts))
random, most = np.random.default_rng(1), 120_000
if len(rows) > most:
    kept = np.isin(person, random.permutation(len(customers))[: int(len(customers) * most / len(rows))])
    rows, label, person = rows[kept], label[kept], person[kept]
held = np.isin(person, random.permutation(len(customers))[: len(customers) // 5])
model = fitted(rows, label, held, 1)
scored, outcome, who = rows_at(now)
probability = model.predict(xgboost.DMatrix(scored)).astype(np.float64)
result = pd.DataFrame({"customer": customers[who], "label": outcome, "probability": probability})
result.to_csv(f"{folder}/reference.csv", index=False)
