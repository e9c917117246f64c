"""Worker processes as the parent sees them: starting, watching and ending them.

Never forked: polars and numba have threads, and a fork of those hangs. The only interface is
`concurrent.futures.Executor`.
"""

import contextlib
import logging
import multiprocessing
import os
import struct
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing.context import BaseContext
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, TypeVar

from simcards import workers
from simcards.design import Cell
from simcards.errors import RunError

T = TypeVar("T")
log = logging.getLogger(__name__)


def start_method() -> str:
    """How worker processes start on this system."""
    return "forkserver" if "forkserver" in multiprocessing.get_all_start_methods() else "spawn"


def context() -> BaseContext:
    """The multiprocessing context of this system."""
    return multiprocessing.get_context(start_method())


def make_ready() -> None:
    """Start what workers are born from, so that it loads while the caller still reads its config.

    The server of forkserver loads the engine once for all workers. It starts no thread: polars,
    which does, is imported in the workers.
    """
    if start_method() != "forkserver":
        return
    from multiprocessing import forkserver

    with environment(workers.ONE_THREAD), temporary_files():
        context().set_forkserver_preload(["simcards.preload"])
        forkserver.ensure_running()


@contextlib.contextmanager
def temporary_files() -> Iterator[None]:
    """Turn the lack of a place for temporary files into a RunError."""
    try:
        yield
    except OSError as error:
        raise RunError(
            f"no temporary file can be written: {error.strerror}. Make room, or set TMPDIR"
        ) from None


@contextlib.contextmanager
def environment(values: dict[str, str]) -> Iterator[None]:
    """Set environment variables for a while; a process started meanwhile keeps them."""
    before = {name: os.environ.get(name) for name in values}
    os.environ.update(values)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


def default_workers() -> int:
    """One worker for each core that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Pool:
    """A process pool whose workers can be watched, and ended at once."""

    def __init__(self, size: int, log_queue: Any, log_level: int) -> None:
        self.size = size
        make_ready()
        with temporary_files():
            self._folder = tempfile.TemporaryDirectory(prefix="simcards-")
        self._watches = Path(self._folder.name)  # one file a worker, named by its process number
        self._start = (log_queue, log_level, self._watches)
        self._others = set(multiprocessing.active_children())
        self._seen: dict[BaseProcess, tuple[tuple[int, ...], float]] = {}
        self._executor = self._new()

    def _new(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(
            self.size,
            mp_context=context(),
            initializer=workers.start,
            initargs=self._start,
        )

    def __enter__(self) -> "Pool":
        return self

    def __exit__(self, kind: type[BaseException] | None, *rest: object) -> None:
        if kind is not None:
            self.kill()
        self._executor.shutdown(cancel_futures=True)
        self._folder.cleanup()

    def submit(self, task: Callable[..., T], *args: Any) -> "Future[T]":
        """Hand a task to a worker."""
        return self._executor.submit(task, *args)

    def renew(self) -> None:
        """Start with new workers after one has died."""
        self.kill()
        self._executor.shutdown(cancel_futures=True)
        self._executor = self._new()

    def kill(self) -> None:
        """End every worker now."""
        for process in self._workers():
            process.kill()
            (self._watches / str(process.pid)).unlink(missing_ok=True)

    def _workers(self) -> set[BaseProcess]:
        """The living processes of this pool: never a number that may be another program's now."""
        return set(multiprocessing.active_children()) - self._others

    def look(self, patience: float, cells: tuple[Cell, ...]) -> None:
        """End the run when a worker has spent more than `patience` seconds on one decision.

        Loading and compiling, which come before a task's first decision, take what they take.
        Raises RunError that names the strategy, cell, match and seat; all workers are ended.
        """
        moment = time.monotonic()
        for process in self._workers():
            words = read_watch(self._watches / str(process.pid))
            seen, since = self._seen.get(process, ((), moment))
            deciding = words[workers.BUSY] and words[workers.TICKS]
            if not deciding or words != seen:
                self._seen[process] = (words, moment)
            elif moment - since > patience:
                self.kill()
                raise RunError(too_slow(words, patience, cells))


def read_watch(path: Path) -> tuple[int, ...]:
    """What a worker notes while it plays; zeros when it has not begun."""
    size = 8 * workers.WATCH_WORDS
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        content = b""
    return struct.unpack(f"={workers.WATCH_WORDS}q", content.ljust(size, b"\0")[:size])


def too_slow(words: tuple[int, ...], patience: float, cells: tuple[Cell, ...]) -> str:
    """The line for a strategy that does not come back."""
    match, seat, _, number, _ = words
    cell = next((cell for cell in cells if cell.number == number), cells[0])
    return (
        f"strategy {cell.sitters[seat].label!r} has thought for more than {patience:g} s about one "
        f"decision (cell {number}, match {match}, seat {seat}) and was ended. "
        "Repair it, or allow it more: --patience SECONDS"
    )
