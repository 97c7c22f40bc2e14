"""Verdict on a prediction: whether its model is better than simple rules, as a text that can be plotted."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING, Optional

from . import plots
from .types import OutcomeAnalysis

if TYPE_CHECKING:
    from matplotlib.axes import Axes


class Verdict(str):
    """The verdict in words: `summary` in a few, `details` with the figures. `analysis` is the evidence."""

    summary: str
    details: str
    analysis: OutcomeAnalysis

    def __new__(cls, analysis: OutcomeAnalysis) -> Verdict:
        verdict = analysis["verdict"]
        made = super().__new__(cls, f"{verdict['title']}. {verdict['text']}")
        made.summary, made.details, made.analysis = verdict["title"], verdict["text"], analysis
        return made

    def _repr_html_(self) -> str:
        warnings = "".join(
            f"<li><b>{html.escape(each['title'])}</b> {html.escape(each['note'])}</li>"
            for each in self.analysis["warnings"]
        )
        return f"<p><b>{html.escape(self.summary)}.</b> {html.escape(self.details)}</p><ul>{warnings}</ul>"

    def plot(self, ax: Optional[Axes] = None) -> Axes:
        """Prediction errors (log loss) of the model and of all that it was compared with. Needs matplotlib."""
        return plots.verdict(self.analysis, ax)
