"""The client: one service, one account."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, List, Mapping, Optional, Type, TypedDict, TypeVar, Union, cast, overload

from . import types
from .errors import BellwetherError
from .events import Events, OnError
from .http import Http, Params, segment
from .kinds import Kinds, classes
from .progress import Progress
from .resource import Resource, with_ids
from .resources import Dataset, Prediction
from .suggestions import Suggestions
from .types import CohortPreview, ContactLedger, HasId, LiveScores, ScopeHoldout, Suggestion, Treatment
from .uploads import Data, opened, send_file, short, slug

if TYPE_CHECKING:
    from typing_extensions import Unpack

Body = TypeVar("Body")
Made = TypeVar("Made", bound=Resource[Any])


class Options(TypedDict, total=False):
    """Options of a client."""

    timeout: float
    retries: int
    progress: Optional[bool]
    part_bytes: int
    queued_events: int
    on_event_error: Optional[OnError]


class NextContacts(TypedDict, total=False):
    """How many are contacted next."""

    top: int
    top_percent: float


class Contacts(TypedDict, total=False):
    """Contacts that a stream tells of, and what they cost."""

    arm_property: str
    contact: str
    control: str
    campaign_property: str
    campaign: str
    promised_share: float
    cost_property: str
    margin: float
    value_per_conversion: float


class Bellwether(Kinds):
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
        self._created: List[Resource[Mapping[str, object]]] = []
        self._events = Events(self._http, queued_events, on_event_error)

    @classmethod
    def sign_up(cls, url: str, name: str, email: str, **options: Unpack[Options]) -> Bellwether:
        """Creates an account; the key is in `key`, and is shown once."""
        made = cls(url, "", **options)
        made._http.key = None
        account = made._http.post("/accounts", {"name": name, "email": email})
        made._http.key = account["api_key"]
        return made

    def __repr__(self) -> str:
        return f"<Bellwether {self._http.base}>"

    @property
    def key(self) -> Optional[str]:
        return self._http.key

    def account(self) -> types.Account:
        return cast(types.Account, self._http.get("/accounts/current"))

    def upload(self, data: Data, name: str = "Orders", *, directory: Optional[str] = None) -> Dataset:
        """Uploads a table, a file or bytes, and has its columns profiled. Nothing is built until `create()`.

        A second upload of the same name replaces the file; with another name and the same `directory` it adds to it.
        """
        to = directory or slug(name)
        self.add_file(data, to, name)
        preview = self.create_dataset(
            name=name,
            preview=True,
            identity_sets={},
            output_to_streams={},
            options={"type": "hosted_csv", "upload_directory": to},
        )
        return preview.wait()

    def add_file(self, data: Data, directory: str, name: str = "data") -> str:
        """Uploads into a directory; datasets that read it are updated. Returns directory and file name."""
        file, filename = opened(data, name)
        with file, Progress(filename, self._progress) as progress:
            return send_file(self._http, file, directory, filename, progress, self._part_bytes)["subpath"]

    def track(self, stream: str, event: Optional[Mapping[str, object]] = None, **fields: object) -> None:
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

    def suggestions(self) -> Suggestions:
        """Predictions that the data can answer, with past rates and a proposed horizon."""
        return Suggestions(self._http.get("/suggestions"))

    def predict(self, suggestion: Union[str, Suggestion], horizon_days: Optional[int] = None) -> Prediction:
        """Creates a suggested prediction with its cohorts and a pipeline that scores everyone."""
        if not isinstance(suggestion, (str, Mapping)):
            raise TypeError(f"{short(suggestion)} is no suggestion: give one of suggestions(), or its id.")
        chosen = suggestion if isinstance(suggestion, str) else suggestion["id"]
        horizon = {} if horizon_days is None else {"horizon_days": horizon_days}
        [made] = self._http.post("/suggestions", {"suggestions": [{"id": chosen, **horizon}]})
        return self._remember(self.prediction(made["scope_id"], made["outcome_id"]))

    def prediction(self, scope: str, outcome_id: Optional[str] = None) -> Prediction:
        """A pipeline by id or name, and one of its predictions; by default the first."""
        record = self.find("scopes", scope).record
        chosen = outcome_id or next(iter(record["payload"].get("outcome_ids") or []), None)
        if chosen is None:
            raise BellwetherError(f"The pipeline {record['name']} has no prediction.")
        return Prediction(self._http, record, chosen, self._progress)

    def lift(self, pipeline: Union[str, HasId], **bounds: Unpack[NextContacts]) -> ScopeHoldout:
        """What contacting the people of a pipeline has brought over those held out: by campaign and month, whom a
        contact moves, and what the next contacts bring.
        """
        found = self.find("scopes", pipeline) if isinstance(pipeline, str) else pipeline
        return cast(ScopeHoldout, self._http.get(f"/scopes/{segment(found.id)}/holdout", cast(Params, bounds)))

    def ledger(self) -> ContactLedger:
        """What all contacting together has brought over the people whom the hold-out of the account leaves alone."""
        for each in self.list("holdouts"):
            if "archived_at" not in each.record:
                return cast(ContactLedger, self._http.get(f"{each.path}/ledger"))
        raise BellwetherError("The account has no hold-out, so nobody is left alone by all pipelines.")

    def treatment(self, stream: str, goal: str, days: int, **contacts: Unpack[Contacts]) -> Treatment:
        """Whether chance decided on the contacts of a stream and, only then, what they brought of `goal` within `days`.

        `arm_property` goes with `contact` and `control`, `campaign_property` with `campaign`, `cost_property` with
        `margin` or `value_per_conversion`.
        """
        asked = cast(Params, {"goal": goal, "days": days, **contacts})
        return cast(Treatment, self._http.get(f"/streams/{segment(stream)}/analysis/treatment", asked))

    def preview_cohort(self, **fields: Unpack[types.CohortPreviewPost]) -> CohortPreview:
        """How many people a cohort would have."""
        return cast(CohortPreview, self._http.post("/cohorts/preview", with_ids(fields)))

    def wait(self, *resources: Resource[Mapping[str, object]], timeout: Optional[float] = None) -> None:
        """Waits for resources; by default for all that this client has created."""
        for resource in resources:
            if not isinstance(resource, Resource):
                raise TypeError(f"{short(resource)} is no resource to wait for: find(kind, name) gives one.")
        for resource in resources or self._created:
            resource.wait(timeout)

    @overload
    def request(
        self,
        method: str,
        path: str,
        body: Union[Mapping[str, object], bytes, None] = None,
        params: Optional[Params] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> object: ...
    @overload
    def request(
        self,
        method: str,
        path: str,
        body: Union[Mapping[str, object], bytes, None] = None,
        params: Optional[Params] = None,
        headers: Optional[Mapping[str, str]] = None,
        *,
        returns: Type[Body],
    ) -> Body: ...
    def request(
        self,
        method: str,
        path: str,
        body: Union[Mapping[str, object], bytes, None] = None,
        params: Optional[Params] = None,
        headers: Optional[Mapping[str, str]] = None,
        *,
        returns: object = None,
    ) -> object:
        """Any request of the API, for whatever has no method here. Bytes are sent as a file. Resources in the body
        stand for their ids.

        An answer that is not JSON is a text, or bytes; a stream of events is an iterator of its lines. `returns` says
        its type to type checkers, such as `types.OutcomeAnalysis`.
        """
        answer = self._http.request(method, path, with_ids(body), params, headers)
        media = answer.headers.get("content-type") or ""
        if media.startswith("text/event-stream"):
            return answer.lines()
        if media.startswith("application/json"):
            return cast(object, answer.json())
        content = answer.read()
        return content.decode("utf-8-sig") if media.startswith("text/") else content or None

    def _made(self, kind: str, fields: Mapping[str, object]) -> Any:
        return self._remember(self._resource(kind, self._http.post(f"/{kind}", with_ids(fields))))

    def _resource(self, kind: str, record: Mapping[str, object]) -> Any:
        return classes[kind](self._http, kind, record, self._progress)

    def _remember(self, resource: Made) -> Made:
        self._created.append(resource)
        return resource


def _asked(person: Union[str, Mapping[str, str]]) -> Mapping[str, str]:
    if isinstance(person, str):
        return {"email": person} if "@" in person else {"customer_id": person}
    if isinstance(person, Mapping):
        return person
    raise TypeError(f"{short(person)} is nobody: give an e-mail address, a customer number as text, or a mapping.")
