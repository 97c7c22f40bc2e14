# Fits XGBoost to the training rows of a folder and scores its test rows, for bench/scoreboard/peers.ts.
import sys

import numpy as np
import xgboost

from reference_trees import fitted

folder, features, threads = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])


def read(name, kind):
    return np.fromfile(f"{folder}/{name}", dtype=kind)


rows = read("training", np.float32).reshape(-1, features)
label, held = read("label", np.uint8), read("held", np.uint8) == 1
model = fitted(rows, label, held, threads)
scored = read("scored", np.float32).reshape(-1, features)
model.predict(xgboost.DMatrix(scored)).astype(np.float64).tofile(f"{folder}/probability")
