"""The nouns of an experiment: contests, their cells, and blocks.

    run > contest (a rule set and a line-up) > cell (one rotation of it) > match > hand

A block is one match number over all cells: the same cards for every rule set, line-up and rotation.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Sitter:
    """A strategy with its parameters, as it sits down: `planner:aim=2.5`."""

    strategy: str  # a name, or the path of a Python file
    params: Mapping[str, float] = field(default_factory=dict)  # only those that are set

    @property
    def label(self) -> str:
        """The text that names it, and parses back to it."""
        if not self.params:
            return self.strategy
        settings = (f"{name}={plain(value)}" for name, value in sorted(self.params.items()))
        return f"{self.strategy}:{','.join(settings)}"


def plain(value: float) -> str:
    """A number as short as can be and still read back as itself: 2, 2.5."""
    return repr(float(value)).removesuffix(".0")


@dataclass(frozen=True)
class Contest:
    """A rule set and a line-up."""

    number: int
    rules: Any  # the game's Rules
    line_up: tuple[Sitter, ...]  # as written in the config, one a seat

    @property
    def is_mirror(self) -> bool:
        """Whether one strategy fills every seat."""
        return len({sitter.label for sitter in self.line_up}) == 1


@dataclass(frozen=True)
class Cell:
    """One rotation of a contest.

    Seat s holds `sitters[s]`; `turn` is added to the first dealer of every match (mirrors turn the
    dealer over the same cards, since rotating equal strategies would play identical rows).
    """

    number: int
    contest: int
    rules: Any
    sitters: tuple[Sitter, ...]
    rotation: int
    turn: int


@dataclass(frozen=True)
class Experiment:
    """What to play, fully resolved: cells x blocks, with everything the results depend on."""

    game: str
    seed: int
    n_blocks: int  # matches of each cell
    first: int  # seat that deals the first hand of every match, or RANDOM_FIRST
    contests: tuple[Contest, ...]
    cells: tuple[Cell, ...]


RANDOM_FIRST = -1


def remarks(rule_sets: Iterable[Any]) -> list[str]:
    """What to know of odd rule sets among these, a line each, with how many it is said of."""
    said = Counter(line for rules in rule_sets for line in getattr(rules, "remarks", ()))
    return [f"{n:,} rule set{'' if n == 1 else 's'}: {line}" for line, n in said.items()]


def rotations_of(
    contest: Contest, wanted: str | int
) -> Iterator[tuple[tuple[Sitter, ...], int, int]]:
    """The sitters, rotation and turn of each cell of a contest: only what plays differently.

    Rotation r seats the line-up r places further on; a mirror turns the first dealer instead.
    """
    line_up = contest.line_up
    labels = [sitter.label for sitter in line_up]
    n = len(line_up)
    period = next(r for r in range(1, n + 1) if labels[-r:] + labels[:-r] == labels)
    distinct = n if contest.is_mirror else period
    most = distinct if wanted == "all" else 1 if wanted == "none" else int(wanted)
    for r in range(min(distinct, most)):
        if contest.is_mirror:
            yield line_up, r, r
        else:
            yield line_up[n - r :] + line_up[: n - r], r, 0
