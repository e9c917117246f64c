"""How fast a game plays, and a fingerprint of what was played.

Compiling and starting are timed apart. The fingerprint is a sum of 64-bit digests, one a hand, so
it is the same on every machine, for any number of workers and any part size.
"""

import math
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from simcards import parts, workers
from simcards.design import RANDOM_FIRST, Cell
from simcards.errors import UsageError
from simcards.game import Game, find_game
from simcards.pool import context, environment
from simcards.strategy import check_params, find, parse_sitter

SEED = 99
SAMPLE = 64  # matches that tell how many hands one has
Totals = tuple[int, int, int]  # hands, decisions, digest


@dataclass(frozen=True)
class Speed:
    """What a benchmark measured; in `seconds` matches were played and nothing else was done."""

    game: str
    variant: str
    strategies: tuple[str, ...]
    records: str
    workers: int
    hands: int
    decisions: int
    seconds: float
    seconds_starting: float
    hands_per_second: int
    decisions_per_second: int
    fingerprint: str


@dataclass(frozen=True)
class Task:
    """Matches to be played by one worker; the n-th file of `folder` takes their records."""

    game: str
    cell: Cell
    matches: range
    number: int
    folder: Path | None  # None: no records


def bench_cell(game: Game, variant: str, strategies: Sequence[str]) -> Cell:
    """The cell to play; a lone strategy fills every seat.

    Raises UsageError for an unknown variant or strategy, or a line-up of the wrong size.
    """
    rules = game.variant(variant) if variant else game.make_rules({})
    names = list(strategies) * (rules.players if len(strategies) == 1 else 1)
    if len(names) != rules.players:
        raise UsageError(
            f"{len(names)} strategies for {rules.players} seats: "
            "name one for all seats, or one a seat"
        )
    sitters = tuple(parse_sitter(name) for name in names)
    for sitter in sitters:
        check_params(find(sitter.strategy), sitter.params)
    return Cell(0, 0, rules, sitters, 0, 0)


def bench(  # noqa: PLR0913  what to play, and how
    game: Game, variant: str, strategies: Sequence[str], hands: int, n_workers: int, part: int,
    records: bool = False,
) -> Speed:  # fmt: skip
    """Play about `hands` hands in tasks of about `part` hands, and time them.

    With `records` each task also writes its hands to Parquet, in a folder that goes away.
    """
    from simcards import engine

    began = time.perf_counter()
    cell = bench_cell(game, variant, strategies)
    engine.warm(game, [cell])
    sample = engine.play(game, cell, SEED, RANDOM_FIRST, range(SAMPLE))
    per_match = len(sample.hands["hand"]) / SAMPLE
    n_matches = math.ceil(hands / per_match)
    step = max(1, round(part / per_match))
    with tempfile.TemporaryDirectory(prefix="simcards-bench-") as place, mapper(n_workers) as play:
        folder = Path(place) if records else None
        tasks = [
            Task(game.name, cell, range(first, min(first + step, n_matches)), number, folder)
            for number, first in enumerate(range(0, n_matches, step))
        ]
        list(play(measure, [Task(game.name, cell, range(1), 0, None)] * n_workers))  # all are awake
        start = time.perf_counter()
        totals = list(play(measure, tasks))
        seconds = time.perf_counter() - start
    n_hands, n_decisions, digest = (sum(column) for column in zip(*totals, strict=True))
    return Speed(
        game=game.name,
        variant=variant,
        strategies=tuple(sitter.label for sitter in cell.sitters),
        records="hands" if records else "none",
        workers=n_workers,
        hands=n_hands,
        decisions=n_decisions,
        seconds=round(seconds, 4),
        seconds_starting=round(start - began, 3),
        hands_per_second=round(n_hands / seconds),
        decisions_per_second=round(n_decisions / seconds),
        fingerprint=f"{digest % 2**64:016x}",
    )


@contextmanager
def mapper(n_workers: int) -> Iterator[Any]:
    """A `map` over this process alone, or over a pool of fresh ones."""
    if n_workers == 1:
        yield map
        return
    with (
        environment(workers.ONE_THREAD),
        ProcessPoolExecutor(n_workers, mp_context=context()) as executor,
    ):
        yield executor.map


def measure(task: Task) -> Totals:
    """Play one task, with or without writing its records."""
    from simcards import engine

    game = find_game(task.game)
    if task.folder is None:
        return engine.fingerprint(game, task.cell, SEED, RANDOM_FIRST, task.matches)
    played = engine.play(game, task.cell, SEED, RANDOM_FIRST, task.matches, digest=True)
    for table in parts.tables(plays=False):
        columns, arrays = parts.columns_of(game, table), getattr(played, table)
        frame = parts.frame(columns, arrays, task.cell.rules.players, game.max_seats)
        parts.write_file(parts.path_of(task.folder, table, task.number), [frame], {})
    return len(played.hands["hand"]), played.n_decisions, played.digest
