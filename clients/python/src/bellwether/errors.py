"""Errors of the client. Each message says what happened and what to do."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING, Iterable, List, Mapping, Optional, Sequence, Type, cast

if TYPE_CHECKING:
    from .types import ProposalQuestion, ValidationError


class BellwetherError(Exception):
    """Base of all errors of this package."""


class NoAnswer(BellwetherError):
    """The service did not answer: it does not run, or not at this URL."""


class BuildFailed(BellwetherError):
    """A build failed; `record` is the resource with its `status_error`."""

    def __init__(self, message: str, record: Mapping[str, object]) -> None:
        super().__init__(message)
        self.record = record


class WaitTimeout(BellwetherError):
    """A build takes longer than the time that was given; it goes on."""


class OpenQuestions(BellwetherError):
    """A file leaves questions that only its owner can answer; `questions` has them with their choices."""

    def __init__(self, questions: Sequence[ProposalQuestion]) -> None:
        lines = [str(question["question"]) for question in questions]
        advice = 'Answer with create(answers="proposed"), or correct the mapping with create(changes={…}).'
        super().__init__("\n".join(["The file leaves questions open:", *lines, advice]))
        self.questions = questions


class Refused(BellwetherError):
    """The service refused a request.

    `status` is that of HTTP, `code` the kind of error, `note` what happened and what to do, `fields` the fields
    at fault, `request_id` that of the service's log, and `help_url` a page about the error, and
    `retry_after` the seconds after which to try again, where the service says so.
    """

    def __init__(
        self,
        request: str,
        status: int,
        problem: Mapping[str, object],
        help_url: Optional[str] = None,
        retry_after: Optional[float] = None,
    ) -> None:
        self.status = status
        self.code: str = str(problem.get("error", ""))
        self.note: str = str(problem.get("note", ""))
        self.fields: List[ValidationError] = cast("List[ValidationError]", problem.get("validationErrors") or [])
        self.request_id: Optional[str] = cast("Optional[str]", problem.get("id"))
        self.help_url = help_url
        self.retry_after = retry_after
        lines = [f"{request} failed with {status} {self.code}: {self.note}"]
        lines += [f"  {field.get('path')}: {field.get('message')}" for field in self.fields]
        if help_url:
            lines.append(f"See {help_url}")
        super().__init__("\n".join(lines))


class InvalidRequest(Refused):
    """400: the request does not fit; `fields` say where."""


class InvalidKey(Refused):
    """401: the API key is missing, malformed, unknown or expired."""


class NotAllowed(Refused):
    """403: the key or the account may not do this."""


class NotFound(Refused):
    """404: there is no such resource in this account."""


class Conflict(Refused):
    """409: the state of the resource does not permit it, for example because it is not built yet."""


class TooManyRequests(Refused):
    """429: the limit of requests is reached, also after the retries."""


by_status: Mapping[int, Type[Refused]] = {
    400: InvalidRequest,
    401: InvalidKey,
    403: NotAllowed,
    404: NotFound,
    409: Conflict,
    429: TooManyRequests,
}


def nearest(name: str, known: Iterable[str]) -> str:
    """A sentence with the name that was probably meant, or nothing."""
    alike = difflib.get_close_matches(name, list(known), 1)
    return f" Did you mean {alike[0]!r}?" if alike else ""
