"""Suggested predictions, as a list that a notebook shows as a table."""

from __future__ import annotations

import html
from typing import List

from .types import Suggestion


class Suggestions(List[Suggestion]):
    """Predictions that the data can answer."""

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td><code>{html.escape(each['id'])}</code></td><td>{html.escape(each['question'])}</td>"
            f"<td>{each.get('people', '')}</td></tr>"
            for each in self
        )
        return f"<table><tr><th>id</th><th>question</th><th>people</th></tr>{rows}</table>"
