"""The client: one service, one account."""

from __future__ import annotations

import os
from typing import Any, Dict, Iterator, List, Mapping, Optional, Union, cast

from .errors import BellwetherError
from .events import Events, OnError
from .http import Http, Params, segment
from .progress import Progress
from .resources import Dataset, Prediction, Resource, Target
from .types import Account, CohortPreview, ContactLedger, LiveScores, ScopeHoldout, Suggestion, Treatment
from .uploads import Data, opened, send_file, slug

kinds = {"datasets": Dataset, "targets": Target}


class Bellwether:
    """An account of a service.

    `url` and `key` default to the variables BELLWETHER_URL and BELLWETHER_KEY. `timeout` is that of a request, in
    seconds; `retries` the number of times that a request is repeated when the service is busy or does not answer.
    `progress` shows bars for uploads and builds; by default in terminals and notebooks. Files of more than
    `part_bytes` are uploaded in parts. `track` keeps up to `queued_events` until they are sent, and gives those that
    the service refuses to `on_event_error`, by default a log.
    """

    def __init__(
        self,
        url: Optional[str] = None,
        key: Optional[str] = None,
        *,
        timeout: float = 60,
        retries: int = 5,
        progress: Optional[bool] = None,
        part_bytes: int = 8_000_000,
        queued_events: int = 10_000,
        on_event_error: Optional[OnError] = None,
    ) -> None:
        address = url or os.environ.get("BELLWETHER_URL") or "http://127.0.0.1:8080"
        self._http = Http(address, key or os.environ.get("BELLWETHER_KEY"), timeout, retries)
        self._progress = progress
        self._part_bytes = part_bytes
        self._created: List[Resource] = []
        self._events = Events(self._http, queued_events, on_event_error)

    @classmethod
    def sign_up(cls, url: str, name: str, email: str, **options: Any) -> Bellwether:
        """Creates an account; the key is in `key`, and is shown once."""
        made = cls(url, "", **options)
        made._http.key = None
        account = made._http.post("/accounts", {"name": name, "email": email})
        made._http.key = account["api_key"]
        return made

    @property
    def key(self) -> Optional[str]:
        return self._http.key

    def account(self) -> Account:
        return cast(Account, self._http.get("/accounts/current"))

    def upload(self, data: Data, name: str = "Orders", *, directory: Optional[str] = None) -> Dataset:
        """Uploads a table, a file or bytes, and has its columns profiled. Nothing is built until `create()`.

        A second upload of the same name replaces the file; with another name and the same `directory` it adds to it.
        """
        to = directory or slug(name)
        self.add_file(data, to, name)
        preview = self.create(
            "datasets",
            name=name,
            preview=True,
            identity_sets={},
            output_to_streams={},
            options={"type": "hosted_csv", "upload_directory": to},
        )
        return cast(Dataset, preview.wait())

    def add_file(self, data: Data, directory: str, name: str = "data") -> str:
        """Uploads into a directory; datasets that read it are updated. Returns directory and file name."""
        file, filename = opened(data, name)
        with file, Progress(filename, self._progress) as progress:
            return send_file(self._http, file, directory, filename, progress, self._part_bytes)["subpath"]

    def track(self, stream: str, event: Optional[Mapping[str, Any]] = None, **fields: Any) -> None:
        """Sends an event, such as `track("transaction", email="ada@example.com", value=24.9)`, by a thread of its own.

        It waits in a queue and is sent with others, again until the service has it on its disk; it counts once.
        Without `datetime` it happens now. `flush()` waits until everything is sent, and so does the end of the program.
        """
        self._events.put(stream, {**(event or {}), **fields})

    def flush(self) -> None:
        """Waits until all tracked events are on the service's disk."""
        self._events.flush()

    def live_scores(self, *people: Union[str, Mapping[str, str]], reasons: bool = False) -> LiveScores:
        """Scores up to 100 people as of this moment, with the events that came since the last build.

        A person is an e-mail address or a customer number, or a mapping such as `{"id": "1152921504606846976"}`.
        """
        asked = [_asked(person) for person in people]
        return cast(LiveScores, self._http.post("/people/live_scores", {"people": asked, "reasons": reasons}))

    def suggestions(self) -> List[Suggestion]:
        """Predictions that the data can answer, with past rates and a proposed horizon."""
        return cast(List[Suggestion], self._http.get("/suggestions"))

    def predict(self, suggestion: Union[str, Suggestion], horizon_days: Optional[int] = None) -> Prediction:
        """Creates a suggested prediction with its cohorts and a pipeline that scores everyone."""
        chosen = suggestion if isinstance(suggestion, str) else suggestion["id"]
        horizon = {} if horizon_days is None else {"horizon_days": horizon_days}
        [made] = self._http.post("/suggestions", {"suggestions": [{"id": chosen, **horizon}]})
        return cast(Prediction, self._remember(self.prediction(made["scope_id"], made["outcome_id"])))

    def prediction(self, scope: str, outcome_id: Optional[str] = None) -> Prediction:
        """A pipeline by id or name, and one of its predictions; by default the first."""
        record = self.find("scopes", scope).record
        chosen = outcome_id or (record["payload"].get("outcome_ids") or [None])[0]
        if chosen is None:
            raise BellwetherError(f"The pipeline {record['name']} has no prediction.")
        return Prediction(self._http, record, chosen, self._progress)

    def lift(self, pipeline: Union[str, Resource], **bounds: Any) -> ScopeHoldout:
        """What contacting the people of a pipeline has brought over those held out: by campaign and month, whom a
        contact moves, and what the next contacts bring. Bounds of the next contacts: `top`, `top_percent`.
        """
        found = pipeline if isinstance(pipeline, Resource) else self.find("scopes", pipeline)
        return cast(ScopeHoldout, self._http.get(f"{found.path}/holdout", bounds))

    def ledger(self) -> ContactLedger:
        """What all contacting together has brought over the people whom the hold-out of the account leaves alone."""
        for each in self.list("holdouts"):
            if "archived_at" not in each.record:
                return cast(ContactLedger, self._http.get(f"{each.path}/ledger"))
        raise BellwetherError("The account has no hold-out, so nobody is left alone by all pipelines.")

    def treatment(self, stream: str, goal: str, days: int, **contacts: Any) -> Treatment:
        """Whether chance decided on the contacts of a stream and, only then, what they brought of `goal` within `days`.

        Contacts: `arm_property` with `contact` and `control`, `campaign_property` with `campaign`, `promised_share`,
        `cost_property` with `margin` or `value_per_conversion`.
        """
        asked = {"goal": goal, "days": days, **contacts}
        return cast(Treatment, self._http.get(f"/streams/{segment(stream)}/analysis/treatment", asked))

    def create(self, kind: str, **fields: Any) -> Any:
        """Creates a resource, such as `create("cohorts", name="Customers", stream_name="transaction")`. Resources among
        the fields stand for their ids. Bodies are described in `types`: `CohortPost`, `OutcomePost`, …
        """
        record = self._http.post(f"/{kind}", with_ids(fields))
        return self._remember(self._resource(kind, record))

    def preview_cohort(self, **fields: Any) -> CohortPreview:
        """How many people a cohort would have."""
        return cast(CohortPreview, self._http.post("/cohorts/preview", fields))

    def list(self, kind: str) -> Iterator[Any]:
        """All resources of a kind, newest first, read in pages."""
        for record in self._http.pages(f"/{kind}"):
            yield self._resource(kind, record)

    def find(self, kind: str, name_or_id: str) -> Any:
        """A resource by its id or one of its names. Raises an error if there is none, or if there are several."""
        found = [each for each in self.list(kind) if name_or_id in (each.id, each.name, each.record.get("stream_name"))]
        exact = [each for each in found if each.id == name_or_id] or found
        if len(exact) == 1:
            return exact[0]
        if not exact:
            raise BellwetherError(f"There is no {name_or_id!r} among {kind}. list({kind!r}) has them all.")
        ids = ", ".join(each.id for each in exact)
        raise BellwetherError(f"{len(exact)} {kind} have the name {name_or_id!r}. Use the id: {ids}.")

    def wait(self, *resources: Resource, timeout: Optional[float] = None) -> None:
        """Waits for resources; by default for all that this client has created."""
        for resource in resources or self._created:
            resource.wait(timeout)

    def request(
        self,
        method: str,
        path: str,
        body: Union[Mapping[str, Any], bytes, None] = None,
        params: Optional[Params] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> Any:
        """Any request of the API, for whatever has no method here. Bytes are sent as a file.

        An answer that is not JSON is a text, or bytes; a stream of events is an iterator of its lines.
        """
        answer = self._http.request(method, path, body, params, headers)
        media = answer.headers.get("content-type") or ""
        if media.startswith("text/event-stream"):
            return answer.lines()
        if media.startswith("application/json"):
            return answer.json()
        content = answer.read()
        return content.decode("utf-8-sig") if media.startswith("text/") else content or None

    def _resource(self, kind: str, record: Dict[str, Any]) -> Resource:
        made = kinds.get(kind)
        if made is None:
            return Resource(self._http, kind, record, self._progress)
        return made(self._http, kind, record, self._progress)

    def _remember(self, resource: Any) -> Any:
        self._created.append(resource)
        return resource


def with_ids(value: Any) -> Any:
    """The value with the id in the place of each resource."""
    if isinstance(value, Resource):
        return value.id
    if isinstance(value, Mapping):
        return {field: with_ids(each) for field, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [with_ids(each) for each in value]
    return value


def _asked(person: Union[str, Mapping[str, str]]) -> Mapping[str, str]:
    if not isinstance(person, str):
        return person
    return {"email": person} if "@" in person else {"customer_id": person}
