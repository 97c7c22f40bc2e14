# Features of everyone at one cutoff with polars, for bench/outcome.ts: the columns of the service's own feature query.
#   python features_polars.py features.json cutoff events.parquet...
import json
import math
import sys
import time

import polars as pl

with open(sys.argv[1]) as file:
    features = json.load(file)
cutoff, events = int(sys.argv[2]), sys.argv[3:]
day = 86_400
t, v = pl.col("event_time"), pl.col("value")
gap, since = pl.col("gap"), (cutoff - pl.col("last_time").last()) / day


def within(days):
    return pl.lit(True) if days is None else t >= cutoff - days * day


def count(days):
    return pl.len() if days is None else within(days).sum()


def value_sum(days):
    return v.sum() if days is None else pl.when(within(days)).then(v).otherwise(0).sum()


def value_count(days):
    return v.count() if days is None else (within(days) & v.is_not_null()).sum()


def category(f):
    return pl.col(f"p_{f['property']}") == f["value"]


def season(days):
    start = cutoff - 365 * day
    return ((t >= start) & (t < start + days * day)).sum()


over_events = {
    "count": lambda f: count(f["days"]),
    "decayed_count": lambda f: (((t - cutoff) / (f["halfLifeDays"] * day)) * math.log(2)).exp().sum(),
    "trend": lambda f: count(f["days"]) / count(2 * f["days"]),
    "season": lambda f: season(f["days"]),
    "recency": lambda f: (cutoff - t.max()) / day,
    "tenure": lambda f: (cutoff - t.min()) / day,
    "rate": lambda f: pl.len() * 30 * day / pl.max_horizontal(cutoff - t.min(), 30 * day),
    "recency_over_tenure": lambda f: (cutoff - t.max()) / (cutoff - t.min()),
    "value_sum": lambda f: value_sum(f["days"]),
    "value_mean": lambda f: v.mean(),
    "value_max": lambda f: v.max(),
    "value_negative_share": lambda f: (v < 0).sum() / v.count(),
    "value_trend": lambda f: value_sum(f["days"]) / value_count(f["days"]) / v.mean(),
    "property_share": lambda f: category(f).sum() / pl.col(f"p_{f['property']}").count(),
    "property_count": lambda f: (category(f) & within(f["days"])).sum(),
    "property_mean": lambda f: pl.col(f"p_{f['property']}").mean(),
}
over_days = {
    "active_days": lambda f: pl.len() if f["days"] is None else (pl.col("last_time") >= cutoff - f["days"] * day).sum(),
    "gap_mean": lambda f: gap.mean(),
    "gap_spread": lambda f: gap.std(),
    "gap_last_over_mean": lambda f: gap.last() / gap.mean(),
    "overdue": lambda f: since / gap.mean(),
    "gap_median": lambda f: gap.median(),
    "gap_max": lambda f: gap.max(),
    "overdue_median": lambda f: since / gap.median(),
    "overdue_max": lambda f: since / gap.max(),
    "overdue_last": lambda f: since / gap.last(),
    "value_first": lambda f: pl.col("value").first(),
    "value_last": lambda f: pl.col("value").last(),
    "property_last": lambda f: pl.col(f"s_{f['property']}").last() / pl.col(f"n_{f['property']}").last(),
}


def columns(over, made_by):
    return [made_by[f["of"]](f).alias(f["name"]) for f in features if f["over"] == over]


began, wall = time.process_time(), time.perf_counter()
past = pl.scan_parquet(events).filter(t < cutoff)
last = sorted({f["property"] for f in features if f["of"] == "property_last"})
sums = [e for p in last for e in (pl.col(f"p_{p}").sum().alias(f"s_{p}"), pl.col(f"p_{p}").count().alias(f"n_{p}"))]
visits = (
    past.group_by("person_id", (t // day).alias("day"))
    .agg(t.max().alias("last_time"), v.sum(), *sums)
    .sort("person_id", "day")
    .with_columns(gap=pl.when(pl.col("person_id") == pl.col("person_id").shift()).then(pl.col("day").diff()))
)
by_person = past.group_by("person_id").agg(columns("events", over_events))
by_visitor = visits.group_by("person_id", maintain_order=True).agg(columns("days", over_days))
frame = by_person.join(by_visitor, on="person_id", how="left").sort("person_id").collect()
print(
    json.dumps(
        {
            "rows": frame.height,
            "processorSeconds": time.process_time() - began,
            "wallSeconds": time.perf_counter() - wall,
            "sums": {name: frame[name].cast(pl.Float64).fill_nan(None).sum() for name in frame.columns[1:]},
        }
    )
)
