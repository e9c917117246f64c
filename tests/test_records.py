"""The record schema is a promise: it changes only with SCHEMA_VERSION."""

import json
from pathlib import Path

import polars as pl
import pytest

from simcards.games import GAMES
from simcards.records import SCHEMA_VERSION, polars_schema, stored_columns, struct_dtype
from simcards.schema import describe

GOLDEN = Path(__file__).parent / "golden" / "schema"


def stored(game):
    """Table -> stored column -> type."""
    tables = {"hands": game.all_hand_columns(), "matches": game.all_match_columns()}
    return {
        table: {name: column.dtype for name, column in stored_columns(columns, game.max_seats)}
        for table, columns in tables.items()
    }


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_columns_change_only_with_the_schema_version(game):
    """Raise SCHEMA_VERSION, say in records.py what changed, then rewrite the snapshot."""
    snapshot = json.loads((GOLDEN / f"{game.name}.json").read_text())
    assert snapshot == {"schema": SCHEMA_VERSION, **stored(game)}


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_every_column_is_described_once(game):
    for table, about in describe(game).items():
        names = [row["column"] for row in about["columns"]]
        assert len(set(names)) == len(names), table
        for row in about["columns"]:
            assert all(row.values()), (table, row)


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_numpy_and_parquet_types_agree(game):
    for columns in (game.all_hand_columns(), game.all_match_columns()):
        dtype = struct_dtype(columns, game.max_seats)
        assert dtype.itemsize % 8 == 0
        schema = polars_schema(columns, game.max_seats)
        for name, column in stored_columns(columns, game.max_seats):
            numpy_type = dtype[column.name].base
            assert pl.Series([0]).cast(schema[name]).to_numpy().dtype == numpy_type
