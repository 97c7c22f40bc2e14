# Peers of bench/value.ts for one log and day: LightGBM with a Tweedie loss (Poisson for counts) on the service's frame, whose number of trees is
# chosen on a fifth of the people, and BG/NBD with Gamma-Gamma of lifetimes on the log.
#   python peers.py folder
import json
import sys
import warnings

import lightgbm
import numpy as np
import pandas as pd
from lifetimes import BetaGeoFitter, GammaGammaFitter
from lifetimes.utils import summary_data_from_transaction_data

warnings.filterwarnings("ignore")
folder = sys.argv[1]
with open(f"{folder}/task.json") as file:
    task = json.load(file)
with open(f"{folder}/customers.json") as file:
    customers = json.load(file)


def read(name, kind):
    return np.fromfile(f"{folder}/{name}", dtype=kind)


rows = read("training", np.float32).reshape(task["features"], -1).T
scored = read("scored", np.float32).reshape(task["features"], -1).T
value = np.maximum(0, read("value", np.float64))
held = read("person", np.int64) % 5 == 0
params = {
    "objective": "tweedie" if task["value"] else "poisson",
    "learning_rate": 0.05,
    "num_leaves": 31,
    "min_data_in_leaf": 50,
    "feature_fraction": 0.5,
    "bagging_fraction": 0.7,
    "bagging_freq": 1,
    "lambda_l2": 5,
    "num_threads": 2,
    "seed": 1,
    "verbose": -1,
}
first = lightgbm.Dataset(rows[~held], value[~held])
best = lightgbm.train(
    params,
    first,
    400,
    valid_sets=[lightgbm.Dataset(rows[held], value[held], reference=first)],
    callbacks=[lightgbm.early_stopping(30, verbose=False)],
).best_iteration
model = lightgbm.train(params, lightgbm.Dataset(rows, value), best)
model.predict(scored).astype(np.float64).tofile(f"{folder}/lightgbm")

customer, date, amount = task["customer"], task["date"], task["value"]
log = pd.read_csv(task["file"], dtype={customer: str})
log[date] = pd.to_datetime(log[date].str[:10])
people = summary_data_from_transaction_data(
    log, customer, date, monetary_value_col=amount, observation_period_end=task["day"]
)


def fitted(penalties, fit):
    for penalty in penalties:
        try:
            return fit(penalty)
        except Exception:  # lifetimes does not always converge; its manual then recommends a small penalty.
            continue
    raise SystemExit("lifetimes does not converge")


history = (people.frequency, people.recency, people["T"])
purchases = fitted((0, 0.001, 0.01, 0.1, 1), lambda penalty: BetaGeoFitter(penalizer_coef=penalty).fit(*history))
expected = purchases.conditional_expected_number_of_purchases_up_to_time(task["horizon"], *history).fillna(0)
if amount:
    again = people[(people.frequency > 0) & (people.monetary_value > 0)]
    worth = fitted(
        (0, 0.001, 0.01, 0.1, 1),
        lambda penalty: GammaGammaFitter(penalizer_coef=penalty).fit(again.frequency, again.monetary_value),
    )
    expected *= worth.conditional_expected_average_profit(people.frequency, people.monetary_value.clip(lower=0))
expected.reindex(customers).fillna(0).to_numpy(np.float64).tofile(f"{folder}/lifetimes")
