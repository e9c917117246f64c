"""The table `cells`: what each cell was, so that the fact tables need hold only its number."""

from dataclasses import fields
from io import BytesIO
from pathlib import Path

from simcards.design import Contest, Experiment
from simcards.game import Game
from simcards.manifest import write_whole

FILE = "cells.parquet"


def line_up_label(contest: Contest) -> str:
    """A line-up in words: the strategy of each seat, or one strategy and how often."""
    labels = [sitter.label for sitter in contest.line_up]
    return f"{labels[0]} x{len(labels)}" if contest.is_mirror else " | ".join(labels)


def write(folder: Path, game: Game, experiment: Experiment) -> None:
    """Write `cells.parquet`."""
    write_whole(folder / FILE, content(game, experiment))


def content(game: Game, experiment: Experiment) -> bytes:
    """The bytes of the table: one row a cell, with contest, options, strategies and sides."""
    import polars as pl

    contests = {contest.number: contest for contest in experiment.contests}
    rows = []
    for cell in experiment.cells:
        labels = [sitter.label for sitter in cell.sitters]
        sides = game.sides(cell.rules)
        rows.append(
            {
                "cell": cell.number,
                "contest": cell.contest,
                "line_up": line_up_label(contests[cell.contest]),
                "rotation": cell.rotation,
                "turn": cell.turn,
                "seats": cell.rules.players,
                **{f"rule_{name}": value for name, value in game.rule_values(cell.rules).items()},
                **{
                    f"strategy_{seat}": labels[seat] if seat < len(labels) else None
                    for seat in range(game.max_seats)
                },
                **{
                    f"side_{seat}": sides[seat] if seat < len(sides) else None
                    for seat in range(game.max_seats)
                },
            }
        )
    schema = {
        "cell": pl.UInt32,
        "contest": pl.UInt32,
        "line_up": pl.String,
        "rotation": pl.UInt8,
        "turn": pl.UInt8,
        "seats": pl.UInt8,
        **{f"rule_{item.name}": option_type(item.default) for item in fields(game.rules)},
        **{f"strategy_{seat}": pl.String for seat in range(game.max_seats)},
        **{f"side_{seat}": pl.UInt8 for seat in range(game.max_seats)},
    }
    file = BytesIO()
    pl.DataFrame(rows, schema=schema).write_parquet(file, statistics=False)
    return file.getvalue()


def option_type(default: object) -> type:
    """The column type of an option, from its default: text, bool or int."""
    import polars as pl

    kinds: dict[type, type] = {bool: pl.Boolean, int: pl.Int32, str: pl.String}
    return kinds[type(default)]
