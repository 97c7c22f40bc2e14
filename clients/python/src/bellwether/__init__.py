"""Client of a Bellwether service: from a table of orders to calibrated probabilities for each customer."""

from . import types
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
from .resources import Dataset, Prediction, Resource, Target

__all__ = [
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
    "WaitTimeout",
    "types",
]
