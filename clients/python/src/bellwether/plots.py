"""Figures of a prediction, drawn with matplotlib on axes that are given, or on new ones."""

from __future__ import annotations

from typing import TYPE_CHECKING, Optional, cast

from .tables import module
from .types import OutcomeAnalysis

if TYPE_CHECKING:
    import pandas
    from matplotlib.axes import Axes

strong: str = "#2a5db0"
weak: str = "#b9c7de"


def axes(ax: Optional[Axes], title: str, x: str, y: str) -> Axes:
    if ax is None:
        ax = cast("Axes", module("matplotlib.pyplot", "A figure").subplots(layout="constrained")[1])
    ax.set(title=title, xlabel=x, ylabel=y)
    return ax


def lift(table: pandas.DataFrame, title: str, ax: Optional[Axes] = None) -> Axes:
    """The lift curve with its 95 % interval, beside the average of everyone."""
    ax = axes(ax, title, "Share of people, likeliest first (%)", "Lift over the average")
    share = 100 * table["share"]
    ax.fill_between(share, table["low"], table["high"], color=weak, label="95 % interval")
    ax.plot(share, table["lift"], color=strong, label="Lift")
    ax.axhline(1, color="grey", linewidth=1, linestyle="--", label="Average")
    ax.legend()
    return ax


def calibration(table: pandas.DataFrame, title: str, ax: Optional[Axes] = None) -> Axes:
    """Actual rates by predicted probability; a point's area is its number of people."""
    ax = axes(ax, title, "Predicted probability (%)", "Actual rate (%)")
    most = 105 * max(table["predicted"].max(), table["actual_rate"].max())
    ax.plot([0, most], [0, most], color="grey", linewidth=1, linestyle="--", label="As predicted")
    sizes = 200 * table["people"] / table["people"].max()
    ax.scatter(100 * table["predicted"], 100 * table["actual_rate"], s=sizes, color=strong, label="People of the test")
    ax.legend()
    return ax


def observed(table: pandas.DataFrame, title: str, ax: Optional[Axes] = None) -> Axes:
    """Expected numbers with their 95 % intervals, and actual numbers, by the date of the scores."""
    ax = axes(ax, title, "Date of the scores", "People")
    dates = table["cutoff"].dt.strftime("%Y-%m-%d")
    low, high = table["expected"] - table["low"], table["high"] - table["expected"]
    ax.errorbar(dates, table["expected"], yerr=[low, high], fmt="o", color=weak, label="Expected, 95 % interval")
    ax.plot(dates, table["actual"], "D", color=strong, label="Actual")
    ax.tick_params(axis="x", rotation=45)
    ax.legend()
    return ax


def verdict(analysis: OutcomeAnalysis, ax: Optional[Axes] = None) -> Axes:
    """Log losses of the model and of the candidates and rules that it was compared with; less is better."""
    performance, labels = analysis["performance"], analysis["labels"]["candidates"]
    losses = {labels.get(name, name): metrics.get("log_loss") for name, metrics in performance["candidates"].items()}
    losses["The model"] = performance["model"].get("log_loss")
    shown = sorted(((loss, name) for name, loss in losses.items() if loss is not None), reverse=True)
    ax = axes(ax, analysis["verdict"]["title"], "Prediction error (log loss); less is better", "")
    colours = [strong if name == "The model" else weak for _, name in shown]
    ax.scatter([loss for loss, _ in shown], [name for _, name in shown], s=80, color=colours)
    ax.grid(axis="y", alpha=0.3)
    return ax
