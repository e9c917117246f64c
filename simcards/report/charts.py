"""The charts of a report: whiskers are 95% intervals; alt text comes from the numbers."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite
from textwrap import fill
from typing import Any

from matplotlib.lines import Line2D

from simcards.report import words
from simcards.report.page import Figure
from simcards.report.svg import BAND, FAINT, INK, MARKERS, PALETTE, canvas, inline, style
from simcards.stats import Estimate

INTERVALS = "Whiskers are 95% intervals over blocks."
MAX_ROWS = 24  # of a chart; the table beneath holds all
MAX_CHOSEN = 12  # of a chart that has to choose among more
WIDTH = 8.0
LINE = 44  # letters of a row's name in a line; names take two lines at most


@dataclass(frozen=True)
class Series:
    """One estimate a row; None where there is none."""

    name: str
    estimates: Sequence[Estimate | None]


@dataclass(frozen=True)
class Panel:
    """One scale of a dot-and-whisker chart; the charts' rows are common to its panels."""

    title: str
    unit: str
    series: Sequence[Series]
    reference: float | None = 0.0  # the fair value or no effect
    margin: float = 0.0  # shaded around the reference: too small to matter
    sign: bool = True


def whiskers(key: str, rows: Sequence[str], panels: Sequence[Panel], caption: str) -> Figure:
    """A dot and a 95 % whisker for each row, series and panel; panels have the same series."""
    if len(rows) > MAX_ROWS:
        caption = f"{caption} The first {MAX_ROWS} of {words.count(len(rows))} rows."
        rows = rows[:MAX_ROWS]
    n_series = max(len(panel.series) for panel in panels)
    alt = f"{caption} {_whiskers_in_words(rows, panels)}"
    with style(key):
        names = list(map(_in_lines, rows))
        n_lines = max((name.count("\n") + 1 for name in names), default=1)
        figure = canvas(WIDTH, 0.9 + len(rows) * max(0.15 * n_lines + 0.15, 0.13 * n_series + 0.12))
        axes = figure.subplots(1, len(panels), sharey=True, squeeze=False)[0]
        for axis, panel in zip(axes, panels, strict=True):
            _draw_panel(axis, rows, panel)
        if n_series > 1:
            _name_series(figure, panels)
        axes[0].set_yticks(range(len(rows)), names)
        axes[0].set_ylim(len(rows) - 0.5, -0.5)
        return Figure(inline(figure, alt), caption, alt)


def _in_lines(name: str) -> str:
    """A row's name in two lines at most, a bot beside how often it sits there."""
    return fill(words.shortened(name, 2 * LINE - 20).replace(" x", "\u00a0x"), LINE)


def _draw_panel(axis: Any, rows: Sequence[str], panel: Panel) -> None:
    scale = 100.0 if panel.unit == words.SHARE else 1.0
    if panel.margin:
        middle = (panel.reference or 0.0) * scale
        axis.axvspan(middle - panel.margin * scale, middle + panel.margin * scale, color=BAND, lw=0)
    if panel.reference is not None:
        axis.axvline(panel.reference * scale, color=FAINT, lw=1.2, zorder=1)
    step = 0.56 / max(len(panel.series) - 1, 1)
    for i, series in enumerate(panel.series):
        shift = (i - (len(panel.series) - 1) / 2) * step if len(panel.series) > 1 else 0.0
        for y, estimate in enumerate(series.estimates[: len(rows)]):
            if estimate is None or not isfinite(estimate.value):
                continue
            colour, x = PALETTE[i % len(PALETTE)], estimate.value * scale
            if isfinite(estimate.half):
                ends = [estimate.low * scale, estimate.high * scale]
                axis.plot(ends, [y + shift] * 2, color=colour, solid_capstyle="butt")
            axis.plot([x], [y + shift], MARKERS[i % len(MARKERS)], color=colour, ms=4.5)
    is_difference = panel.sign and panel.unit == words.SHARE
    unit = words.unit_beside(panel.title, words.PERCENTAGE_POINTS if is_difference else panel.unit)
    axis.set_xlabel(f"{panel.title} ({unit})" if unit else panel.title)
    axis.grid(axis="x")
    axis.set_axisbelow(True)
    axis.tick_params(length=0)
    axis.spines["left"].set_visible(False)


def _name_series(figure: Any, panels: Sequence[Panel]) -> None:
    """Name each series once, above all panels, in its colour and with its marker."""
    names = max((panel.series for panel in panels), key=len)
    handles = [
        Line2D([], [], color=PALETTE[i % len(PALETTE)], marker=MARKERS[i % len(MARKERS)], ls="")
        for i in range(len(names))
    ]
    figure.legend(
        handles,
        [series.name for series in names],
        loc="outside upper center",
        ncols=len(names),
        labelcolor="linecolor",
        frameon=False,
        handletextpad=0.2,
        prop={"weight": "bold", "size": 8},
    )


def _whiskers_in_words(rows: Sequence[str], panels: Sequence[Panel]) -> str:
    said = []
    for panel in panels:
        for y, row in enumerate(rows[:12]):
            found = [
                f"{series.name + ' ' if series.name else ''}"
                f"{words.full(series.estimates[y], panel.unit, panel.sign)}"  # type: ignore[arg-type]
                for series in panel.series
                if series.estimates[y] is not None
            ]
            if found:
                said.append(f"{panel.title}, {row}: {'; '.join(found)}.")
    return " ".join(said)


@dataclass(frozen=True)
class BidPanel:
    """What came of each bid of one strategy: tricks taken, and how often it was bid."""

    name: str
    bids: Sequence[int]
    taken: Sequence[Estimate]
    counts: Sequence[int]


def calibration(key: str, panels: Sequence[BidPanel], caption: str) -> Figure:
    """Tricks taken against tricks bid, with the diagonal, and the counts beneath."""
    said = [
        f"{panel.name}: "
        + "; ".join(
            f"bid {bid} took {words.full(taken, words.TRICKS)}, {words.count(n)} hands"
            for bid, taken, n in zip(panel.bids, panel.taken, panel.counts, strict=True)
        )
        for panel in panels
    ]
    alt = f"{caption} {'. '.join(said)}."
    top = max(max(panel.bids, default=1) for panel in panels)
    with style(key):
        figure = canvas(min(WIDTH, 1.0 + 2.6 * len(panels)), 3.6)
        grid = figure.subplots(
            2, len(panels), sharex=True, sharey="row", squeeze=False, height_ratios=(3, 1)
        )
        for i, panel in enumerate(panels):
            upper, lower = grid[0][i], grid[1][i]
            upper.plot([-0.4, top + 0.4], [-0.4, top + 0.4], color=FAINT, lw=1.2)
            for bid, taken in zip(panel.bids, panel.taken, strict=True):
                if isfinite(taken.half):
                    upper.plot([bid, bid], [taken.low, taken.high], color=PALETTE[0])
                upper.plot([bid], [taken.value], "o", color=PALETTE[0], ms=4.5)
            lower.bar(panel.bids, panel.counts, width=0.7, color=PALETTE[5])
            upper.set_title(panel.name, color=INK)
            lower.set_xlabel("tricks bid")
            lower.set_xticks(range(top + 1))
            for axis in (upper, lower):
                axis.grid(axis="y")
                axis.set_axisbelow(True)
                axis.tick_params(length=0)
        grid[0][0].set_ylabel("tricks taken (mean)")
        grid[1][0].set_ylabel("hands")
        grid[1][0].yaxis.set_major_formatter(lambda value, _: _short(value))
        return Figure(inline(figure, alt), caption, alt)


def _short(value: float) -> str:
    for size, letter in ((1e6, "M"), (1e3, "k")):
        if value >= size:
            return f"{value / size:g}{letter}"
    return f"{value:g}"
