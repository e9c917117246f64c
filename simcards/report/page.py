"""What a report is made of, before it has a look: sections of text, charts and tables."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Table:
    """Rows of ready-made text. The first `n_labels` columns are words, the others numbers.

    With `weights`, one a row, a table too long to be read keeps the heaviest, as `chosen` says.
    """

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]
    note: str = ""
    folded: bool = False  # depth: shown on demand
    n_labels: int = 1
    weights: Sequence[float] = ()
    chosen: str = ""  # what the heaviest rows are


def heaviest(
    weights: Iterable[float], most: int, shown: Sequence[Any] = (), chosen: int = 0
) -> list[int]:
    """The places of the largest weights, largest first; all in their order if no more than `most`.

    Of more, as many are `chosen` (by default `most`), and of those `shown` alike the first only.
    """
    found = list(weights)
    if len(found) <= most:
        return list(range(len(found)))
    ordered = sorted(range(len(found)), key=lambda i: -found[i])
    first: dict[Any, int] = {}
    for i in ordered:
        first.setdefault(repr(shown[i]) if shown else i, i)
    return list(first.values())[: chosen or most]


@dataclass(frozen=True)
class Figure:
    """A chart as inline SVG, its caption, and the same in words for who cannot see it."""

    svg: str
    caption: str
    alt: str


@dataclass(frozen=True)
class Section:
    """One topic: first what was found, in words, then charts and tables that show it."""

    key: str
    title: str
    lead: Sequence[str]
    figures: Sequence[Figure] = ()
    tables: Sequence[Table] = ()
    notes: Sequence[str] = ()
    headline: str = ""  # one line for the terminal
    findings: Any = field(default=())  # dataclasses behind the words, for findings.json


@dataclass(frozen=True)
class Page:
    """A whole report."""

    title: str
    question: str
    facts: Sequence[tuple[str, str]]
    sections: Sequence[Section]

    @property
    def headlines(self) -> list[str]:
        """The three lines that say most."""
        return [section.headline for section in self.sections if section.headline][:3]
