"""Events that a program sends: a thread sends them in batches, again until they are answered."""

from __future__ import annotations

import atexit
import json
import logging
import queue
import threading
import time
import uuid
from datetime import date, datetime, timezone
from typing import Callable, Dict, List, Mapping, Optional, Sequence, Tuple, cast

from .errors import BellwetherError, Refused
from .http import Http, passing, segment

log: logging.Logger = logging.getLogger("bellwether")
batch_size = 100
batch_seconds: float = 1.0
longest_pause: float = 30.0

OnError = Callable[[Exception, List[Dict[str, object]]], None]


class Events:
    """The queue of a client, and the thread that empties it."""

    def __init__(self, http: Http, most: int, on_error: Optional[OnError]) -> None:
        self._http = http
        self._queue: queue.Queue[Tuple[str, Dict[str, object]]] = queue.Queue(most)
        self._on_error = on_error or logged
        self._thread: Optional[threading.Thread] = None
        self._starting = threading.Lock()
        self._flushing = threading.Event()

    def put(self, stream: str, event: Mapping[str, object]) -> None:
        """Waits while the queue is full."""
        sent = {name: plain(value) for name, value in event.items() if value is not None}
        sent.setdefault("event_id", str(uuid.uuid4()))
        sent.setdefault("datetime", datetime.now(timezone.utc).isoformat())
        self._start()
        self._queue.put((stream, sent))

    def flush(self) -> None:
        """Waits until everything that was tracked is on the service's disk, or has gone to `on_error`."""
        self._flushing.set()
        self._queue.join()
        self._flushing.clear()

    def _start(self) -> None:
        with self._starting:
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="bellwether-events", daemon=True)
                self._thread.start()
                atexit.register(self.flush)

    def _run(self) -> None:
        while True:
            batch = self._next()
            streams: Dict[str, List[Dict[str, object]]] = {}
            for stream, event in batch:
                streams.setdefault(stream, []).append(event)
            for stream, events in streams.items():
                self._send(stream, events)
            for _ in batch:
                self._queue.task_done()

    def _next(self) -> List[Tuple[str, Dict[str, object]]]:
        batch = [self._queue.get()]
        until = time.monotonic() + batch_seconds
        while len(batch) < batch_size:
            left = 0.0 if self._flushing.is_set() else max(0.0, min(0.05, until - time.monotonic()))
            try:
                batch.append(self._queue.get(timeout=left) if left else self._queue.get_nowait())
            except queue.Empty:
                if self._flushing.is_set() or time.monotonic() >= until:
                    break
        return batch

    def _send(self, stream: str, events: List[Dict[str, object]]) -> None:
        headers = {"content-type": "application/x-ndjson"}
        body = "\n".join(json.dumps(event) for event in events).encode()
        path = f"/streams/{segment(stream)}/events"
        attempt = 0
        while True:
            pause: Optional[float] = None
            try:
                answer = self._http.send("POST", path, body, headers, retry=False).json()
                self._report(answer["refusals"], events)
                return
            except Refused as error:
                if error.status not in passing and error.status < 500:
                    self._on_error(error, events)
                    return
                pause = error.retry_after
            except BellwetherError as error:
                log.debug("Events wait: %s", error)
            attempt += 1
            time.sleep(min(0.25 * 2**attempt if pause is None else pause, longest_pause))

    def _report(self, refusals: Sequence[Mapping[str, object]], events: List[Dict[str, object]]) -> None:
        for refusal in refusals:
            text = f"An event was refused. {refusal['field']}: {refusal['note']}"
            self._on_error(BellwetherError(text), [events[cast(int, refusal["line"]) - 1]])


def plain(value: object) -> object:
    if isinstance(value, (datetime, date)):
        return value.isoformat()
    return value


def logged(error: Exception, events: List[Dict[str, object]]) -> None:
    log.error("%d events were not taken: %s", len(events), error)
