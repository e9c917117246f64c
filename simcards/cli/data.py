"""Records: `runs list`, `verify`, `query`, `export`, `schema`."""

import contextlib
import csv
import json
import math
import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from simcards.cli.app import app
from simcards.cli.catalogue import AsJson, show_table
from simcards.cli.run import Results, RunName
from simcards.defaults import RESULTS

runs_app = typer.Typer(help="The runs there are.", no_args_is_help=True, rich_markup_mode=None)
app.add_typer(runs_app, name="runs")

if TYPE_CHECKING:
    from simcards.database import Rows


class Format(StrEnum):
    """How rows are printed."""

    TABLE = "table"
    CSV = "csv"
    JSON = "json"


@runs_app.command("list")
def list_command(out: Results = RESULTS, as_json: AsJson = False) -> None:
    """List the runs, oldest first: what was played, how much of it, and in which state."""
    from simcards import store

    rows = [
        {
            "run": folder.name,
            "state": store.state(folder, about),
            "game": about.game,
            "cells": about.n_cells,
            "matches": about.matches,
            "of": about.n_cells * about.n_blocks,
            "hands": about.hands,
            "started": about.started[:19] + "Z",
        }
        for folder, about in store.runs(out, lambda fault: typer.echo(str(fault), err=True))
    ]
    if as_json:
        typer.echo(json.dumps(rows, indent=2))
    elif rows:
        show_table(rows)
    else:
        typer.echo(f"{out} holds no runs. Play one: simcards run CONFIG", err=True)


@app.command("verify")
def verify_command(run: RunName, out: Results = RESULTS) -> None:
    """Check a run's files against their checksums; exit code 3 when one is not as written."""
    from simcards import store
    from simcards.errors import DataError
    from simcards.manifest import DONE, Manifest, call_it

    folder = store.find(run, out)
    faults = store.verify(folder)
    for fault in faults:
        typer.echo(fault)
    if faults:
        raise DataError(f"{folder}: faults: {len(faults)}. Mend: simcards resume {call_it(folder)}")
    about = Manifest.read(folder)
    state = store.state(folder, about)
    rest = "" if state == DONE else f"; the run is not done ({state})"
    typer.echo(f"{folder}: all files are as written{rest}")


@app.command("query")
def query_command(
    run: RunName,
    sql: Annotated[str, typer.Argument(metavar="SQL", help="One SELECT in quotes.")],
    out: Results = RESULTS,
    form: Annotated[Format, typer.Option("--format", help="How to print it.")] = Format.TABLE,
) -> None:
    """Ask a run a question in SQL.

    Tables: hands, matches, cells. Views with names for numbers: seats (one row a hand and seat),
    match_seats (one row a match and seat). `simcards schema GAME` lists the columns.
    """
    from simcards import database, store

    with contextlib.closing(store.connect(store.find(run, out))) as connection:
        columns, batches = database.ask(connection, sql)
        show = {Format.TABLE: print_table, Format.CSV: print_csv, Format.JSON: print_json}
        show[form](columns, batches)


def print_csv(columns: list[str], batches: "Rows") -> None:
    """Print rows as comma-separated values under a line of names."""
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(columns)
    for rows in batches:
        writer.writerows(rows)


def print_json(columns: list[str], batches: "Rows") -> None:
    """Print rows as one JSON list, a row a line."""
    separator = "["
    for rows in batches:
        for row in rows:
            record = dict(zip(columns, row, strict=True))
            typer.echo(separator + json.dumps(as_json_value(record)), nl=False)
            separator = ",\n "
    typer.echo("[]" if separator == "[" else "]")


def as_json_value(value: Any) -> Any:
    """A value that JSON can hold: an infinity, not-a-number or date is written as text."""
    if isinstance(value, dict):
        return {str(key): as_json_value(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [as_json_value(item) for item in value]
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    return value if isinstance(value, str | int | float | None) else str(value)


MOST_LINES = 1000  # of a table for people


def print_table(columns: list[str], batches: "Rows") -> None:
    """Print rows in aligned columns; a very long answer is cut, and says so."""
    rows: list[Any] = next(batches, [])
    shown = rows[:MOST_LINES]
    lines = [columns, *(["" if value is None else str(value) for value in row] for row in shown)]
    right = [
        bool(shown) and all(isinstance(row[i], int | float | None) for row in shown)
        for i in range(len(columns))
    ]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        cells = (
            text.rjust(width) if is_number else text.ljust(width)
            for text, width, is_number in zip(line, widths, right, strict=True)
        )
        typer.echo("  ".join(cells).rstrip())
    if len(rows) > MOST_LINES:
        typer.echo(f"the first {MOST_LINES} rows; all: --format csv", err=True)


@app.command("export")
def export_command(
    run: RunName,
    table: Annotated[
        str, typer.Option(help="hands, matches, cells, plays, seats or match_seats.")
    ] = "hands",
    formats: Annotated[
        str, typer.Option("--format", help="csv, parquet, or both: csv,parquet.")
    ] = "csv",
    to: Annotated[
        Path | None,
        typer.Option(metavar="DIR", show_default="RUN/export", help="Where the files go."),
    ] = None,
    out: Results = RESULTS,
) -> None:
    """Write a table of a run into a file for other programs, and print where it is."""
    from simcards import database, store

    folder = store.find(run, out)
    for path in database.export(folder, table, formats.split(","), to or folder / database.EXPORTS):
        typer.echo(path)


@app.command("schema")
def schema_command(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="One game only.")] = None,
    as_json: AsJson = False,
) -> None:
    """Describe every table and column that a run records."""
    from simcards.game import find_game
    from simcards.games import GAMES
    from simcards.schema import describe

    found = {name: describe(find_game(name)) for name in ([game] if game else GAMES)}
    if as_json:
        typer.echo(json.dumps(found, indent=2))
        return
    for name, tables in found.items():
        for table, about in tables.items():
            typer.echo(f"{name}: {table} - {about['doc']}\n")
            show_table(about["columns"])
            typer.echo("")
