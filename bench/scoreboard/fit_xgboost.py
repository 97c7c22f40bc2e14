# Fits XGBoost to the training rows of a folder and scores its test rows, for bench/scoreboard/peers.ts. The number of trees is the best for
# people who are left out; the model is then fitted to all rows.
import sys

import numpy as np
import xgboost

folder, features, threads = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])


def read(name, kind):
    return np.fromfile(f"{folder}/{name}", dtype=kind)


rows = read("training", np.float32).reshape(-1, features)
label, held = read("label", np.uint8), read("held", np.uint8) == 1
params = {
    "objective": "binary:logistic",
    "tree_method": "hist",
    "eta": 0.1,
    "max_depth": 4,
    "min_child_weight": 20,
    "lambda": 5,
    "subsample": 0.8,
    "colsample_bytree": 0.5,
    "nthread": threads,
    "seed": 1,
}
first = xgboost.train(
    params,
    xgboost.DMatrix(rows[~held], label[~held]),
    300,
    evals=[(xgboost.DMatrix(rows[held], label[held]), "held")],
    early_stopping_rounds=20,
    verbose_eval=False,
)
model = xgboost.train(params, xgboost.DMatrix(rows, label), first.best_iteration + 1)
scored = read("scored", np.float32).reshape(-1, features)
model.predict(xgboost.DMatrix(scored)).astype(np.float64).tofile(f"{folder}/probability")
