"""Scores of one prediction as a tidy table: a row for each person, columns named by what they hold."""

from __future__ import annotations

import json
from typing import Any, Dict, Iterator, List, Mapping, TypedDict

from .tables import library, renamed


class Explanation(TypedDict):
    """A reason for a person's probability."""

    person_id: str
    feature: str
    reason: str
    value: object
    effect: float
    direction: str


def tidy_name(column: str, outcome_id: str, human_names: Mapping[str, str]) -> str:
    """`probability` of the prediction's own columns, `reasons`, and the display names of other columns."""
    of = outcome_id.replace("-", "_")
    if column == f"fdy_explanation_{of}":
        return "reasons"
    for prefix in (f"fdy_outcome_{of}_propensity_", f"fdy_outcome_{of}_"):
        if column.startswith(prefix):
            return column[len(prefix) :]
    return human_names.get(column, column)


def tidy_table(content: bytes, outcome_id: str, human_names: Mapping[str, str], into: str) -> Any:
    tables = library(into)
    columns = content.partition(b"\n")[0].decode("utf-8-sig").strip().split(",")
    names = {column: tidy_name(column, outcome_id, human_names) for column in columns}
    table = tables.read_csv(renamed(content, names))
    return tables.map_column(table, "reasons", reasons_text) if "reasons" in names.values() else table


def reasons_text(explanation: str) -> str:
    """Reasons in words, strongest first."""
    return "; ".join(str(each["reason"]) for each in json.loads(explanation))


def explanations(rows: Iterator[Dict[str, str]], outcome_id: str) -> Iterator[Explanation]:
    """One row for each person and reason."""
    column = f"fdy_explanation_{outcome_id.replace('-', '_')}"
    for row in rows:
        reasons: List[Dict[str, Any]] = json.loads(row.get(column) or "[]")
        for reason in reasons:
            yield Explanation(
                person_id=row["person_id"],
                feature=reason["feature"],
                reason=reason["reason"],
                value=reason.get("value"),
                effect=reason["effect"],
                direction=reason["direction"],
            )
