"""Client of a Bellwether service: from a table of orders to calibrated probabilities for each customer."""

from . import types
from .aio import AsyncBellwether
from .client import Bellwether
from .errors import (
    BellwetherError,
    BuildFailed,
    Conflict,
    InvalidKey,
    InvalidRequest,
    NoAnswer,
    NotAllowed,
    NotFound,
    OpenQuestions,
    Refused,
    TooManyRequests,
    WaitTimeout,
)
from .resource import Resource
from .resources import Dataset, Prediction, Target
from .verdict import Verdict

__all__ = [
    "AsyncBellwether",
    "Bellwether",
    "BellwetherError",
    "BuildFailed",
    "Conflict",
    "Dataset",
    "InvalidKey",
    "InvalidRequest",
    "NoAnswer",
    "NotAllowed",
    "NotFound",
    "OpenQuestions",
    "Prediction",
    "Refused",
    "Resource",
    "Target",
    "TooManyRequests",
    "Verdict",
    "WaitTimeout",
    "types",
]
