"""A resource of an account, whatever its kind: read, changed by its own class, deleted, and waited for."""

from __future__ import annotations

import html
import time
from typing import TYPE_CHECKING, Any, Generic, Iterator, Mapping, Optional, TypeVar, cast

from .errors import BuildFailed, WaitTimeout
from .http import Http, segment
from .progress import Progress

if TYPE_CHECKING:
    from typing_extensions import Self

poll_seconds: float = 0.5

Record = TypeVar("Record", bound=Mapping[str, object], covariant=True)


class Resource(Generic[Record]):
    """A resource by its kind, such as `cohorts`, and its id. `record` is as of the last read."""

    def __init__(self, http: Http, kind: str, record: Record, progress: Optional[bool] = None) -> None:
        self._http = http
        self._progress = progress
        self.kind = kind
        self.record: Record = record

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.kind}/{self.id} {self.name!r}: {self.status}>"

    def _repr_html_(self) -> str:
        """In notebooks: name, state and id, with the error of a build that failed."""
        lines = [("Kind", self.kind), ("Status", self.status), ("ID", self.id), ("Error", self._text("status_error"))]
        cells = "".join(
            f"<tr><th>{label}</th><td style='text-align:left'>{html.escape(text)}</td></tr>"
            for label, text in lines
            if text
        )
        return f"<b>{html.escape(self.name)}</b><table>{cells}</table>"

    @property
    def id(self) -> str:
        return self._text("id")

    @property
    def name(self) -> str:
        return self._text("name") or self.id

    @property
    def names(self) -> tuple[str, ...]:
        """Texts that `find` knows it by."""
        return tuple(filter(None, (self.id, self.name, self._text("stream_name"))))

    @property
    def status(self) -> str:
        return self._text("status") or "ready"

    @property
    def path(self) -> str:
        return f"/{self.kind}/{segment(self.id)}"

    def refresh(self) -> Record:
        """Reads the record again."""
        self.record = self._http.get(self.path)
        return self.record

    def delete(self) -> None:
        self._http.delete(self.path)

    def wait(self, timeout: Optional[float] = None) -> Self:
        """Returns itself once it is built. Raises `BuildFailed`, or `WaitTimeout` after so many seconds."""
        for pause in self._until_built(timeout):
            time.sleep(pause)
        return self

    def _until_built(self, timeout: Optional[float]) -> Iterator[float]:
        """Seconds to pause before it is looked at again, until it is built."""
        until = None if timeout is None else time.monotonic() + timeout
        with Progress(self.name, self._progress) as progress:
            while self._is_unbuilt():
                if until is not None and time.monotonic() > until:
                    raise WaitTimeout(
                        f"{self.name} is still {self.status} after {timeout} s. {self._activity()} "
                        "The build goes on: call wait() again."
                    )
                share = self.record.get("progress")
                progress.show(f"{self.name}: {self._activity()}", cast("Optional[float]", share))
                yield poll_seconds
            progress.show(self.name, 1)

    def _is_unbuilt(self) -> bool:
        self.refresh()
        if self.status == "error":
            raise BuildFailed(f"{self.name} failed: {self._text('status_error')}", self.record)
        if self.status == "new":
            self._refuse_to_wait_in_vain()
        return self.status != "ready"

    def _activity(self) -> str:
        return self._text("progress_text") or self._text("waiting_for") or self.status

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

    def _text(self, field: str) -> str:
        return str(self.record.get(field) or "")

    def _get(self, below: str) -> Any:
        return self._http.get(f"{self.path}{below}")

    def _change(self, fields: Mapping[str, object]) -> Record:
        self.record = self._http.patch(self.path, with_ids(fields))
        return self.record


def with_ids(value: Any) -> Any:
    """The value with the id in the place of each resource."""
    if isinstance(getattr(value, "id", None), str):
        return value.id
    if isinstance(value, Mapping):
        return {field: with_ids(each) for field, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [with_ids(each) for each in value]
    return value
