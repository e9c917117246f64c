"""The record schema: every column declared once, with its type, unit and meaning.

The numpy dtype that kernels fill, the Parquet schema, the DuckDB views and the documentation
all follow from these declarations.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    import polars as pl

SCHEMA_VERSION = 1
# 1: first release.
# Raise it, and say here what changed, whenever a common column or a game's columns change.


@dataclass(frozen=True)
class Column:
    """One column of a fact table, one value a row or, with `per_seat`, one value a seat.

    `dtype` is a numpy code (`i1 i2 i4 u1 u2 u4 u8`); `codes` names the values of a coded column
    and the views show those names. A per-seat column `bid` is stored flat as `bid_0, bid_1, ...`,
    null beyond the number of seats.
    """

    name: str
    dtype: str
    unit: str
    doc: str
    per_seat: bool = False
    codes: Mapping[int, str] | None = field(default=None, hash=False)

    def fields(self, seats: int) -> list[str]:
        """The stored names of this column for `seats` seats."""
        return [f"{self.name}_{seat}" for seat in range(seats)] if self.per_seat else [self.name]


# Columns that every game writes. The engine fills them; a game's own columns come after.
ID_COLUMNS = (
    Column("cell", "u4", "id", "row of `cells`: rule set, line-up and rotation"),
    Column("match", "u4", "id", "number of the block; with seed and hand it fixes the cards"),
)
HAND_ID_COLUMNS = (
    *ID_COLUMNS,
    Column("hand", "u2", "count", "hand within the match, from 0"),
)
HAND_COLUMNS = (
    Column("dealer", "i1", "seat", "who dealt, or started where nobody deals"),
    Column("decisions", "u2", "count", "actions taken in the hand"),
    Column("forced", "u2", "count", "of these, actions that were the only legal one"),
    Column("score", "i2", "points", "points this hand gave the seat", per_seat=True),
)
MATCH_COLUMNS = (
    Column("first", "i1", "seat", "who dealt (or started) the first hand"),
    Column("hands", "u2", "count", "hands played"),
    Column("decisions", "u4", "count", "actions taken in the match"),
    Column(
        "ending",
        "i1",
        "code",
        "how the match ended",
        codes={0: "finished", 1: "capped"},
    ),
    Column("total", "i4", "points", "final total of the seat (a partner has his side's)", True),
    Column("won", "i1", "0/1", "whether the seat is among the winners", True),
)
PLAY_COLUMNS = (
    *HAND_ID_COLUMNS,
    Column("decision", "u2", "count", "action within the hand, from 0"),
    Column("seat", "i1", "seat", "who acted"),
    Column("action", "i2", "id", "number of the action; `simcards show` prints its name"),
    Column("legal", "u2", "count", "how many actions were legal"),
)


def struct_dtype(columns: Sequence[Column], seats: int) -> "np.dtype":
    """The packed numpy record for `columns`, padded to whole 64-bit words for hashing."""
    import numpy as np

    fields: list[tuple[str, str] | tuple[str, str, tuple[int, ...]]] = [
        (column.name, column.dtype, (seats,)) if column.per_seat else (column.name, column.dtype)
        for column in columns
    ]
    size = np.dtype(fields).itemsize
    if size % 8:
        fields.append(("padding", "u1", (8 - size % 8,)))
    return np.dtype(fields)


def stored_columns(columns: Sequence[Column], seats: int) -> Iterator[tuple[str, Column]]:
    """Each stored name with its declaration, in file order."""
    for column in columns:
        for name in column.fields(seats):
            yield name, column


def polars_schema(columns: Sequence[Column], seats: int) -> "dict[str, pl.DataType]":
    """What the Parquet files hold: stored name -> polars type."""
    import polars as pl

    types = {
        "i1": pl.Int8(),
        "i2": pl.Int16(),
        "i4": pl.Int32(),
        "u1": pl.UInt8(),
        "u2": pl.UInt16(),
        "u4": pl.UInt32(),
        "u8": pl.UInt64(),
    }
    return {name: types[column.dtype] for name, column in stored_columns(columns, seats)}
