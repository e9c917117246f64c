"""Checks of strategies: does one play legally, repeat itself, and keep to what it may see?

It is asked again and again about the same decision: as it is, and with the cards that its seat
cannot see redrawn. Whatever it does wrong is counted, and the match goes on.
"""

import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

from simcards.checking import BEYOND, POINTS, CheckedTable, Fault
from simcards.design import Cell, Sitter
from simcards.engine import NO_WATCH, compiled
from simcards.errors import RunError
from simcards.game import Game
from simcards.strategy import check_params, find, parse_sitter

QUICK_MATCHES, QUICK_SECONDS = 200, 2.0  # of the check before a run: whichever comes first
FILLER = "random_legal"  # sits beside the strategy, to lead it where it would not go by itself
EXTRA_ASKS = 50  # for the clock
TIMED_MATCHES = 5


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
    kind: str = ""  # "compiled" or "Python"
    why: str = ""  # what kept it from being compiled
    rule_sets: int = 0
    matches: int = 0
    decisions: int = 0  # of the strategy, where it had a choice
    nanoseconds: float = 0.0  # a decision, the median of several matches

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong."""
        return all(point.ok for point in self.points)


def check(
    name: str, game: Game, rule_sets: Sequence[Any], n_matches: int, watch: Any = NO_WATCH
) -> Report:
    """Play `n_matches` of each rule set with the strategy in every seat, and as many beside others.

    `name` may set parameters (`planner:aim=2.5`). Raises UsageError where there is no such strategy
    or it does not play the game. A strategy that loops for ever never comes back from here; `watch`
    (int64[4]) tells another process what it was asked last.
    """
    sitter = parse_sitter(name)
    check_params(find(sitter.strategy), sitter.params)
    bot = compiled(game, sitter.strategy)
    cells = [
        Cell(2 * number + mixed, 2 * number + mixed, rules, sitters, 0, 0)
        for number, rules in enumerate(rule_sets)
        for mixed, sitters in enumerate(line_ups(sitter, rules.players))
    ]
    tables = [CheckedTable(game, cell, watch) for cell in cells]
    strict = [] if bot.is_python else [CheckedTable(game, cell, watch, bounds=True) for cell in cells]
    for table in tables:
        for match in range(n_matches):
            table.play(match)
    for table in strict:
        table.play(0, redraws=0)
    faults = [fault for table in (*tables, *strict) for fault in table.faults()]
    return Report(
        strategy=sitter.label,
        game=game.name,
        points=tuple(points(faults, sitter.label)),
        kind="Python" if bot.is_python else "compiled",
        why=bot.why,
        rule_sets=len(rule_sets),
        matches=n_matches * len(tables),
        decisions=sum(table.n_decisions for table in tables),
        nanoseconds=time_of(tables[0]),
    )


def line_ups(sitter: Sitter, n_seats: int) -> Iterator[tuple[Sitter, ...]]:
    """The strategy in every seat, and in one seat among fillers."""
    yield (sitter,) * n_seats
    if sitter.label != FILLER:
        yield (sitter, *(Sitter(FILLER),) * (n_seats - 1))


def points(faults: Iterable[Fault], label: str) -> Iterator[Point]:
    """Every point, ok or with the first fault against it."""
    mine = [fault for fault in faults if fault.cell.sitters[fault.seat].label == label]
    raises = any(fault.kind != BEYOND and fault.raised for fault in mine)
    for kind, (name, _) in POINTS.items():
        found = [fault for fault in mine if fault.kind == kind]
        if not found:
            yield Point(name, ok=True)
            continue
        times = sum(fault.count for fault in found)
        yield Point(name, ok=False, says=f"{found[0].text} ({place(found[0])}; {times:,} times)")


def place(fault: Fault) -> str:
    """Where a fault came first."""
    return f"seat {fault.seat}, match {fault.match}"


def time_of(table: CheckedTable) -> float:
    """Nanoseconds a decision: the median over a few matches, each played with and without more."""
    found = []
    for match in range(TIMED_MATCHES):
        seconds, n_decisions = [], []
        for extra in (0, EXTRA_ASKS):
            before, began = table.n_decisions, time.perf_counter()
            table.play(match, redraws=0, extra=extra)
            seconds.append(time.perf_counter() - began)
            n_decisions.append(table.n_decisions - before)
        if n_decisions[0]:
            found.append((seconds[1] - seconds[0]) * 1e9 / (EXTRA_ASKS * n_decisions[0]))
    return max(median(found), 0.0) if found else 0.0


# --- Before a run ---------------------------------------------


def quick(game: Game, cells: Sequence[Cell], watch: Any = NO_WATCH) -> None:
    """Look at every strategy of a run before it starts: a few hundred matches, a second or two.

    Raises RunError naming the strategy at fault, what it did, cell, match and seat.
    """
    tables = [CheckedTable(game, cell, watch) for cell in where_each_sits(cells)]
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
    where = f"checked before the run: seat {fault.seat}, cell {fault.cell.number}, match {fault.match}"
    return RunError(
        f"strategy {sitter.label!r} {fault.text} ({where}). "
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
