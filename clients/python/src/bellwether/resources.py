"""Resources of an account: what is built, and what comes of it."""

from __future__ import annotations

import csv
import io
import time
from typing import TYPE_CHECKING, Any, Dict, Iterator, List, Mapping, Optional, cast

from .errors import BellwetherError, BuildFailed, OpenQuestions, WaitTimeout
from .http import Http, Params, segment
from .progress import Progress
from .types import DatasetProposal, OutcomeAnalysis, Reach

if TYPE_CHECKING:
    import pandas

poll_seconds = 0.5


def pandas_module() -> Any:
    try:
        import pandas
    except ImportError as error:
        raise BellwetherError("Tables need pandas: pip install pandas. Without it, use rows().") from error
    return pandas


class Resource:
    """A resource by its kind, such as `cohorts`, and its id. `record` is as of the last read."""

    def __init__(self, http: Http, kind: str, record: Mapping[str, Any], progress: Optional[bool] = None) -> None:
        self._http = http
        self._progress = progress
        self.kind = kind
        self.record: Dict[str, Any] = dict(record)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.kind}/{self.id} {self.name!r}: {self.status}>"

    @property
    def id(self) -> str:
        return str(self.record["id"])

    @property
    def name(self) -> str:
        return str(self.record.get("name") or self.id)

    @property
    def status(self) -> str:
        return str(self.record.get("status", "ready"))

    @property
    def path(self) -> str:
        return f"/{self.kind}/{segment(self.id)}"

    def refresh(self) -> Dict[str, Any]:
        self.record = self._http.get(self.path)
        return self.record

    def change(self, **fields: Any) -> Dict[str, Any]:
        """Sets fields; None removes one (JSON merge patch)."""
        self.record = self._http.patch(self.path, fields)
        return self.record

    def analysis(self) -> Dict[str, Any]:
        return cast(Dict[str, Any], self._http.get(f"{self.path}/analysis"))

    def delete(self) -> None:
        self._http.delete(self.path)

    def wait(self, timeout: Optional[float] = None) -> Any:
        """Returns itself once it is built. Raises `BuildFailed`, or `WaitTimeout` after so many seconds."""
        until = None if timeout is None else time.monotonic() + timeout
        with Progress(self.name, self._progress) as progress:
            while self.refresh().get("status", "ready") != "ready":
                if self.status == "error":
                    raise BuildFailed(f"{self.name} failed: {self.record.get('status_error')}", self.record)
                if self.status == "new":
                    self._refuse_to_wait_in_vain()
                if until is not None and time.monotonic() > until:
                    raise WaitTimeout(
                        f"{self.name} is still {self.status} after {timeout} s. {self._activity()} "
                        "The build goes on: call wait() again."
                    )
                progress.show(f"{self.name}: {self._activity()}", self.record.get("progress"))
                time.sleep(poll_seconds)
            progress.show(self.name, 1)
        return self

    def _activity(self) -> str:
        return str(self.record.get("progress_text") or self.record.get("waiting_for") or self.status)

    def _refuse_to_wait_in_vain(self) -> None:
        """A resource whose input failed waits for ever."""
        edges = self._http.get("/graph")
        upstream = {self.id}
        while True:
            more = {edge["upstream_id"] for edge in edges if edge["downstream_id"] in upstream} - upstream
            if not more:
                break
            upstream |= more
        among = [edge for edge in edges if edge["upstream_id"] in upstream]
        if any(edge["upstream_status"] in ("starting", "running") for edge in among):
            return
        for edge in among:
            if edge["upstream_status"] == "error":
                record = self._http.get(f"/{edge['upstream_type']}/{edge['upstream_id']}")
                failed = f"{edge['upstream_literate']}, which failed: {record.get('status_error')}"
                raise BuildFailed(f"{self.name} waits for {failed}", record)

    def _rows(self, path: str, params: Optional[Params] = None) -> Iterator[Dict[str, str]]:
        answer = self._http.send("GET", path, headers={"accept": "text/csv"}, params=params)
        yield from csv.DictReader(answer.lines())

    def _table(self, path: str, params: Optional[Params] = None) -> pandas.DataFrame:
        module = pandas_module()
        answer = self._http.send("GET", path, headers={"accept": "text/csv"}, params=params)
        texts = {"person_id": str, "postcode": str, "phone": str, "customer_id": str}
        with answer.response as response:
            return cast("pandas.DataFrame", module.read_csv(response, dtype=texts, encoding="utf-8-sig"))


class Dataset(Resource):
    """A dataset: files of one upload directory, and what their columns mean."""

    def wait(self, timeout: Optional[float] = None) -> Dataset:
        """Returns itself once it is built and, if it is no preview, its streams are."""
        super().wait(timeout)
        if not self.record.get("preview"):
            for name in self.record.get("output_to_streams", {}):
                stream = self._http.get(f"/streams/{segment(name)}")
                Resource(self._http, "streams", stream, self._progress).wait(timeout)
        return self

    @property
    def proposal(self) -> DatasetProposal:
        """The mapping that the service proposes; of a dataset that is profiled and not created yet."""
        if "proposal" not in self.record:
            raise BellwetherError(f"{self.name} has no proposal: it is created already, or still profiled.")
        return cast(DatasetProposal, self.record["proposal"])

    @property
    def questions(self) -> List[Dict[str, Any]]:
        """What only the owner of the file can answer, with the choices."""
        return cast(List[Dict[str, Any]], self.proposal["questions"])

    def columns(self) -> Dict[str, str]:
        """What each column is taken for."""
        return {column["name"]: column["is"] for column in self.proposal["columns"]}

    def create(self, answers: Optional[str] = None, changes: Optional[Mapping[str, Any]] = None) -> Dataset:
        """Creates the dataset as proposed. `answers="proposed"` agrees with the proposed answers to all questions;
        `changes` corrects the mapping (JSON merge patch). Raises `OpenQuestions` without either, if there are any.
        """
        if answers not in (None, "proposed"):
            raise ValueError(f'answers is {answers!r}, but must be "proposed" or absent.')
        if self.questions and answers is None and changes is None:
            raise OpenQuestions(self.questions)
        fields = ("identity_sets", "output_to_streams", "output_to_traits", "options")
        keys = ("upsert_columns", "reference_key_columns")
        mapping = {field: self.record["proposal"].get(field) for field in (*fields, *keys)}
        mapping["output_to_streams"] = self._with_likeliest_formats(mapping["output_to_streams"] or {})
        self.change(**{field: value for field, value in mapping.items() if value is not None}, preview=True)
        self.change(**{**(changes or {}), "preview": False})
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


class Target(Resource):
    """A deployment: a file that is kept up to date."""

    def rows(self) -> Iterator[Dict[str, str]]:
        """Rows of the delivered file, as they arrive. Of a Parquet file use `scores`."""
        if self._is_parquet:
            raise ValueError("The file is Parquet, which has no lines to read one by one. Use scores().")
        return self._rows(f"{self.path}/download.csv")

    def scores(self) -> pandas.DataFrame:
        """The delivered file as a table. Of a Parquet file, pandas needs pyarrow."""
        if not self._is_parquet:
            return self._table(f"{self.path}/download.csv")
        with self._http.send("GET", f"{self.path}/download.parquet").response as response:
            return cast("pandas.DataFrame", pandas_module().read_parquet(io.BytesIO(response.read())))

    @property
    def _is_parquet(self) -> bool:
        return bool(self.record["options"].get("format") == "parquet")


class Prediction(Resource):
    """A pipeline (scope) and one prediction (outcome) that it scores its people with."""

    def __init__(self, http: Http, scope: Mapping[str, Any], outcome_id: str, progress: Optional[bool] = None) -> None:
        super().__init__(http, "scopes", scope, progress)
        self.outcome = Resource(http, "outcomes", {"id": outcome_id}, progress)

    def analysis(self) -> Dict[str, Any]:
        """The evidence for the prediction; `OutcomeAnalysis` in `types`."""
        return self.outcome.analysis()

    @property
    def verdict(self) -> str:
        """Whether the model is better than simple rules, and by how much."""
        verdict = cast(OutcomeAnalysis, self.analysis())["verdict"]
        return f"{verdict['title']}. {verdict['text']}"

    def lift(self) -> pandas.DataFrame:
        """The lift curve of the test: `share` of the people, likeliest first, and `lift` with its 95 % interval."""
        curve = cast(OutcomeAnalysis, self.analysis())["overall_performance"]["recognized_individuals"]
        table = pandas_module().DataFrame(curve["lift_curve"])
        names = {"x": "share", "y": "lift", "y_min": "low", "y_max": "high"}
        return cast("pandas.DataFrame", table.rename(columns=names))

    def reach(self) -> Reach:
        """How many of the likeliest people are expected to reach the goal, with 95 % intervals."""
        return cast(Reach, self._http.get(f"{self.path}/reach", {"outcome_id": self.outcome.id}))

    def rows(self, **bounds: Any) -> Iterator[Dict[str, str]]:
        """People with a probability, likeliest first, as they arrive. Bounds: `top`, `top_percent`, `min_chance`."""
        return self._rows(f"{self.path}/list.csv", self._asked(bounds))

    def scores(self, **bounds: Any) -> pandas.DataFrame:
        """People with a `probability` (calibrated, 0 to 1) and a `percentile`, likeliest first, as a table.

        Bounds: `top`, `top_percent`, `min_chance`.
        """
        table = self._table(f"{self.path}/list.csv", self._asked(bounds))
        prefix = f"fdy_outcome_{self.outcome.id.replace('-', '_')}_propensity_"
        names = {column: column[len(prefix) :] for column in table.columns if column.startswith(prefix)}
        return cast("pandas.DataFrame", table.rename(columns=names))

    def _asked(self, bounds: Dict[str, Any]) -> Params:
        return {"form": "api", "outcome_id": self.outcome.id, **bounds}
