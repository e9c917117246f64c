"""Run folders: finding them, opening them, checking them.

results/<run>/  config.toml manifest.json parts.jsonl cells.parquet hands/ matches/ plays/
                records.duckdb log.txt report/
"""

import contextlib
import os
from collections.abc import Callable, Iterator
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from simcards import cells, database, manifest, parts
from simcards.database import connect
from simcards.defaults import RESULTS
from simcards.errors import DataError, RunError, UsageError, unknown
from simcards.manifest import Manifest

if TYPE_CHECKING:
    import polars as pl

__all__ = ["RESULTS", "Run", "connect", "find", "lock", "open_run", "runs", "verify"]

LATEST = "latest"
LOCK = ".lock"
INTERRUPTED = "interrupted"


def ignore(fault: DataError) -> None:
    """Say nothing of a fault."""


def runs(
    results: Path = RESULTS, on_fault: Callable[[DataError], None] = ignore
) -> list[tuple[Path, Manifest]]:
    """The runs of a folder that can be read, oldest first; `on_fault` hears of all others."""
    found = []
    for path in sorted(results.glob(f"*/{manifest.FILE}")):
        try:
            found.append((path.parent, Manifest.read(path.parent)))
        except DataError as fault:
            on_fault(fault)
    return sorted(found, key=lambda run: (run[1].started, run[0].name))


def find(name: str, results: Path = RESULTS) -> Path:
    """The folder of a run given by name, unique prefix, path, or `latest`.

    Raises UsageError with the choices.
    """
    if (results / name / manifest.FILE).is_file():
        return results / name
    if (Path(name) / manifest.FILE).is_file():
        return Path(name)
    there = runs(results)
    names = [path.name for path, _ in there]
    if not there:
        raise UsageError(
            f"unknown run {name!r}: {results} holds no runs. Play one: simcards run CONFIG"
        )
    if name == LATEST:
        return there[-1][0]
    near = [path for path, _ in there if path.name.startswith(name)]
    if len(near) > 1:
        several = ", ".join(sorted(path.name for path in near))
        raise UsageError(f"run {name!r} may be {several}; write more of its name")
    if not near:
        raise UsageError(unknown("run", name, [*names, LATEST], "simcards runs list"))
    return near[0]


class Run:
    """A run opened for questions. Tables are polars data frames, read when first asked for."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.manifest = Manifest.read(folder)

    def __repr__(self) -> str:
        about = self.manifest
        return (
            f"<run {about.run}: {about.game}, {about.hands:,} hands, {state(self.folder, about)}>"
        )

    @cached_property
    def hands(self) -> "pl.DataFrame":
        """One row a hand, as recorded."""
        return self._table(parts.HANDS)

    @cached_property
    def matches(self) -> "pl.DataFrame":
        """One row a match, as recorded."""
        return self._table(parts.MATCHES)

    @cached_property
    def cells(self) -> "pl.DataFrame":
        """One row a cell: rule set, line-up and rotation."""
        import polars as pl

        return pl.read_parquet(self.folder / cells.FILE)

    def scan(self, table: str) -> "pl.LazyFrame":
        """A fact table as a lazy frame, for runs that do not fit in memory."""
        import polars as pl

        choices = parts.tables(self.manifest.plays)
        if table not in choices:
            raise UsageError(unknown("table", table, choices))
        journal = parts.read_journal(self.folder)
        paths = [parts.path_of(self.folder, table, number) for number in journal]
        if not paths:
            raise DataError(f"{self.folder}: no hand has been recorded yet")
        return pl.scan_parquet(paths)

    def _table(self, table: str) -> "pl.DataFrame":
        return self.scan(table).collect()

    def query(self, sql: str) -> "pl.DataFrame":
        """The answer to an SQL question over hands, matches, cells and the views."""
        with contextlib.closing(connect(self.folder)) as connection:
            return database.frame(connection, sql)


def open_run(run: str | Path, results: Path = RESULTS) -> Run:
    """Open a run given by name, unique prefix, path, or `latest`."""
    return Run(find(str(run), results))


def verify(folder: Path) -> list[str]:
    """Everything that is wrong with a run's files, one line each; empty when all is as written."""
    about = Manifest.read(folder)
    journal = parts.read_journal(folder)
    faults = [parts.file_fault(folder / name, digest) for name, digest in about.sha256.items()]
    for number in range(about.n_parts):
        if number in journal:
            faults.append(parts.fault(folder, journal[number]))
        elif about.state == manifest.DONE:
            faults.append(f"{folder / parts.JOURNAL}: part {number} is missing")
    return [fault for fault in faults if fault]


@contextlib.contextmanager
def lock(folder: Path) -> Iterator[None]:
    """Keep a second process from playing into the same folder, where the system has file locks."""
    try:
        import fcntl
    except ImportError:  # not on Windows
        yield
        return
    try:
        handle = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT, 0o644)
    except OSError as error:
        raise RunError(manifest.cannot_write(folder, error)) from None
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    except BlockingIOError:
        raise UsageError(f"{folder}: another process is playing this run; wait for it") from None
    finally:
        os.close(handle)


def state(folder: Path, about: Manifest) -> str:
    """The state of a run; one that says it is running, but that no process holds, was cut off."""
    if about.state != manifest.RUNNING:
        return about.state
    try:
        with lock(folder):
            return INTERRUPTED
    except (UsageError, RunError):  # it is held, or cannot be asked
        return manifest.RUNNING


def clean(folder: Path) -> None:
    """Remove what interrupted writers left beside their files."""
    for pattern in (".*.tmp", "*/.*.tmp"):
        for path in folder.glob(pattern):
            path.unlink(missing_ok=True)
