"""Charts of whole distributions: histograms side by side, spans, and totals by part."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from textwrap import fill
from typing import Any

import numpy as np

from simcards.report import words
from simcards.report.charts import MAX_ROWS, WIDTH
from simcards.report.page import Figure
from simcards.report.svg import FAINT, INK, PALETTE, canvas, inline, style

MAX_PANELS = 12
TITLE_WIDTH = 26  # letters of a line above a small chart
BIN_STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000)


@dataclass(frozen=True)
class Histogram:
    """How often each value was seen, and the mean to mark."""

    name: str
    values: Sequence[float]
    counts: Sequence[float]
    mean: float


def histograms(key: str, panels: Sequence[Histogram], label: str, caption: str) -> Figure:
    """Small multiples on common scales; the first is drawn behind all others for comparison."""
    panels = panels[:MAX_PANELS]
    low = min(min(panel.values) for panel in panels)
    high = max(max(panel.values) for panel in panels)
    step = next((step for step in BIN_STEPS if (high - low) / step <= 28), BIN_STEPS[-1])
    edges = np.arange(step * (low // step), high + 2 * step, step) - (0.5 if step == 1 else 0.0)
    shares = [_binned(panel, edges) for panel in panels]
    alt = f"{caption} " + " ".join(
        f"{panel.name}: mean {words.plain(panel.mean, 1)}, most often "
        f"{_bin(edges, int(share.argmax()))}."
        for panel, share in zip(panels, shares, strict=True)
    )
    columns = min(len(panels), 4)
    rows = ceil(len(panels) / columns)
    lines = max(len(fill(panel.name, TITLE_WIDTH).splitlines()) for panel in panels)
    height = 1.35 + 0.15 * lines
    with style(key):
        figure = canvas(min(WIDTH, 1 + 2.6 * columns), 0.5 + height * rows + 0.5 * (rows == 1))
        axes = figure.subplots(rows, columns, sharex=True, sharey=True, squeeze=False).ravel()
        for i, axis in enumerate(axes):
            if i >= len(panels):
                axis.set_visible(False)
                continue
            axis.stairs(100 * shares[i], edges, fill=True, color=PALETTE[5])
            if i:
                axis.stairs(100 * shares[0], edges, color=FAINT, lw=1.2)
            axis.axvline(panels[i].mean, color=INK, lw=1.0, ls=(0, (3, 2)))
            axis.set_title(fill(panels[i].name, TITLE_WIDTH), fontsize=8)
            axis.tick_params(length=0)
        figure.supxlabel(label, fontsize=9)
        figure.supylabel("share (%)", fontsize=9)
        return Figure(inline(figure, alt), caption, alt)


def _bin(edges: Any, place: int) -> str:
    """A bin in words: its one whole number, or its ends."""
    low, high = edges[place], edges[place + 1]
    if high - low == 1:
        return words.plain((low + high) / 2, 0)
    return f"from {words.plain(low, 0)} to {words.plain(high - 1, 0)}"


def _binned(panel: Histogram, edges: Any) -> Any:
    found, _ = np.histogram(panel.values, bins=edges, weights=panel.counts)
    return found / max(found.sum(), 1)


@dataclass(frozen=True)
class Span:
    """Where a distribution lies: 5th, 50th and 95th percentile, and the mean."""

    name: str
    low: float
    middle: float
    high: float
    mean: float


def spans(key: str, rows: Sequence[Span], label: str, caption: str) -> Figure:
    """A line from the 5th to the 95th percentile, a dot at the median and a bar at the mean."""
    rows = rows[:MAX_ROWS]
    alt = f"{caption} " + " ".join(
        f"{row.name}: median {row.middle:g}, nine in ten from {row.low:g} to {row.high:g}, "
        f"mean {words.plain(row.mean, 1)}."
        for row in rows
    )
    with style(key):
        figure = canvas(WIDTH, 0.8 + 0.28 * len(rows))
        axis = figure.subplots()
        for y, row in enumerate(rows):
            axis.plot([row.low, row.high], [y, y], color=PALETTE[5], lw=4, solid_capstyle="round")
            axis.plot([row.mean], [y], "|", color=PALETTE[1], ms=11, mew=2)
            axis.plot([row.middle], [y], "o", color=PALETTE[0], ms=5)
        axis.set_yticks(range(len(rows)), [words.shortened(row.name) for row in rows])
        axis.set_ylim(len(rows) - 0.5, -0.5)
        axis.set_xlim(left=min(0.0, min(row.low for row in rows)))
        axis.set_xlabel(label)
        axis.grid(axis="x")
        axis.set_axisbelow(True)
        axis.tick_params(length=0)
        axis.spines["left"].set_visible(False)
        return Figure(inline(figure, alt), caption, alt)


def stacks(
    key: str, rows: Sequence[str], parts: Mapping[str, Sequence[float]], label: str, caption: str
) -> Figure:
    """One bar a row, cut into parts that add up to it; each part is named above the first bar."""
    rows = rows[:MAX_ROWS]
    alt = f"{caption} " + " ".join(
        f"{row}: " + ", ".join(f"{name} {values[y]:.1f}" for name, values in parts.items()) + "."
        for y, row in enumerate(rows)
    )
    with style(key):
        figure = canvas(WIDTH, 0.9 + 0.28 * len(rows))
        axis = figure.subplots()
        left = np.zeros(len(rows))
        for i, (name, values) in enumerate(parts.items()):
            lengths = np.asarray(values[: len(rows)], dtype=float)
            axis.barh(range(len(rows)), lengths, left=left, height=0.62, color=PALETTE[i], lw=0)
            place = ((i + 0.5) / len(parts), 1.0)
            axis.annotate(
                f"■ {name}",
                place,
                xytext=(0, 4),
                xycoords="axes fraction",
                textcoords="offset points",
                ha="center",
                color=PALETTE[i],
                fontweight="bold",
                fontsize=8,
            )
            left += lengths
        axis.set_yticks(range(len(rows)), list(map(words.shortened, rows)))
        axis.set_ylim(len(rows) - 0.5, -0.5)
        axis.set_xlabel(label)
        axis.tick_params(length=0)
        axis.spines["left"].set_visible(False)
        return Figure(inline(figure, alt), caption, alt)
