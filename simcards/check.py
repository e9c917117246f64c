"""Checks of strategies: does one play legally, repeat itself, and keep to what it may see?

It is asked again and again about the same decision: as it is, and with the cards that its seat
cannot see redrawn. Whatever it does wrong is counted, and the match goes on.
"""

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

from simcards.checking import (
    BEYOND,
    EXPLAINED_BY,
    POINTS,
    CheckedTable,
    Fault,
    first_failure,
    why_unbounded,
)
from simcards.defaults import CHECK_MATCHES
from simcards.design import Cell, Sitter
from simcards.engine import NO_WATCH
from simcards.errors import RunError
from simcards.game import Game
from simcards.signatures import compiled
from simcards.strategy import COMPILED, PYTHON, check_params, find, parse_sitter

TIMED_SECONDS = 2.0  # after which no more matches are timed
SECONDS = 10.0  # of a check in all, if its matches take longer
QUICK_MATCHES, QUICK_SECONDS = 200, 2.0  # the same for the check before a run, all tables together
FILLER = "random_legal"  # sits beside the strategy, to lead it where it would not go by itself
TIMED_MATCHES = 5
EXTRA_ASKS = {COMPILED: 50, PYTHON: 5}  # for the clock


@dataclass(frozen=True)
class Point:
    """One thing that is asked of a strategy, and whether it did so."""

    name: str
    ok: bool
    says: str = ""


@dataclass(frozen=True)
class Report:
    """What a check found."""

    strategy: str
    game: str
    points: tuple[Point, ...]
    kind: str = ""  # COMPILED or PYTHON
    why: str = ""  # what kept it from being compiled
    unbounded: str = ""  # what kept the bounds of its arrays from being checked
    rule_sets: int = 0
    matches: int = 0
    decisions: int = 0  # of the strategy, where it had a choice
    nanoseconds: float = 0.0  # a decision, the median of several matches

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong."""
        return all(point.ok for point in self.points)


def check(
    name: str,
    game: Game,
    rule_sets: Mapping[str, Any],
    n_matches: int = CHECK_MATCHES,
    watch: Any = NO_WATCH,
) -> Report:
    """Play a strategy in every seat, and in one seat beside others, under each named rule set.

    `name` may set parameters (`planner:aim=2.5`). At most `n_matches` a rule set and line-up, fewer
    of a slow strategy. Raises UsageError where there is no such strategy or it does not play the
    game. From a strategy that loops for ever this never comes back; `watch` (int64[4]) tells
    another process what it was asked last.
    """
    sitter = parse_sitter(name)
    check_params(find(sitter.strategy), sitter.params)
    bot = compiled(game, sitter.strategy)
    cells = [
        Cell(number, number, rules, sitters, 0, 0)
        for number, (rules, sitters) in enumerate(settings(sitter, rule_sets.values()))
    ]
    tables = [CheckedTable(game, cell, watch) for cell in cells]
    unbounded = why_unbounded(game, sitter.strategy)
    bounded = (
        []
        if bot.is_python or unbounded
        else [CheckedTable(game, cell, watch, True) for cell in cells]
    )
    first_failure()  # forget what others raised
    n_played = play_all(tables, n_matches, SECONDS)
    for table in bounded:
        table.play(0, redraws=0)
    faults = [fault for table in (*tables, *bounded) for fault in table.faults()]
    found = points(faults, sitter.label, list(rule_sets))
    return Report(
        strategy=sitter.label,
        game=game.name,
        points=tuple(p for p in found if not unbounded or p.name != POINTS[BEYOND][0]),
        kind=bot.kind,
        why=bot.why,
        unbounded=unbounded,
        rule_sets=len(rule_sets),
        matches=n_played,
        decisions=sum(table.n_decisions(sitter.label) for table in tables),
        nanoseconds=time_of(tables[0], EXTRA_ASKS[bot.kind]),
    )


N_LINE_UPS = 2  # under each rule set


def settings(sitter: Sitter, rule_sets: Iterable[Any]) -> Iterator[tuple[Any, tuple[Sitter, ...]]]:
    """Each rule set with the strategy in every seat, and with it in one seat among fillers."""
    for rules in rule_sets:
        yield rules, (sitter,) * rules.players
        yield rules, (sitter, *(Sitter(FILLER),) * (rules.players - 1))


def play_all(tables: Sequence[CheckedTable], n_matches: int, seconds: float) -> int:
    """Play match after match at every table until there are enough; says how many were played."""
    end = time.monotonic() + seconds
    for match in range(n_matches):
        for table in tables:
            table.play(match)
        if time.monotonic() > end:
            return (match + 1) * len(tables)
    return n_matches * len(tables)


def points(faults: Iterable[Fault], label: str, names: Sequence[str]) -> Iterator[Point]:
    """Every point, ok or with the first fault against it and how often that came.

    What another fault explains is left out: a strategy that does not repeat itself says nothing
    about hidden cards, one that raises nothing about bounds.
    """
    mine = [fault for fault in faults if fault.cell.sitters[fault.seat].label == label]
    kinds = {fault.kind for fault in mine}
    for kind, (name, _) in POINTS.items():
        found = [fault for fault in mine if fault.kind == kind]
        if not found:
            yield Point(name, ok=True)
        elif EXPLAINED_BY.get(kind) not in kinds:
            times = sum(fault.count for fault in found)
            variant = names[found[0].cell.number // N_LINE_UPS]
            where = f"{variant}, seat {found[0].seat}, match {found[0].match}"
            yield Point(name, ok=False, says=f"{found[0].text} ({where}; {times:,} times in all)")


def time_of(table: CheckedTable, extra: int) -> float:
    """Nanoseconds a decision: the median over a few matches, each played with and without more.

    One match is enough of a strategy that takes its time.
    """
    found: list[float] = []
    end = time.monotonic() + TIMED_SECONDS
    for match in range(TIMED_MATCHES):
        if found and time.monotonic() > end:
            break
        before = table.n_decisions()
        seconds = []
        for asks in (0, extra):
            began = time.perf_counter()
            table.play(match, redraws=0, extra=asks)
            seconds.append(time.perf_counter() - began)
        n_decisions = (table.n_decisions() - before) / len(seconds)
        found.append((seconds[1] - seconds[0]) * 1e9 / (extra * max(n_decisions, 1)))
    return max(median(found), 0.0)


# --- Before a run ---------------------------------------------


def quick(game: Game, cells: Sequence[Cell], watch: Any = None) -> None:
    """Look at every strategy of a run before it starts: a few hundred matches, a second or two.

    Raises RunError naming the strategy at fault, what it did, cell, match and seat.
    """
    watch = NO_WATCH if watch is None else watch
    tables = [CheckedTable(game, cell, watch) for cell in where_each_sits(cells)]
    first_failure()  # forget what others raised
    end = time.monotonic() + QUICK_SECONDS
    for match in range(max(1, QUICK_MATCHES // len(tables))):
        for table in tables:
            table.play(match)
            for fault in table.faults():
                raise fault_error(game, fault)
        if time.monotonic() > end:
            return


def fault_error(game: Game, fault: Fault) -> RunError:
    """The line that names who did what, and where."""
    sitter = fault.cell.sitters[fault.seat]
    return RunError(
        f"strategy {sitter.label!r} {fault.text} (in the check before the run: seat {fault.seat}, "
        f"cell {fault.cell.number}, match {fault.match}). "
        f"See: simcards strategies check {sitter.label} --game {game.name}"
    )


def where_each_sits(cells: Sequence[Cell]) -> list[Cell]:
    """The first cell of each strategy, parameters and all."""
    known: set[str] = set()
    chosen = []
    for cell in cells:
        labels = {sitter.label for sitter in cell.sitters}
        if not labels <= known:
            known |= labels
            chosen.append(cell)
    return chosen
