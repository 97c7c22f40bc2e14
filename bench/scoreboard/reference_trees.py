# XGBoost as the reference of benchmarks. The number of trees is the best for people who are left out; the model is then fitted to all rows.
import xgboost


def fitted(rows, label, held, threads):
    """A model of the rows; `held` marks those by which the number of trees is chosen."""
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
    return xgboost.train(params, xgboost.DMatrix(rows, label), first.best_iteration + 1)
