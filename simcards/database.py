"""The DuckDB side of a run: `records.duckdb`, and a read-only connection with or without it."""

import contextlib
import logging
import os
import tempfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from simcards import cells, parts, views
from simcards.errors import DataError, RunError, UsageError, unknown
from simcards.game import find_game
from simcards.manifest import FILE as MANIFEST
from simcards.manifest import Manifest, cannot_write, discard

if TYPE_CHECKING:
    import duckdb
    import polars as pl

T = TypeVar("T")
Rows = Iterator[list[tuple[Any, ...]]]

log = logging.getLogger(__name__)

FILE = "records.duckdb"
EXPORTS = "export"  # the one folder of a run that others may write into
MEMORY = "300MB"  # with Python and the rest a process stays below 600 MB
THREADS = 4  # more need more memory, and a query gains little
BATCH = 2000  # rows fetched at a time
FORMATS = {"csv": "FORMAT csv, HEADER", "parquet": "FORMAT parquet, COMPRESSION zstd"}
TABLE_NAMES = "SELECT table_name FROM information_schema.tables"


def build(folder: Path, manifest: Manifest) -> None:
    """Make `records.duckdb` from the parts: tables hands, matches, cells (plays), and the views.

    Whole or not at all. Raises RunError when there is no room for it.
    """
    import duckdb

    beside = folder / f".{FILE}.tmp"
    remove(folder)
    try:
        with contextlib.closing(duckdb.connect(beside)) as database, limited(database):
            database.execute("SET preserve_insertion_order = false")
            for table, source in sources(folder, manifest).items():
                statement = f"CREATE TABLE {table} AS SELECT * FROM {source}"
                interruptible(database, database.execute, statement)
            for statement in views.create(find_game(manifest.game)):
                interruptible(database, database.execute, statement)
        os.replace(beside, folder / FILE)
    except duckdb.IOException as error:
        remove(folder)
        raise RunError(cannot_write(folder / FILE, error)) from None


def interruptible(
    database: "duckdb.DuckDBPyConnection", task: Callable[..., T], *args: object
) -> T:
    """What `task(*args)` gives, which keeps `database` busy; a Ctrl-C ends it within a moment.

    The task has a thread of its own: while DuckDB works in the main thread, which alone hears
    signals, Python may not come round to them before the answer is there.
    """
    with ThreadPoolExecutor(1) as pool:
        future = pool.submit(task, *args)
        try:
            return future.result()
        except KeyboardInterrupt:
            while not future.done():  # what comes between two statements is lost on DuckDB
                with contextlib.suppress(KeyboardInterrupt):
                    database.interrupt()
                    wait([future], timeout=0.05)
            raise


def remove(folder: Path) -> None:
    """Take `records.duckdb` away, with what an interrupted build left."""
    for name in (FILE, f".{FILE}.tmp", f".{FILE}.tmp.wal"):
        (folder / name).unlink(missing_ok=True)


def sources(folder: Path, manifest: Manifest) -> dict[str, str]:
    """Where each table's rows are, as SQL: the files of all parts in the journal."""
    journal = parts.read_journal(folder)
    found = {"cells": f"read_parquet({views.quoted(str(folder / cells.FILE))})"}
    for table in parts.tables(manifest.plays):
        paths = [views.quoted(str(parts.path_of(folder, table, number))) for number in journal]
        found[table] = f"read_parquet([{', '.join(paths)}])"
    if not journal:
        raise DataError(f"{folder}: no hand has been recorded yet. Play: simcards resume {folder}")
    return found


def connect(folder: Path) -> "duckdb.DuckDBPyConnection":
    """A connection on which a run can be asked anything and nothing can be changed.

    The same tables and views over `records.duckdb`, or over the parts where there is none.
    """
    import duckdb

    manifest = Manifest.read(folder)
    settings: dict[str, str | bool | int | float | list[str]] = {
        "memory_limit": MEMORY,
        "temp_directory": str(Path(tempfile.gettempdir()) / f"simcards-duckdb-{os.getpid()}"),
    }
    try:
        if (folder / FILE).exists():
            database = duckdb.connect(folder / FILE, read_only=True, config=settings)
        else:
            database = duckdb.connect(config=settings)
            for table, source in sources(folder, manifest).items():
                database.execute(f"CREATE VIEW {table} AS SELECT * FROM {source}")
            for statement in views.create(find_game(manifest.game)):
                database.execute(statement)
        database.execute(f"SET threads = {thread_count()}")
    except duckdb.Error as error:
        line = str(error).splitlines()[0]
        raise DataError(
            f"{folder}: records cannot be read: {line}. See: simcards verify {folder}"
        ) from None
    return database


@contextlib.contextmanager
def limited(database: "duckdb.DuckDBPyConnection") -> Iterator[None]:
    """Bound the memory of a build, with a folder of its own to spill into."""
    with tempfile.TemporaryDirectory(prefix="simcards-") as spill:
        database.execute(f"SET memory_limit = '{MEMORY}'")
        database.execute(f"SET temp_directory = {views.quoted(spill)}")
        database.execute(f"SET threads = {thread_count()}")
        yield


def thread_count() -> int:
    """How many threads DuckDB may use."""
    return min(os.cpu_count() or 1, THREADS)


def check_question(sql: str) -> None:
    """Raise DataError, in one line, unless `sql` is one statement that only reads."""
    import duckdb

    readers = (duckdb.StatementType.SELECT, duckdb.StatementType.EXPLAIN)
    statements = duckdb.extract_statements(sql)
    for statement in statements:
        if statement.type not in readers:
            raise DataError(
                f"records are only read: {statement.type.name} is refused. Ask with SELECT"
            )
    if len(statements) != 1:
        raise DataError(f"one SELECT at a time; found {len(statements)} statements")


@contextlib.contextmanager
def sql_errors() -> Iterator[None]:
    """Turn what DuckDB complains of into one line."""
    import duckdb

    try:
        yield
    except duckdb.Error as error:
        raise DataError(f"SQL: {one_line(error)}. See: simcards schema") from None


def ask(connection: "duckdb.DuckDBPyConnection", sql: str) -> tuple[list[str], Rows]:
    """The column names of an answer, and its rows some thousands at a time."""
    with sql_errors():
        check_question(sql)
        answer = interruptible(connection, connection.execute, sql)
    return [column[0] for column in answer.description or ()], batches(answer)


def batches(answer: "duckdb.DuckDBPyConnection") -> Rows:
    """The rows of an answer, some thousands at a time."""
    with sql_errors():
        while rows := answer.fetchmany(BATCH):
            yield rows


def frame(connection: "duckdb.DuckDBPyConnection", sql: str) -> "pl.DataFrame":
    """An answer as a polars frame."""
    import polars as pl

    with sql_errors():
        check_question(sql)
        return interruptible(connection, lambda: pl.DataFrame(connection.sql(sql)))


def one_line(error: Exception) -> str:
    """DuckDB's message without the picture of the query below it."""
    head = str(error).split("\n\nLINE")[0]
    return " ".join(head.split()).rstrip(".")


def export(folder: Path, table: str, formats: Sequence[str], to: Path) -> list[Path]:
    """Write a table or view of a run into files of the given formats; their paths."""
    import duckdb

    refuse_records(to)
    with contextlib.closing(connect(folder)) as database:
        names = [row[0] for row in database.execute(TABLE_NAMES).fetchall()]
        if table not in names:
            raise UsageError(unknown("table", table, names, "simcards schema"))
        for form in formats:
            if form not in FORMATS:
                raise UsageError(unknown("format", form, FORMATS))
        paths = [to / f"{table}.{form}" for form in formats]
        for path, form in zip(paths, formats, strict=True):
            beside = path.with_name(f".{path.name}.tmp")
            try:
                to.mkdir(parents=True, exist_ok=True)
                target = f"{views.quoted(str(beside))} ({FORMATS[form]})"
                copy = f"COPY (SELECT * FROM {table}) TO {target}"
                interruptible(database, database.execute, copy)
                os.replace(beside, path)
            except (OSError, duckdb.Error) as error:
                discard(beside)
                reason = getattr(error, "strerror", None) or one_line(error)
                raise RunError(f"{path}: cannot be written: {reason}") from None
    return paths


def refuse_records(to: Path) -> None:
    """Raise UsageError for a place among a run's own files, its folder for exports apart."""
    inside = to.resolve()
    for folder in (inside, *inside.parents):
        exports = folder / EXPORTS
        if (folder / MANIFEST).is_file() and exports not in (inside, *inside.parents):
            raise UsageError(
                f"--to {to}: inside the run {folder.name}, whose files it could harm; "
                f"give another folder, or leave --to out for {EXPORTS} in the run"
            )
