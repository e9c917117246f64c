"""Runs made of known numbers: what a report should find in them is put in by hand."""

from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from simcards import parts
from simcards.game import find_game
from simcards.manifest import DONE, Manifest

GAME = find_game("ninety_nine")
SEATS = 3


@dataclass(frozen=True)
class Truth:
    """The numbers put in. Points are a hand's."""

    n_blocks: int = 300
    rules: tuple[dict[str, Any], ...] = ({},)
    line_ups: tuple[tuple[str, ...], ...] = (("steady",) * SEATS,)
    dealer_edge: int = 0  # points the dealer has over the others
    strategy_edge: dict[str, int] = field(default_factory=dict)
    option_effect: dict[tuple[str, Any], int] = field(default_factory=dict)  # on everyone's points
    together: dict[tuple[Any, ...], int] = field(default_factory=dict)  # of pairs of options, more
    make_rate: float = 0.4
    request_rate: float = 0.05
    keep_rate: float = 0.6
    block_spread: float = 4.0  # how much all hands of a block are alike
    n_hands: int = 4
    rotations: int = SEATS
    state: str = DONE
    capped: float = 0.0
    sides: tuple[int, ...] = (0, 1, 2)  # partners score for both
    design: str = "grid"
    seed: int = 1


def write_run(folder: Path, truth: Truth, targets: dict[str, str] | None = None) -> Path:
    """A finished run of Ninety-Nine whose rows follow `truth`."""
    cells = make_cells(truth)
    made = [play(truth, cell) for cell in cells]
    digests, n_rows = {}, {}
    for table in parts.tables(plays=False):
        columns = parts.columns_of(GAME, table)
        frames = [parts.frame(columns, rows[table], SEATS, GAME.max_seats) for rows in made]
        digests[table] = parts.write_file(parts.path_of(folder, table, 0), frames, {})
        n_rows[table] = sum(map(len, frames))
    parts.note(folder, parts.Part(0, (0, truth.n_blocks), n_rows, digests, 1.0))
    pl.DataFrame(cells).cast(
        {"cell": pl.UInt32, "contest": pl.UInt32, "rotation": pl.UInt8, "turn": pl.UInt8}
    ).cast(
        {"seats": pl.UInt8, **{f"side_{seat}": pl.UInt8 for seat in range(SEATS)}}
    ).write_parquet(folder / "cells.parquet")
    manifest(folder.name, truth, targets).write(folder)
    return folder


def manifest(name: str, truth: Truth, targets: dict[str, str] | None) -> Manifest:
    """The manifest of such a run, as the runner writes it."""
    n_cells = len(make_cells(truth))
    return Manifest(
        run=name,
        game=GAME.name,
        game_version=GAME.version,
        question="Does the dealer have an edge?",
        config_digest="0" * 12,
        code_digest="1" * 12,
        config={
            "game": GAME.name,
            "targets": targets or {},
            "rotations": "all",
            "design": truth.design,
        },
        seed=truth.seed,
        first=-1,
        n_cells=n_cells,
        n_blocks=truth.n_blocks,
        blocks_per_part=truth.n_blocks,
        n_parts=1,
        plays=False,
        duckdb=False,
        state=truth.state,
        started="2026-11-30T02:00:00.000+00:00",
        finished="2026-11-30T02:01:00.000+00:00",
        hands=n_cells * truth.n_blocks * truth.n_hands,
        matches=n_cells * truth.n_blocks,
        python="3.11",
        platform="Linux x86_64",
        packages={"simcards": "0.1.0"},
    )


def make_cells(truth: Truth) -> list[dict[str, Any]]:
    """One row a cell: every rule set with every line-up, rotated or, for mirrors, turned."""
    rows: list[dict[str, Any]] = []
    for contest, (rules, line_up) in enumerate(product(truth.rules, truth.line_ups)):
        mirror = len(set(line_up)) == 1
        values = GAME.rule_values(GAME.make_rules(rules))
        for turn in range(truth.rotations):
            seated = [line_up[(seat - turn) % SEATS] for seat in range(SEATS)]
            rows.append(
                {
                    "cell": len(rows),
                    "contest": contest,
                    "line_up": f"{line_up[0]} x{SEATS}" if mirror else " | ".join(line_up),
                    "rotation": turn,
                    "turn": turn if mirror else 0,
                    "seats": SEATS,
                    **{f"rule_{name}": value for name, value in values.items()},
                    **{f"strategy_{seat}": name for seat, name in enumerate(seated)},
                    **{f"side_{seat}": side for seat, side in enumerate(truth.sides)},
                }
            )
    return rows


def play(truth: Truth, cell: dict[str, Any]) -> dict[str, dict[str, np.ndarray]]:
    """The rows of one cell. Blocks share their luck over all cells, as common cards do."""
    blocks, hands = truth.n_blocks, truth.n_hands
    common = np.random.default_rng([truth.seed, 0])
    luck = np.rint(common.normal(0, truth.block_spread, (blocks, 1, SEATS))).astype(int)
    starts = common.integers(0, SEATS, blocks)
    rng = np.random.default_rng([truth.seed, 1, cell["cell"]])
    first = (starts + cell["turn"]) % SEATS
    dealer = (first[:, None] + np.arange(hands)) % SEATS
    bid = rng.integers(1, 5, (blocks, hands, SEATS))
    request = (rng.random((blocks, hands, SEATS)) < truth.request_rate).astype(int)
    announcer = np.where(request.any(axis=2), request.argmax(axis=2), -1)
    is_announcer = announcer[:, :, None] == np.arange(SEATS)
    made = rng.random(bid.shape) < np.where(is_announcer, truth.keep_rate, truth.make_rate)
    taken = np.where(made, bid, bid + rng.choice([-1, 1], bid.shape))
    # the three seats' luck belongs to the seats counted from the first dealer, as the cards do
    seat_luck = np.take_along_axis(
        luck, (np.arange(SEATS)[None, None, :] - starts[:, None, None]) % SEATS, axis=2
    )
    score = 12 + seat_luck + rng.integers(-8, 9, bid.shape)
    score = score + truth.dealer_edge * (dealer[:, :, None] == np.arange(SEATS))
    score = score + np.array(
        [truth.strategy_edge.get(cell[f"strategy_{seat}"], 0) for seat in range(SEATS)]
    )
    for (option, value), effect in truth.option_effect.items():
        score = score + effect * (cell[f"rule_{option}"] == value)
    for pair, effect in truth.together.items():
        both = all(cell[f"rule_{option}"] == value for option, value in pair)
        score = score + effect * both
    return {
        "hands": hand_rows(cell, dealer, score, bid, taken, request, announcer),
        "matches": match_rows(truth, cell, first, score.sum(axis=1)[:, list(truth.sides)], rng),
    }


def hand_rows(cell, dealer, score, bid, taken, request, announcer):
    """One row a hand, in the order match, hand."""
    blocks, hands = dealer.shape
    rows = {
        "cell": np.full((blocks, hands), cell["cell"]),
        "match": np.repeat(np.arange(blocks)[:, None], hands, axis=1),
        "hand": np.repeat(np.arange(hands)[None], blocks, axis=0),
        "dealer": dealer,
        "decisions": np.full((blocks, hands), 33),
        "forced": np.full((blocks, hands), 9),
        "trump": (dealer + np.arange(hands)) % 5,
        "announcer": announcer,
        "level": (announcer >= 0).astype(int),
        "makers": (bid == taken).sum(axis=2),
    }
    seated = {
        "score": score,
        "bid": bid,
        "taken": taken,
        "request": request,
        "points_tricks": taken,
        "points_bonus": score - taken,
    }
    for column in GAME.all_hand_columns():
        for seat in range(SEATS if column.per_seat else 0):
            values = seated.get(column.name, np.zeros_like(score))
            rows[f"{column.name}_{seat}"] = values[:, :, seat]
        if not column.per_seat:
            rows.setdefault(column.name, np.zeros((blocks, hands)))
    return {name: np.asarray(values).reshape(-1).astype(np.int64) for name, values in rows.items()}


def match_rows(truth, cell, first, total, rng):
    """One row a match."""
    blocks = len(first)
    rows = {
        "cell": np.full(blocks, cell["cell"]),
        "match": np.arange(blocks),
        "first": first,
        "hands": np.full(blocks, truth.n_hands),
        "decisions": np.full(blocks, 33 * truth.n_hands),
        "ending": rng.random(blocks) < truth.capped,
    }
    won = total == total.max(axis=1, keepdims=True)
    for column in GAME.all_match_columns():
        values = {"total": total, "won": won}.get(column.name, np.zeros_like(total))
        for seat in range(SEATS if column.per_seat else 0):
            rows[f"{column.name}_{seat}"] = values[:, seat]
        if not column.per_seat:
            rows.setdefault(column.name, np.zeros(blocks))
    return {name: np.asarray(values).astype(np.int64) for name, values in rows.items()}
