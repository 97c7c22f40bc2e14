"""Datasets, deployments and predictions: what is uploaded, and what comes of it."""

from __future__ import annotations

import csv
from typing import (
    TYPE_CHECKING,
    Any,
    Dict,
    Iterator,
    List,
    Literal,
    Mapping,
    Optional,
    Sequence,
    TypedDict,
    cast,
    overload,
)

from . import plots, types
from .errors import BellwetherError, OpenQuestions
from .http import Http, Params, segment
from .resource import Resource
from .scores import Explanation, explanations, tidy_table
from .tables import Into, Table, library, module, renamed
from .verdict import Verdict

if TYPE_CHECKING:
    import numpy
    import pandas
    import polars
    import pyarrow
    from matplotlib.axes import Axes
    from numpy.typing import NDArray
    from typing_extensions import Self, Unpack

    Floats = NDArray[numpy.float64]
    Integers = NDArray[numpy.int_]


class Bounds(TypedDict, total=False):
    """Whom a list of people has. All bounds that are given hold."""

    top: int
    """At most so many people, likeliest first."""
    top_percent: float
    """At most this share of the people with a probability, in percent."""
    min_chance: float
    """People with at least this probability, from 0 to 1."""
    by: Literal["chance", "uplift"]
    """What ranks people: their probability, or how far a contact moves them."""
    not_contacted_days: int
    """Leaves out people with a contact in so many days."""
    with_attained: bool
    """Also people who have reached the goal already, without a probability."""
    with_held_out: bool
    """Also people who are held out of campaigns."""


class Dataset(Resource["types.Dataset"]):
    """A dataset: files of one upload directory, and what their columns mean."""

    def change(self, **fields: Unpack[types.DatasetMergePatch]) -> types.Dataset:
        """Sets fields; None removes one."""
        return self._change(fields)

    def wait(self, timeout: Optional[float] = None) -> Self:
        """Returns itself once it is built and, if it is no preview, its streams are."""
        return super().wait(timeout)

    def _until_built(self, timeout: Optional[float]) -> Iterator[float]:
        yield from super()._until_built(timeout)
        if not self.record.get("preview"):
            for name in self.record.get("output_to_streams", {}):
                stream = self._http.get(f"/streams/{segment(name)}")
                yield from Resource(self._http, "streams", stream, self._progress)._until_built(timeout)

    @property
    def proposal(self) -> types.DatasetProposal:
        """The mapping that the service proposes; of a dataset that is profiled and not created yet."""
        if "proposal" not in self.record:
            raise BellwetherError(f"{self.name} has no proposal: it is created already, or still profiled.")
        return self.record["proposal"]

    @property
    def questions(self) -> List[types.ProposalQuestion]:
        """What only the owner of the file can answer, with the choices."""
        return self.proposal["questions"]

    def columns(self) -> Dict[str, str]:
        """What each column is taken for."""
        return {column["name"]: column["is"] for column in self.proposal["columns"]}

    def create(
        self, answers: Optional[Literal["proposed"]] = None, changes: Optional[types.DatasetMergePatch] = None
    ) -> Self:
        """Creates the dataset as proposed. `answers="proposed"` agrees with the proposed answers to all questions;
        `changes` corrects the mapping (JSON merge patch). Raises `OpenQuestions` without either, if there are any.
        """
        if answers not in (None, "proposed"):
            raise ValueError(f'answers is {answers!r}, but must be "proposed" or absent.')
        if self.questions and answers is None and changes is None:
            raise OpenQuestions(self.questions)
        fields = ("identity_sets", "output_to_streams", "output_to_traits", "options")
        keys = ("upsert_columns", "reference_key_columns")
        proposal = cast(Dict[str, Any], self.proposal)
        mapping = {field: proposal.get(field) for field in (*fields, *keys)}
        mapping["output_to_streams"] = self._with_likeliest_formats(mapping["output_to_streams"] or {})
        self._change({**{field: value for field, value in mapping.items() if value is not None}, "preview": True})
        self._change({**(changes or {}), "preview": False})
        return self

    def _with_likeliest_formats(self, streams: Dict[str, Any]) -> Dict[str, Any]:
        """A column whose dates can be read in two ways gets the first."""
        formats = {
            question["column_name"]: question["choices"][0]["format"]
            for question in self.questions
            if "column_name" in question and question["choices"] and "format" in question["choices"][0]
        }

        def fitted(field: Any) -> Any:
            if isinstance(field, dict) and field.get("column_name") in formats and "format" not in field:
                return {**field, "format": formats[field["column_name"]]}
            return field

        return {
            name: {**stream, "data_map": {key: fitted(each) for key, each in stream["data_map"].items()}}
            for name, stream in streams.items()
        }


class Target(Resource["types.Target"]):
    """A deployment: a file that is kept up to date."""

    def change(self, **fields: Unpack[types.TargetMergePatch]) -> types.Target:
        """Sets fields; None removes one."""
        return self._change(fields)

    def analysis(self) -> types.TargetAnalysis:
        """Its analysis, once it is built."""
        return cast(types.TargetAnalysis, self._get("/analysis"))

    def rows(self) -> Iterator[Dict[str, str]]:
        """Rows of the delivered file, as they arrive. Of a Parquet file use `scores`."""
        if self._is_parquet:
            raise ValueError("The file is Parquet, which has no lines to read one by one. Use scores().")
        return rows_of(self._http, f"{self.path}/download.csv")

    @overload
    def scores(self, *, into: Literal["pandas"] = "pandas") -> pandas.DataFrame: ...
    @overload
    def scores(self, *, into: Literal["polars"]) -> polars.DataFrame: ...
    @overload
    def scores(self, *, into: Literal["arrow"]) -> pyarrow.Table: ...
    def scores(self, *, into: Into = "pandas") -> Table:
        """The delivered file as a table of pandas, Polars or Arrow. Of a Parquet file, pandas needs pyarrow."""
        tables = library(into)
        if self._is_parquet:
            return cast(Table, tables.read_parquet(self._http.send("GET", f"{self.path}/download.parquet").read()))
        return cast(Table, tables.read_csv(renamed(csv_of(self._http, f"{self.path}/download.csv"), {})))

    @property
    def _is_parquet(self) -> bool:
        options = cast(Mapping[str, object], self.record["options"])
        return options.get("format") == "parquet"


class Prediction(Resource["types.Scope"]):
    """A pipeline (scope) and one prediction (outcome) that it scores its people with."""

    def __init__(self, http: Http, scope: types.Scope, outcome_id: str, progress: Optional[bool] = None) -> None:
        super().__init__(http, "scopes", scope, progress)
        self.outcome_id = outcome_id
        self.outcome: Resource[types.Outcome] = Resource(
            http, "outcomes", cast(types.Outcome, {"id": outcome_id}), progress
        )

    def change(self, **fields: Unpack[types.ScopeMergePatch]) -> types.Scope:
        """Sets fields of the pipeline; None removes one."""
        return self._change(fields)

    def analysis(self) -> types.OutcomeAnalysis:
        """The evidence for the prediction."""
        return cast(types.OutcomeAnalysis, self._http.get(f"/outcomes/{segment(self.outcome_id)}/analysis"))

    @property
    def verdict(self) -> Verdict:
        """Whether the model is better than simple rules, and by how much: a text that can be plotted."""
        return Verdict(self.analysis())

    def lift(self) -> pandas.DataFrame:
        """The lift curve of the test: `share` of the people, likeliest first, and `lift` with its 95 % interval."""
        curve = self.analysis()["overall_performance"]["recognized_individuals"]["lift_curve"]
        names = {"x": "share", "y": "lift", "y_min": "low", "y_max": "high"}
        return frame_of([{names[field]: value for field, value in point.items()} for point in curve])

    def calibration(self) -> pandas.DataFrame:
        """The test by probability: `predicted` mean, `actual_rate`, and number of `people` of each group."""
        return frame_of(self.analysis()["calibration"]["bins"])

    def observed(self) -> pandas.DataFrame:
        """Past scores whose horizon is over, oldest first: `expected` number with its 95 % interval from `low` to
        `high`, and `actual` number. Raises an error while there are none.
        """
        efficacy = cast(types.ScopeEfficacy, self._get("/efficacy"))
        [of] = [each for each in efficacy["outcomes"] if each["id"] == self.outcome_id]
        if not of["observed"]:
            raise BellwetherError(f"{self.name} has no scores yet whose horizon is over: there is nothing to compare.")
        return frame_of(
            [
                {
                    "cutoff": each["cutoff"],
                    "horizon_end": each["horizon_end"],
                    "people": each["people"],
                    "expected": each["expected"],
                    "low": each.get("expected_low"),
                    "high": each.get("expected_high"),
                    "actual": each["attained"],
                }
                for each in reversed(of["observed"])
            ]
        ).pipe(with_dates, "cutoff", "horizon_end")

    def plot_lift(self, ax: Optional[Axes] = None) -> Axes:
        """The lift by share of the people, with its 95 % interval. Needs matplotlib."""
        return plots.lift(self.lift(), self.name, ax)

    def plot_calibration(self, ax: Optional[Axes] = None) -> Axes:
        """Actual rates by predicted probability, with the line on which they should be. Needs matplotlib."""
        return plots.calibration(self.calibration(), self.name, ax)

    def plot_observed(self, ax: Optional[Axes] = None) -> Axes:
        """Expected numbers of past scores with their 95 % intervals, and actual numbers. Needs matplotlib."""
        return plots.observed(self.observed(), self.name, ax)

    def reach(self) -> types.Reach:
        """How many of the likeliest people are expected to reach the goal, with 95 % intervals."""
        return cast(types.Reach, self._http.get(f"{self.path}/reach", {"outcome_id": self.outcome_id}))

    def rows(self, **bounds: Unpack[Bounds]) -> Iterator[Dict[str, str]]:
        """People with a probability, likeliest first, as they arrive."""
        return rows_of(self._http, f"{self.path}/list.csv", self._asked(bounds))

    @overload
    def scores(self, *, into: Literal["pandas"] = "pandas", **bounds: Unpack[Bounds]) -> pandas.DataFrame: ...
    @overload
    def scores(self, *, into: Literal["polars"], **bounds: Unpack[Bounds]) -> polars.DataFrame: ...
    @overload
    def scores(self, *, into: Literal["arrow"], **bounds: Unpack[Bounds]) -> pyarrow.Table: ...
    def scores(self, *, into: Into = "pandas", **bounds: Unpack[Bounds]) -> Table:
        """A row for each person, likeliest first: who it is, `probability` (calibrated, 0 to 1), `percentile`, `status`
        and `reasons` in words. `explanations` has the reasons as rows of their own.
        """
        library(into)
        content = csv_of(self._http, f"{self.path}/list.csv", self._asked(bounds))
        columns = self.refresh().get("columns", {}).get("payload_columns", [])
        human_names = {column["name"]: column["human_name"] for column in columns}
        return cast(Table, tidy_table(content, self.outcome_id, human_names, into))

    def explanations(self, **bounds: Unpack[Bounds]) -> pandas.DataFrame:
        """A row for each person and reason: `feature`, `reason` in words, `value`, `effect` (log-odds), `direction`."""
        rows = list(explanations(self.rows(**bounds), self.outcome_id))
        return frame_of(rows, columns=list(Explanation.__annotations__))

    def predict_proba(self, people: Optional[Sequence[object]] = None, *, key: str = "person_id") -> Floats:
        """Probabilities in scikit-learn's shape, to compare with other models: a row for each person, and the columns
        of not reaching and of reaching the goal (`classes_`).

        `people` are values of the column `key`, such as customer IDs, in the order that is wanted; whoever has no
        probability is NaN. Without them, all people with a probability, likeliest first.
        """
        arrays = module("numpy", "predict_proba")
        column = f"fdy_outcome_{self.outcome_id.replace('-', '_')}_propensity_probability"
        scored: Dict[str, float] = {}
        for row in self.rows():
            if key not in row:
                known = ", ".join(name for name in row if not name.startswith("fdy_"))
                raise BellwetherError(f"The list has no column {key!r} to know people by. It has {known}.")
            if row[column]:
                scored[row[key]] = float(row[column])
        asked = list(scored) if people is None else [str(person) for person in people]
        reached = arrays.array([scored.get(person, arrays.nan) for person in asked], dtype=arrays.float64)
        return cast("Floats", arrays.column_stack((1 - reached, reached)))

    @property
    def classes_(self) -> Integers:
        """What the columns of `predict_proba` stand for."""
        return cast("Integers", module("numpy", "classes_").array([0, 1]))

    def _asked(self, bounds: Bounds) -> Params:
        return cast(Params, {"form": "api", "outcome_id": self.outcome_id, **bounds})


def csv_of(http: Http, path: str, params: Optional[Params] = None) -> bytes:
    return http.send("GET", path, headers={"accept": "text/csv"}, params=params).read()


def rows_of(http: Http, path: str, params: Optional[Params] = None) -> Iterator[Dict[str, str]]:
    answer = http.send("GET", path, headers={"accept": "text/csv"}, params=params)
    yield from csv.DictReader(answer.lines())


def frame_of(rows: Sequence[Mapping[str, object]], columns: Optional[List[str]] = None) -> pandas.DataFrame:
    return cast("pandas.DataFrame", module("pandas", "A table").DataFrame(list(rows), columns=columns))


def with_dates(table: pandas.DataFrame, *columns: str) -> pandas.DataFrame:
    to_datetime = module("pandas", "A table").to_datetime
    dates = {column: to_datetime(table[column]) for column in columns}
    return cast("pandas.DataFrame", table.assign(**dates))
