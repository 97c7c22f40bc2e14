# One fit of LightGBM on a frame of bench/outcome.ts, on one thread: 200 trees of 31 leaves.
#   python fit_lightgbm.py folder rows features
import json
import sys
import time

import lightgbm
import numpy as np

folder, rows, features = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
columns = np.fromfile(f"{folder}/columns", dtype=np.float32).reshape(features, rows).T
label = np.fromfile(f"{folder}/label", dtype=np.uint8)
params = {"objective": "binary", "num_leaves": 31, "learning_rate": 0.1, "num_threads": 1, "verbose": -1}
began = time.process_time()
lightgbm.train(params, lightgbm.Dataset(columns, label), 200)
print(json.dumps({"processorSeconds": time.process_time() - began}))
