"""What happens in a worker process: play a part and write it.

Imports little, for a worker's start is time in which nobody plays. `play_part` is a plain function
of its arguments, so any `concurrent.futures.Executor` can run it.
"""

import logging
import logging.handlers
import mmap
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import groupby
from multiprocessing import connection, parent_process
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simcards import parts
from simcards.design import Cell
from simcards.game import Game, find_game

if TYPE_CHECKING:
    import numpy as np

log = logging.getLogger(__name__)

# One thread a worker: the workers already fill the machine.
ONE_THREAD = {
    name: "1"
    for name in (
        "POLARS_MAX_THREADS",
        "OMP_NUM_THREADS",
        "OPENBLAS_NUM_THREADS",
        "MKL_NUM_THREADS",
        "NUMBA_NUM_THREADS",
    )
}

# What a worker's watch says: four words that the driver writes (its WATCH_...), and one of ours.
MATCH, SEAT, TICKS, CELL, BUSY = range(5)
WATCH_WORDS = 5

_watch_file: Path | None = None  # this worker's, set by `start`
_warm: set[str] = set()  # the jobs whose kernels and strategies are loaded


@dataclass(frozen=True)
class Job:
    """All that a worker needs to know to play any part of a run."""

    game: str
    cells: tuple[Cell, ...]
    seed: int
    first: int
    n_blocks: int
    blocks_per_part: int
    plays: bool
    folder: Path
    digest: str  # of the config

    @property
    def n_parts(self) -> int:
        """How many parts there are."""
        return -(-self.n_blocks // self.blocks_per_part)

    def blocks(self, part: int) -> range:
        """The match numbers of a part."""
        return parts.blocks_of(part, self.blocks_per_part, self.n_blocks)


def start(log_queue: Any, level: int, watch_folder: Path) -> None:
    """Make a fresh worker process ready: deaf to Ctrl-C, its log sent home, its watch laid out."""
    global _watch_file
    os.environ.update(ONE_THREAD)  # before anything that reads it is imported
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    sys.stdout = sys.stderr  # what a strategy prints is no part of an answer
    root = logging.getLogger()
    root.handlers[:] = [logging.handlers.QueueHandler(log_queue)]
    root.setLevel(logging.WARNING)  # for what others say
    logging.getLogger("simcards").setLevel(level)
    logging.captureWarnings(True)
    _watch_file = watch_folder / str(os.getpid())
    _watch_file.write_bytes(bytes(8 * WATCH_WORDS))
    threading.Thread(target=_end_with_parent, daemon=True).start()
    log.info("worker %d started", os.getpid())


def _end_with_parent() -> None:
    """End this process when the parent is gone, however it went."""
    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(1)


@contextmanager
def watched() -> "Iterator[np.ndarray | None]":
    """The array that `engine.play` writes as it plays, seen by the parent; none outside a pool."""
    if _watch_file is None:
        yield None
        return
    import numpy as np

    with open(_watch_file, "r+b") as file:
        memory = mmap.mmap(file.fileno(), 0)
    words = np.frombuffer(memory, np.int64)
    words[TICKS] = 0  # no decision yet: what comes before the first is nobody's thinking
    words[BUSY] = 1
    try:
        yield words[:BUSY]
    finally:
        words[BUSY] = 0


def engine_of(job: Job, game: Game) -> Any:
    """The engine, with the job's kernels and strategies compiled or loaded in this process."""
    from simcards import engine
    from simcards.cache import compiling
    from simcards.jit import cache_folder

    if job.digest not in _warm:
        with compiling(cache_folder(), game.name):
            engine.warm(game, job.cells)
        _warm.add(job.digest)
    return engine


def prepare(job: Job) -> None:
    """Make this worker ready to play the job."""
    engine_of(job, find_game(job.game))


def work(job: Job, number: int) -> parts.Part:
    """Play a part as a worker of a pool: one line of the log for each."""
    part = play_part(job, number)
    log.info("part %d: %d hands in %.3f s", number, part.rows[parts.HANDS], part.seconds)
    return part


def check(job: Job) -> None:
    """Look at every strategy before the run, so that one at fault is named at once."""
    from simcards.check import quick

    game = find_game(job.game)
    engine_of(job, game)
    with watched() as watch:
        quick(game, job.cells, watch)


def play_part(job: Job, number: int) -> parts.Part:
    """Play the blocks of one part over all cells and write its files.

    Raises RunError when a strategy fails or a file cannot be written.
    """
    game = find_game(job.game)
    engine = engine_of(job, game)
    began = time.perf_counter()
    blocks = job.blocks(number)
    frames: dict[str, list[Any]] = {table: [] for table in parts.tables(job.plays)}
    with watched() as watch:
        for seats, cells in groupby(job.cells, key=lambda cell: cell.rules.players):
            played = engine.play(
                game, list(cells), job.seed, job.first, blocks, plays=job.plays, watch=watch
            )
            for table, found in frames.items():
                columns, arrays = parts.columns_of(game, table), getattr(played, table)
                found.append(parts.frame(columns, arrays, seats, game.max_seats))
    about = {"config_digest": job.digest, "part": number, "blocks": [blocks.start, blocks.stop]}
    rows = {table: sum(map(len, found)) for table, found in frames.items()}
    digests = {
        table: parts.write_file(parts.path_of(job.folder, table, number), found, about)
        for table, found in frames.items()
    }
    seconds = round(time.perf_counter() - began, 3)
    return parts.Part(number, (blocks.start, blocks.stop), rows, digests, seconds)
