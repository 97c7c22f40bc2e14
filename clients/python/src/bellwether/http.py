"""Requests to the service: JSON and files, tried again where that is safe, refusals as errors."""

from __future__ import annotations

import http.client
import io
import json
import re
import socket
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from typing import Any, BinaryIO, Dict, Iterator, List, Mapping, Optional, Set, Tuple, Union

from .errors import NoAnswer, Refused, by_status

Params = Mapping[str, Union[str, int, float, bool, None]]
#: The service, or a proxy before it, cannot answer for the moment.
passing: Set[int] = {429, 502, 503, 504, 507}
longest_pause: float = 60.0


class Answer:
    """A response: its headers and its body, which is read once."""

    def __init__(self, response: http.client.HTTPResponse) -> None:
        self.response = response
        self.headers: http.client.HTTPMessage = response.headers

    def json(self) -> Any:
        text = self.read()
        return json.loads(text) if text else None

    def read(self) -> bytes:
        with self.response as response:
            return response.read()

    def lines(self) -> Iterator[str]:
        """Lines of a text, as they arrive."""
        with self.response as response:
            yield from io.TextIOWrapper(response, encoding="utf-8-sig", newline="")


class Http:
    """Requests of one key to one service. `retries` is the number of times that a request is repeated."""

    def __init__(self, url: str, key: Optional[str], timeout: float, retries: int) -> None:
        base = re.sub(r"/v1$", "", str(url).rstrip("/"))
        if not re.match(r"https?://", base):
            raise ValueError(f"{url!r} is not a URL of a service, such as http://127.0.0.1:8080.")
        self.base = base
        self.key = key
        self.timeout = timeout
        self.retries = retries

    def get(self, path: str, params: Optional[Params] = None) -> Any:
        return self.send("GET", path, params=params).json()

    def post(self, path: str, body: Mapping[str, object]) -> Any:
        return self.request("POST", path, body).json()

    def patch(self, path: str, body: Mapping[str, object]) -> Any:
        return self.request("PATCH", path, body).json()

    def delete(self, path: str) -> None:
        self.send("DELETE", path).read()

    def pages(self, path: str, page_size: int = 500) -> Iterator[Any]:
        """Items of a list of any length, read page by page."""
        following: Optional[str] = f"{path}?limit={page_size}"
        while following is not None:
            answer = self.send("GET", following)
            link = re.match(r'<([^>]+)>; rel="next"', answer.headers.get("link") or "")
            yield from answer.json()
            following = link.group(1) if link else None

    def request(
        self,
        method: str,
        path: str,
        body: Union[Mapping[str, object], bytes, None],
        params: Optional[Params] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> Answer:
        """Sends JSON or bytes. A POST that is repeated is done once: it carries a key of its own."""
        media = "octet-stream" if isinstance(body, bytes) else "merge-patch+json" if method == "PATCH" else "json"
        sent = {
            **({} if body is None else {"content-type": f"application/{media}"}),
            **({"idempotency-key": str(uuid.uuid4())} if method == "POST" else {}),
            **(headers or {}),
        }
        content = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        return self.send(method, path, content, sent, params)

    def send(
        self,
        method: str,
        path: str,
        body: Union[bytes, BinaryIO, None] = None,
        headers: Optional[Mapping[str, str]] = None,
        params: Optional[Params] = None,
        retry: bool = True,
    ) -> Answer:
        """Sends a request; a body that is a file is sent from its beginning, also when it is repeated."""
        pause: Optional[float]
        for attempt in range(self.retries + 1):
            is_last = attempt == self.retries or not retry
            try:
                return self._send_once(method, path, body, headers, params)
            except Refused as error:
                if is_last or error.status not in passing:
                    raise
                pause = error.retry_after
            except NoAnswer:
                if is_last:
                    raise
                pause = None
            time.sleep(min(0.5 * 2**attempt if pause is None else pause, longest_pause))
        raise AssertionError("unreachable")

    def _send_once(
        self,
        method: str,
        path: str,
        body: Union[bytes, BinaryIO, None],
        headers: Optional[Mapping[str, str]],
        params: Optional[Params],
    ) -> Answer:
        sent: Dict[str, str] = {"accept": "application/json", **(headers or {})}
        if self.key is not None:
            sent["authorization"] = f"Bearer {self.key}"
        if body is not None and not isinstance(body, bytes):
            body.seek(0, io.SEEK_END)
            sent["content-length"] = str(body.tell())
            body.seek(0)
        request = urllib.request.Request(self.url_of(path, params), data=body, headers=sent, method=method)
        try:
            return Answer(urllib.request.urlopen(request, timeout=self.timeout))
        except urllib.error.HTTPError as error:
            raise refusal(f"{method} {path.split('?')[0]}", error) from None
        except (urllib.error.URLError, http.client.HTTPException, socket.timeout, ConnectionError) as error:
            reason = getattr(error, "reason", error)
            raise NoAnswer(
                f"{method} {path} got no answer from {self.base}: {reason}. "
                "Is the service running there? Start it with `bellwether serve`, or correct the URL."
            ) from error

    def url_of(self, path: str, params: Optional[Params] = None) -> str:
        path = path if path.startswith("/v1/") else f"/v1{path}"
        given: List[Tuple[str, str]] = [
            (name, str(value).lower() if isinstance(value, bool) else str(value))
            for name, value in (params or {}).items()
            if value is not None
        ]
        query = f"?{urllib.parse.urlencode(given)}" if given else ""
        return f"{self.base}{path}{query}"


def refusal(request: str, error: urllib.error.HTTPError) -> Refused:
    text = error.read().decode("utf-8", "replace")
    try:
        problem = json.loads(text)
        if not isinstance(problem, dict):
            raise ValueError
    except ValueError:  # A proxy may answer in a form of its own.
        problem = {"error": str(error.reason), "note": text[:500]}
    link = re.search(r'<([^>]+)>;\s*rel="help"', error.headers.get("link") or "")
    help_url = urllib.parse.urljoin(error.url, link.group(1)) if link else None
    pause = error.headers.get("retry-after") or ""
    retry_after = float(pause) if pause.isdigit() else None
    return by_status.get(error.code, Refused)(request, error.code, problem, help_url, retry_after)


def segment(text: str) -> str:
    """A part of a path."""
    return urllib.parse.quote(text, safe="")
