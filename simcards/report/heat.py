"""A heat map of estimates: hue for the sign, strength for the size, the number in each field."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite

from simcards.report import words
from simcards.report.page import Figure
from simcards.report.svg import BAND, INK, PALETTE, canvas, inline, style
from simcards.stats import Estimate

LESS, MORE = PALETTE[0], PALETTE[1]
SIDE = 0.46  # inches of a field
LABELS = 2.2  # inches for the names at the left
STRONGEST = 0.75  # opacity of the largest
TOLD = 12  # fields told in words


@dataclass(frozen=True)
class Cell:
    """One field, its row and column counted from 0; `is_clear` sets it in bold."""

    row: int
    column: int
    estimate: Estimate
    is_clear: bool


def heat_map(
    key: str, labels: Sequence[str], cells: Sequence[Cell], metric: tuple[str, str], caption: str
) -> Figure:
    """Fields of `cells` between the same labels down and across; `metric` is its unit and title."""
    unit, title = metric
    scale = 100.0 if unit == words.SHARE else 1.0
    largest = max((abs(one.estimate.value) for one in cells if _known(one)), default=0.0) or 1.0
    alt = f"{caption} {_in_words(labels, cells, unit)}"
    n = len(labels)
    with style(key):
        figure = canvas(LABELS + SIDE * n + 0.3, LABELS + SIDE * n)
        axis = figure.subplots()
        for one in cells:
            value = one.estimate.value
            strength = STRONGEST * abs(value) / largest if _known(one) else 0.0
            corner, colour = (one.column - 0.5, one.row - 0.5), MORE if value > 0 else LESS
            axis.add_patch(_field(corner, colour, strength))
            axis.text(
                one.column,
                one.row,
                words.plain(value * scale, _places(value * scale, largest * scale), sign=True),
                ha="center",
                va="center",
                fontsize=7,
                color=INK,
                fontweight="bold" if one.is_clear else "normal",
            )
        axis.set_xlim(-0.5, n - 0.5)
        axis.set_ylim(n - 0.5, -0.5)
        axis.set_xticks(range(n), labels, rotation=45, ha="right", fontsize=8)
        axis.set_yticks(range(n), labels, fontsize=8)
        told = "percentage points" if unit == words.SHARE else words.unit_beside(title, unit)
        axis.set_title(f"{title} ({told})" if told else title)
        axis.tick_params(length=0)
        axis.set_aspect("equal")
        for spine in axis.spines.values():
            spine.set_visible(False)
        return Figure(inline(figure, alt), caption, alt)


def _field(corner: tuple[float, float], colour: str, strength: float) -> object:
    from matplotlib.patches import Rectangle

    return Rectangle(corner, 1, 1, facecolor=colour, edgecolor=BAND, lw=0.6, alpha=strength or 0.0)


def _places(value: float, largest: float) -> int:
    """Decimals of a field: none of a large number, which leaves the small ones theirs."""
    return 2 if largest < 1 else int(abs(value) < 10)


def _known(one: Cell) -> bool:
    return isfinite(one.estimate.value)


def _in_words(labels: Sequence[str], cells: Sequence[Cell], unit: str) -> str:
    largest = sorted((one for one in cells if _known(one)), key=lambda c: -abs(c.estimate.value))
    told = []
    for one in largest[:TOLD]:
        pair = (
            labels[one.row]
            if one.row == one.column
            else f"{labels[one.row]} with " + labels[one.column]
        )
        told.append(f"{pair}: {words.full(one.estimate, unit, sign=True)}.")
    return " ".join(told)
