# Fits, scores and explains with XGBoost for bench/gbdt.ts, as bench/gbdt/fit.ts does with our boosting.
import json
import os
import resource
import sys
import time

import numpy as np
import xgboost

folder, rate = sys.argv[1], float(sys.argv[5])
features, trees, leaves, explained, threads = (int(sys.argv[i]) for i in (2, 3, 4, 6, 7))


def read(part):
    rows = np.fromfile(f"{folder}/{part}/rows", dtype=np.float32).reshape(-1, features)
    return rows, np.fromfile(f"{folder}/{part}/label", dtype=np.uint8)


def cpu_ms(work):
    start = time.process_time()
    result = work()
    return (time.process_time() - start) * 1000, result


params = {
    "objective": "binary:logistic",
    "tree_method": "hist",
    "grow_policy": "lossguide",
    "max_leaves": leaves,
    "max_depth": 0,
    "eta": rate,
    "lambda": 1,
    "min_child_weight": 1,
    "max_bin": 255,
    "nthread": threads,
}
rows, label = read("train")
with open("/proc/self/statm") as statm:
    loaded = int(statm.read().split()[1]) * os.sysconf("SC_PAGESIZE") / 2**20
wall = time.perf_counter()
fit, model = cpu_ms(lambda: xgboost.train(params, xgboost.DMatrix(rows, label, nthread=threads), trees))
wall = (time.perf_counter() - wall) * 1000
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024

# One thread from here on. Scoring takes plain rows or the library's own matrix, built beforehand; the faster one counts.
model.set_param({"nthread": 1})
rows, _ = read("test")
matrix = xgboost.DMatrix(rows, nthread=1)
first = xgboost.DMatrix(rows[:explained], nthread=1)
in_place, _ = cpu_ms(lambda: model.inplace_predict(rows, predict_type="margin"))
score, scores = cpu_ms(lambda: model.predict(matrix, output_margin=True))
explain, _ = cpu_ms(lambda: model.predict(first, pred_contribs=True))
scores.astype(np.float64).tofile(f"{folder}/scores")
print(
    json.dumps(
        {
            "fitMs": wall,
            "fitCpuMs": fit,
            "peakMb": peak,
            "grownMb": peak - loaded,
            "scoreCpuMs": min(in_place, score),
            "explainCpuMs": explain,
        }
    )
)
