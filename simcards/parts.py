"""Parts: ranges of blocks over all cells, one file a table, whole or absent; and their journal.

Within a part rows are ordered by cell, match, hand. A part is a pure function of the config and its
range of blocks, so it has the same bytes whoever writes it and whenever.
"""

import hashlib
import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simcards.errors import DataError, RunError
from simcards.game import Game
from simcards.manifest import cannot_write, discard, sync_folder
from simcards.records import PLAY_COLUMNS, Column, polars_schema, stored_columns

if TYPE_CHECKING:
    import numpy as np
    import polars as pl

JOURNAL = "parts.jsonl"
HANDS, MATCHES, PLAYS = "hands", "matches", "plays"
PARTS_WANTED = 32  # enough to keep a few workers evenly busy
FEWEST_ROWS, MOST_ROWS = 20_000, 500_000  # hands of a part; the most keeps a worker's memory small
MOST_ROWS_WITH_PLAYS = 50_000


@dataclass(frozen=True)
class Part:
    """A finished part: its blocks [first, end), and rows and checksum of each table's file."""

    part: int
    blocks: tuple[int, int]
    rows: Mapping[str, int]
    sha256: Mapping[str, str]
    seconds: float


def choose_rows(n_hands: int, *, plays: bool = False) -> int:
    """The hands of a part where nobody says: a share of `n_hands`, bounded to suit a worker."""
    most = MOST_ROWS_WITH_PLAYS if plays else MOST_ROWS
    return min(max(n_hands // PARTS_WANTED, FEWEST_ROWS), most)


def choose_blocks_per_part(hands_per_block: int, n_blocks: int, rows: int) -> int:
    """How many blocks a part has: up to `rows` hands, by the usual hands of one block.

    At least one block, whatever its size.
    """
    return min(max(rows // hands_per_block, 1), n_blocks)


def blocks_of(part: int, blocks_per_part: int, n_blocks: int) -> range:
    """The match numbers of a part."""
    return range(part * blocks_per_part, min((part + 1) * blocks_per_part, n_blocks))


def tables(plays: bool) -> tuple[str, ...]:
    """The fact tables of a run."""
    return (HANDS, MATCHES, PLAYS) if plays else (HANDS, MATCHES)


def columns_of(game: Game, table: str) -> tuple[Column, ...]:
    """The declared columns of a fact table."""
    if table == HANDS:
        return game.all_hand_columns()
    return game.all_match_columns() if table == MATCHES else PLAY_COLUMNS


def path_of(folder: Path, table: str, part: int) -> Path:
    """Where a part's file of `table` lies."""
    return folder / table / f"part-{part:05}.parquet"


def frame(
    columns: Sequence[Column], arrays: "Mapping[str, np.ndarray]", seats: int, max_seats: int
) -> "pl.DataFrame":
    """Rows of one table from cells of `seats` seats; per-seat columns beyond them are null."""
    import polars as pl

    schema = polars_schema(columns, max_seats)
    taken = {name for name, _ in stored_columns(columns, seats)}
    n_rows = len(arrays[columns[0].name])
    return pl.DataFrame(
        [
            pl.Series(name, arrays[name], dtype=dtype)
            if name in taken
            else pl.repeat(None, n_rows, dtype=dtype, eager=True).alias(name)
            for name, dtype in schema.items()
        ]
    )


def write_file(path: Path, frames: "Sequence[pl.DataFrame]", about: Mapping[str, Any]) -> str:
    """Write one Parquet file whole or not at all; its sha256.

    `about` goes into the file's own metadata. Raises RunError when the place takes no file.
    """
    import polars as pl

    beside = path.with_name(f".{path.stem}.{os.getpid()}.tmp")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        pl.concat(frames, rechunk=True).write_parquet(
            beside,
            compression="zstd",
            compression_level=1,
            statistics=False,  # a third of the time, and no query needs them
            metadata={"simcards": json.dumps(about)},
        )
        digest = sha256(beside, sync=True)
        os.replace(beside, path)
        sync_folder(path.parent)
    except (OSError, pl.exceptions.PolarsError) as error:
        discard(beside)
        raise RunError(cannot_write(path, error)) from None
    return digest


def sha256(path: Path, *, sync: bool = False) -> str:
    """The checksum of a file, which is first forced onto the disk with `sync`."""
    with open(path, "rb") as file:
        if sync:
            os.fsync(file.fileno())
        return hashlib.file_digest(file, "sha256").hexdigest()


def fault(folder: Path, part: Part) -> str:
    """What is wrong with the files of a part, in words; empty when they are as written."""
    for table, digest in part.sha256.items():
        found = file_fault(path_of(folder, table, part.part), digest)
        if found:
            return found
    return ""


def file_fault(path: Path, digest: str) -> str:
    """What is wrong with a file, in words; empty when it has this sha256."""
    if not path.is_file():
        return f"{path}: missing"
    try:
        same = sha256(path) == digest
    except OSError as error:
        return f"{path}: cannot be read ({error.strerror})"
    return "" if same else f"{path}: not as written (its checksum differs)"


def note(folder: Path, part: Part) -> None:
    """Append a finished part to the journal, and force it onto the disk."""
    path = folder / JOURNAL
    try:
        with open(path, "a+b") as file:
            if file.tell() and not ends_whole(path):
                file.write(b"\n")  # after a line that an interruption tore
            file.write(json.dumps(asdict(part)).encode() + b"\n")
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise RunError(cannot_write(path, error)) from None


def ends_whole(path: Path) -> bool:
    """Whether the last line of a file has its end."""
    with open(path, "rb") as file:
        file.seek(-1, os.SEEK_END)
        return file.read(1) == b"\n"


def read_journal(folder: Path) -> dict[int, Part]:
    """Every part the journal knows, by number; a later line about a part replaces an earlier one.

    A torn line is as good as none: its part is played again.
    """
    path = folder / JOURNAL
    if not path.exists():
        return {}
    found = {}
    try:
        lines = path.read_text("utf-8", errors="replace").splitlines()
    except OSError as error:
        raise DataError(f"{path}: cannot be read ({error})") from None
    for line in lines:
        try:
            values = json.loads(line)
            part = Part(**{**values, "blocks": tuple(values["blocks"])})
        except (ValueError, TypeError, KeyError):
            continue
        found[part.part] = part
    return dict(sorted(found.items()))
