# "Buys again within 57 days" as a user of pandas or polars would write it, beside bench/file-to-file.ts: 25 features at 12 landmarks, a fit of
# LightGBM for the test and one for the scores, isotonic calibration, and the probabilities of everyone as CSV.
#   python script.py pandas|polars orders.csv scores.csv
import json
import resource
import sys
import time

import lightgbm
import numpy as np
from sklearn.isotonic import IsotonicRegression
from sklearn.metrics import roc_auc_score

library, orders_file, scores_file = sys.argv[1:]
wall = time.perf_counter()
# If memory runs out, the system is to end this process and no other.
with open("/proc/self/oom_score_adj", "w") as adjustment:
    adjustment.write("1000")

day, horizon, landmarks = 86_400, 57, 12
windows = [30, 90, 180, 365]
categories = ["shoes", "shirts", "trousers", "hats"]
channels = ["web", "store"]
features = [
    *[f"orders_{days}" for days in windows],
    *[f"total_{days}" for days in windows],
    *["orders", "total", "mean", "highest", "lowest", "recency", "tenure", "rate", "active_days", "gap", "discount"],
    *[f"share_{name}" for name in categories + channels],
]


class Pandas:
    def __init__(self):
        import pandas as pd

        orders = pd.read_csv(orders_file)
        orders["t"] = pd.to_datetime(orders["transaction_date"]).astype("datetime64[s]").astype("int64")
        for name in categories:
            orders[f"share_{name}"] = orders["product_category"] == name
        for name in channels:
            orders[f"share_{name}"] = orders["channel"] == name
        self.orders = orders.sort_values("t")
        self.first, self.last = int(orders["t"].min()), int(orders["t"].max()) + 1

    def features(self, cutoff):
        past = self.orders[self.orders["t"] < cutoff]
        by = past.groupby("customer_id")
        frame = by.agg(
            orders=("t", "size"),
            total=("total", "sum"),
            mean=("total", "mean"),
            highest=("total", "max"),
            lowest=("total", "min"),
            newest=("t", "max"),
            oldest=("t", "min"),
            discount=("discount", "mean"),
            **{f"share_{name}": (f"share_{name}", "mean") for name in categories + channels},
        )
        for days in windows:
            recent = past[past["t"] >= cutoff - days * day].groupby("customer_id")["total"].agg(["size", "sum"])
            frame[f"orders_{days}"] = recent["size"].reindex(frame.index, fill_value=0)
            frame[f"total_{days}"] = recent["sum"].reindex(frame.index, fill_value=0)
        days = past.assign(day=past["t"] // day)[["customer_id", "day"]].drop_duplicates()
        frame["active_days"] = days.groupby("customer_id").size()
        frame["recency"] = (cutoff - frame["newest"]) / day
        frame["tenure"] = (cutoff - frame["oldest"]) / day
        frame["rate"] = frame["orders"] / frame["tenure"].clip(lower=30)
        frame["gap"] = (frame["newest"] - frame["oldest"]) / day / (frame["orders"] - 1).clip(lower=1)
        return frame.index, frame[features].to_numpy(dtype=np.float32)

    def labels(self, people, cutoff):
        t = self.orders["t"]
        buyers = self.orders.loc[(t >= cutoff) & (t < cutoff + horizon * day), "customer_id"].unique()
        return people.isin(buyers)

    def write(self, people, probabilities):
        import pandas as pd

        pd.DataFrame({"customer_id": people, "probability": probabilities}).to_csv(scores_file, index=False)


class Polars:
    def __init__(self):
        import polars as pl

        self.pl = pl
        self.orders = (
            pl.scan_csv(orders_file, try_parse_dates=True)
            .with_columns(t=pl.col("transaction_date").dt.epoch("s"))
            .select("customer_id", "t", "total", "discount", "product_category", "channel")
            .collect(engine="streaming")
        )
        self.first, self.last = self.orders["t"].min(), self.orders["t"].max() + 1

    def features(self, cutoff):
        pl, t = self.pl, self.pl.col("t")
        within = {days: t >= cutoff - days * day for days in windows}
        total, newest, oldest, orders = pl.col("total"), pl.col("newest"), pl.col("oldest"), pl.col("orders")
        frame = (
            self.orders.lazy()
            .filter(t < cutoff)
            .group_by("customer_id")
            .agg(
                *[within[days].sum().alias(f"orders_{days}") for days in windows],
                *[pl.when(within[days]).then(total).otherwise(0).sum().alias(f"total_{days}") for days in windows],
                pl.len().cast(pl.Int64).alias("orders"),
                total.sum().alias("total"),
                total.mean().alias("mean"),
                total.max().alias("highest"),
                total.min().alias("lowest"),
                t.max().alias("newest"),
                t.min().alias("oldest"),
                (t // day).n_unique().alias("active_days"),
                pl.col("discount").mean(),
                *[(pl.col("product_category") == name).mean().alias(f"share_{name}") for name in categories],
                *[(pl.col("channel") == name).mean().alias(f"share_{name}") for name in channels],
            )
            .with_columns(
                recency=(cutoff - newest) / day,
                tenure=(cutoff - oldest) / day,
                rate=orders / pl.max_horizontal((cutoff - oldest) / day, 30),
                gap=(newest - oldest) / day / pl.max_horizontal(orders - 1, 1),
            )
            .select("customer_id", *[pl.col(name).cast(pl.Float32) for name in features])
            .collect(engine="streaming")
        )
        return frame["customer_id"], frame.select(features).to_numpy()

    def labels(self, people, cutoff):
        t = self.pl.col("t")
        future = self.orders.lazy().filter((t >= cutoff) & (t < cutoff + horizon * day))
        buyers = future.select("customer_id").unique().collect(engine="streaming")["customer_id"]
        return people.is_in(buyers.implode()).to_numpy()

    def write(self, people, probabilities):
        self.pl.DataFrame({"customer_id": people, "probability": probabilities}).write_csv(scores_file)


log = {"pandas": Pandas, "polars": Polars}[library]()
newest = log.last - horizon * day
step = min(38 * day, (newest - log.first - 60 * day) // landmarks)
cutoffs = [newest - i * step for i in reversed(range(landmarks))]
params = {"objective": "binary", "num_leaves": 31, "learning_rate": 0.1, "verbose": -1}


def frame_at(cutoff):
    people, x = log.features(cutoff)
    return x, np.asarray(log.labels(people, cutoff), dtype=np.uint8)


frames = [frame_at(cutoff) for cutoff in cutoffs]
past_x, past_y = (np.concatenate([frame[i] for frame in frames[:-1]]) for i in (0, 1))
test_x, test_y = frames[-1]
tested = lightgbm.train(params, lightgbm.Dataset(past_x, past_y), 200).predict(test_x)
calibration = IsotonicRegression(out_of_bounds="clip").fit(tested, test_y)
all_x, all_y = np.concatenate([past_x, test_x]), np.concatenate([past_y, test_y])
del past_x, past_y, frames
model = lightgbm.train(params, lightgbm.Dataset(all_x, all_y), 200)
everyone, x = log.features(log.last)
log.write(everyone, calibration.predict(model.predict(x)))
used = resource.getrusage(resource.RUSAGE_SELF)
print(
    json.dumps(
        {
            "processorSeconds": used.ru_utime + used.ru_stime,
            "wallSeconds": time.perf_counter() - wall,
            "peakMb": round(used.ru_maxrss / 1024),
            "auc": roc_auc_score(test_y, tested),
        }
    )
)
