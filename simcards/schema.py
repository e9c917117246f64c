"""The records of a game described: every table, view and column, from their declarations."""

from collections.abc import Iterable
from dataclasses import fields
from typing import Any

from simcards import views
from simcards.game import Game
from simcards.records import PLAY_COLUMNS, Column

TABLE_DOCS = {
    "hands": "one row a hand",
    "matches": "one row a match",
    "plays": "one row an action, with --records hands,plays",
    "cells": "one row a cell: a rule set, a line-up and a rotation of it",
    "seats": "view: one row a hand and seat, with names for codes",
    "match_seats": "view: one row a match and seat, with names for codes",
}


def describe(game: Game) -> dict[str, dict[str, Any]]:
    """Tables and views by name: `doc`, and `columns` with name, type, unit and meaning."""
    stored = {
        "hands": game.all_hand_columns(),
        "matches": game.all_match_columns(),
        "plays": PLAY_COLUMNS,
    }
    columns = {table: rows(declared, game.max_seats) for table, declared in stored.items()}
    columns["cells"] = cell_rows(game)
    columns |= {view: rows(shown, None) for view, shown in views.view_columns(game).items()}
    return {table: {"doc": TABLE_DOCS[table], "columns": columns[table]} for table in TABLE_DOCS}


def rows(columns: Iterable[Column], seats: int | None) -> list[dict[str, str]]:
    """One row a column; with `seats`, a per-seat column shows the range of its stored names."""
    found = []
    for column in columns:
        name = column.name
        if column.per_seat and seats:
            name = f"{name}_0..{seats - 1}"
        meaning = column.doc
        if column.codes:
            meaning += ": " + ", ".join(f"{code} {word}" for code, word in column.codes.items())
        kind = "text" if column.codes and not seats else column.dtype
        found.append({"column": name, "type": kind, "unit": column.unit, "meaning": meaning})
    return found


def cell_rows(game: Game) -> list[dict[str, str]]:
    """The columns of `cells`."""
    plain = (
        ("cell", "u4", "id", "number of the cell"),
        ("contest", "u4", "id", "rule set and line-up"),
        ("line_up", "text", "name", "the strategies as the config seats them"),
        ("rotation", "u1", "count", "which rotation of the line-up"),
        ("turn", "u1", "seats", "how far the first dealer is turned"),
        ("seats", "u1", "count", "seats at the table"),
    )
    found = [dict(zip(("column", "type", "unit", "meaning"), row, strict=True)) for row in plain]
    kinds = {str: "text", int: "i4", bool: "bool"}
    for item in fields(game.rules):
        option = game.options[item.name]
        kind = kinds[type(option.default)]
        found.append(
            {"column": f"rule_{item.name}", "type": kind, "unit": "option", "meaning": option.doc}
        )
    name = f"strategy_0..{game.max_seats - 1}"
    found.append({"column": name, "type": "text", "unit": "name", "meaning": "who sits there"})
    side = "lowest seat of the side that the seat scores for; its own number when it plays alone"
    name = f"side_0..{game.max_seats - 1}"
    found.append({"column": name, "type": "u1", "unit": "seat", "meaning": side})
    return found
