"""The parent's part of playing: keep the workers busy, watch them, replace those that die."""

import logging
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from simcards import logs, workers
from simcards.cache import cache_root
from simcards.errors import RunError
from simcards.manifest import call_it
from simcards.parts import Part
from simcards.pool import Pool
from simcards.progress import Reporter
from simcards.stopping import Stop
from simcards.workers import Job

log = logging.getLogger(__name__)

POLL = 1.0  # seconds between two looks at the workers
IN_FLIGHT = 2  # tasks a worker: one in play, one waiting
TRIES = 2  # how often a part may be lost with its worker before the run gives up
SLOW_START = 3.0  # seconds after which people are told what takes so long


class Loop:
    """Tasks handed to a pool, at most two a worker at a time."""

    def __init__(
        self, job: Job, workers_: Pool, stop: Stop, reporter: Reporter, patience: float
    ) -> None:
        self.job, self.pool, self.stop, self.reporter = job, workers_, stop, reporter
        self.patience = patience
        self.losses: Counter[int] = Counter()

    def check(self, meanwhile: Callable[[], object]) -> None:
        """Start all workers, one of which tries the strategies; raises RunError if one fails.

        `meanwhile` is what the parent does while they start.
        """
        futures: set[Future[Any]] = {self.pool.submit(workers.check, self.job)}
        futures |= {self.pool.submit(workers.prepare, self.job) for _ in range(1, self.pool.size)}
        end_of_silence = time.monotonic() + SLOW_START
        meanwhile()
        while futures:
            done, futures = self.look(futures)
            for future in done:
                try:
                    future.result()
                except BrokenProcessPool:
                    raise RunError(
                        "a worker died while the strategies were tried out, before the first hand; "
                        f"see {self.job.folder / logs.FILE}, and: simcards strategies check NAME"
                    ) from None
                except OSError as error:
                    raise RunError(
                        f"{cache_root()}: compiled code cannot be written: "
                        f"{error.strerror or error}. Make room, or name another folder: "
                        "SIMCARDS_CACHE=DIR"
                    ) from None
            if self.stop.asked:
                self.pool.kill()
                return
            if futures and time.monotonic() > end_of_silence:
                end_of_silence = float("inf")
                self.reporter.say("preparing: strategies are tried out, and new code is compiled")

    def play(
        self, missing: Iterable[int], keep: Callable[[Part], object], show: Callable[[], object]
    ) -> None:
        """Play the parts `missing`, passing each to `keep`; after a Ctrl-C only those in play."""
        todo = deque(missing)
        flying: dict[Future[Part], int] = {}
        while todo or flying:
            if self.stop.asked:
                todo.clear()
                flying = {future: part for future, part in flying.items() if not future.cancel()}
            lost = self.submit(todo, flying)
            done, _ = self.look(flying)
            for future in done:
                number = flying.pop(future)
                try:
                    keep(future.result())
                except BrokenProcessPool:
                    lost.append(number)
            if lost:
                lost += flying.values()
                flying.clear()
                self.replace_workers(lost)
                todo.extendleft(sorted(lost, reverse=True))
            show()

    def submit(self, todo: deque[int], flying: "dict[Future[Part], int]") -> list[int]:
        """Fill up the workers; gives the part that found them dead, if one did."""
        while todo and len(flying) < IN_FLIGHT * self.pool.size:
            number = todo.popleft()
            try:
                flying[self.pool.submit(workers.work, self.job, number)] = number
            except BrokenProcessPool:
                return [number]
        return []

    def look(self, futures: "Iterable[Future[Any]]") -> "tuple[set[Future[Any]], set[Future[Any]]]":
        """Wait a moment for any of `futures`, then look after the workers; those done and not."""
        done, running = wait(futures, timeout=POLL, return_when=FIRST_COMPLETED)
        self.pool.look(self.patience, self.job.cells)
        return done, running

    def replace_workers(self, lost: Sequence[int]) -> None:
        """Start new workers in place of a dead one's; raises RunError when it was not the first."""
        self.losses.update(lost)
        named = ", ".join(map(str, sorted(lost)))
        if max(self.losses.values()) >= TRIES:
            raise RunError(
                f"a worker died again while parts {named} were in play: killed from outside, "
                f"out of memory, or crashed; see {self.job.folder / logs.FILE}. Recorded parts are "
                f"kept: simcards resume {call_it(self.job.folder)}, with fewer --workers if memory "
                "is short"
            )
        line = f"a worker died; parts {named} are played again by new ones"
        log.warning("%s", line)
        self.reporter.say(line)
        self.pool.renew()
