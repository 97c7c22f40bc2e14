"""Tables of each library into the service and out of it, figures, and probabilities in scikit-learn's shape; on the
account that the notebook has made. Prints what it observes as JSON.
"""

import json
import os
import sys

import duckdb
import matplotlib
import numpy
import pandas
import polars
import pyarrow
import pyarrow.csv
from bellwether import Bellwether, Verdict
from bellwether.kinds import Kinds

matplotlib.use("Agg")
bw = Bellwether(progress=False)
orders = os.environ["ORDERS"]
seen = {}

# Into the service: the same file, whichever library holds it.
frame = pandas.read_csv(orders)
given = {
    "path": orders,
    "pandas": frame,
    "polars": polars.read_csv(orders, try_parse_dates=True),
    "lazy": polars.scan_csv(orders, try_parse_dates=True),
    "arrow": pyarrow.csv.read_csv(orders),
    "batches": pyarrow.csv.open_csv(orders),
    "duckdb": duckdb.sql(f"select * from '{orders}'"),
    "rows": frame.astype(object).where(frame.notna(), None).to_dict("records"),
    "file": open(orders, "rb"),
}
columns = {name: bw.upload(data, f"From {name}").columns() for name, data in given.items()}
seen["columns"] = sorted(name for name, found in columns.items() if found == columns["path"])


def refusal(call, *kinds):
    try:
        call()
    except kinds as error:
        return str(error).split("\n")[0]
    raise SystemExit(f"{call} was not refused")


wrong = (12, None, [], [1], {"a": 1}, open(orders))
seen["wrong"] = [refusal(lambda data=data: bw.add_file(data, "wrong"), TypeError) for data in wrong]

# Out of it: the same people and probabilities, in three libraries and without one.
[scope] = bw.list("scopes")
prediction = bw.prediction(scope.id)
table = prediction.scores(top=50)
tables = [prediction.scores(into="polars", top=50).to_dicts(), prediction.scores(into="arrow", top=50).to_pylist()]
seen["names"] = list(table.columns)
seen["same"] = [
    [(row["person_id"], row["probability"], row["reasons"]) for row in rows]
    == list(zip(table["person_id"], table["probability"], table["reasons"]))
    for rows in tables
]
arrow = prediction.scores(into="arrow")
seen["duckdb"] = duckdb.sql("select count(*) from arrow").fetchall()[0][0] == len(prediction.scores())
seen["wrong_into"] = refusal(lambda: prediction.scores(into="pandsa"), ValueError)
reasons = prediction.explanations(top=50)
seen["reasons"] = set(reasons["person_id"]) <= set(table["person_id"]) and list(reasons.columns)

# scikit-learn's shape.
people = list(table["person_id"][:3][::-1])
shape = prediction.predict_proba([*people, "nobody"])
seen["proba"] = {
    "shape": shape.shape,
    "is_ordered": numpy.allclose(shape[:3, 1], table["probability"][:3][::-1]),
    "adds_up": numpy.allclose(shape[:3].sum(axis=1), 1),
    "nobody": bool(numpy.isnan(shape[3]).all()),
    "classes": prediction.classes_.tolist(),
    "wrong": refusal(lambda: prediction.predict_proba(["x"], key="emial"), Exception),
}

# Figures, each with something drawn.
verdict = prediction.verdict
figures = {"verdict": verdict.plot(), "lift": prediction.plot_lift(), "calibration": prediction.plot_calibration()}
for name, ax in figures.items():
    ax.figure.savefig(os.path.join(sys.argv[1], f"{name}.png"))
seen["drawn"] = {name: bool(ax.get_title() and ax.has_data()) for name, ax in figures.items()}
seen["nothing_observed"] = refusal(prediction.plot_observed, Exception)
seen["verdict"] = isinstance(verdict, Verdict) and verdict.startswith(f"{verdict.summary}. {verdict.details}")

# What notebooks show.
scope.record["name"] = "<script>"
seen["shown"] = {
    "resource": scope._repr_html_().startswith("<b>&lt;script&gt;</b><table>"),
    "verdict": verdict.details.split("<")[0][:20] in verdict._repr_html_(),
    "suggestions": bw.suggestions()._repr_html_().count("<tr>") > 1,
    "client": repr(bw),
}

# What cannot be, with what can.
seen["mistakes"] = [
    refusal(lambda: bw.create("cohort", name="x"), Exception),
    refusal(lambda: bw.find("cohorts", 3), Exception),
    refusal(lambda: bw.predict(3), TypeError),
    refusal(lambda: bw.wait("x"), TypeError),
    refusal(lambda: bw.live_scores(3), TypeError),
    refusal(lambda: Bellwether(3), ValueError),
]
assert issubclass(Bellwether, Kinds)
seen["pandas"] = pandas.__version__.split(".")[0]
print(json.dumps(seen, default=str))
