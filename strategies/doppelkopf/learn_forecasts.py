"""Learn `forecast_tables.py` by self-play; `--out` says where to write it.

Each round plays the forecaster against itself under the tables there are, notes what each seat
counted and what came of it, and writes tables like them. Put those in their place, and start
again, for one round more.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from simcards_strategies.doppelkopf import forecast_tables as table
from simcards_strategies.doppelkopf.counting import N_COUNTS, N_ROLES, N_STAGES
from simcards_strategies.doppelkopf.forecasts import KNOT, N_KNOTS
from simcards_strategies.doppelkopf.stakes import ALL, REACHED
from simcards_strategies.doppelkopf.watch import (
    LAST_CARDS,
    POINTS,
    REACHED_POINTS,
    ROLE,
    SCORE,
    STAGE,
    TRICKS,
    WAY,
    ZERO_SCORE,
    look_over,
    watch_match,
)

from simcards import engine
from simcards.design import RANDOM_FIRST, Cell, Sitter
from simcards.game import Game, find_game
from simcards.games.doppelkopf import kernels as game_kernels
from simcards.games.doppelkopf.rules import N_TRICKS, SEATS
from simcards.games.doppelkopf.state import STATE
from simcards.rng import root
from simcards.signatures import hand_dtype
from simcards.state import new_state

Array = np.ndarray[Any, Any]
N_WAYS = len(table.HAND_POINTS)
SHRINK = 30.0  # of a weight, in samples
WEIGHT = 40.0  # samples that count for a smooth guess in each knot
SPREAD = 30.0  # card points, of that guess
LOOKED_AT = 20_000  # hands, for LEVEL
STRAY = 0.25
PER_LINE = 12


# --- What happened --------------------------------------------


def self_play(game: Game, seed: int, n_matches: int) -> tuple[Array, Array]:
    """uint64 rows of all stands and of all dealt hands of matches among forecasters who stray."""
    rules = game.make_rules({})
    cell = Cell(0, 0, rules, (Sitter("forecaster", {"stray": STRAY}),) * SEATS, 0, 0)
    played = engine.play(game, cell, seed, RANDOM_FIRST, range(n_matches), plays=True)
    actions = played.plays["action"].astype(np.int64)
    stands = np.zeros((n_matches, rules.deals, SEATS, LAST_CARDS, TRICKS + 1), np.uint64)
    hands = np.zeros((n_matches, rules.deals, SEATS, SCORE + 1), np.uint64)
    row = np.zeros(1, hand_dtype(game))[0]
    used = 0
    for match in range(n_matches):
        state = new_state(STATE, rules).view(np.ndarray)[0]
        game_kernels.start(state, np.int64(played.matches["first"][match]))
        out = (stands[match], hands[match])
        used += watch_match(state, root(seed, "deal"), match, actions[used:], out, row)
    assert used == len(actions)
    return stands.reshape(-1, TRICKS + 1), hands.reshape(-1, SCORE + 1)


# --- What follows from it -------------------------------------


def fit_points(counts: Array, points: Array, start: Array) -> Array:
    """Weights that tell the card points best, shrunk to those there are."""
    x = counts.astype(np.float64)
    pull = SHRINK * np.eye(N_COUNTS)
    found: Array = np.linalg.solve(x.T @ x + pull, x.T @ points + pull @ start)
    return found


def at_knots(expected: Array, seen: Array, guess: Array) -> Array:
    """float64[knots, ...]: the mean of what was `seen` near each knot, with `guess` weighed in."""
    place = np.clip(expected / KNOT, 0.0, N_KNOTS - 1.001)
    near = np.maximum(1.0 - abs(place[:, None] - np.arange(N_KNOTS)), 0.0)
    total = near.T @ seen + WEIGHT * guess
    found: Array = total / (near.sum(0) + WEIGHT)[:, None]
    return found


def fit_stands(stands: Array) -> dict[str, Array]:
    """POINTS and REACH."""
    points, reach = np.array(table.POINTS), np.array(table.REACH)
    knots = KNOT * np.arange(N_KNOTS)
    limits = np.array(REACHED, np.float64)
    guess = np.clip(0.5 + (knots[:, None] - limits) / (4.0 * SPREAD), 0.0, 1.0)
    for role in range(N_ROLES):
        for stage in range(N_STAGES):
            rows = stands[(stands[:, ROLE] == role) & (stands[:, STAGE] == stage)]
            if len(rows) == 0:
                continue
            got = rows[:, POINTS].astype(np.float64)
            counts = rows[:, :N_COUNTS]
            points[role, stage] = fit_points(counts, got, points[role, stage])
            seen = (got[:, None] >= limits).astype(np.float64)
            seen[:, 0] = rows[:, TRICKS] > 0
            seen[:, ALL] = rows[:, TRICKS] == N_TRICKS
            expected = counts.astype(np.float64) @ points[role, stage]
            reach[role, stage] = at_knots(expected, seen, guess)
    return {"POINTS": points, "REACH": reach}


def fit_hands(hands: Array) -> dict[str, Array]:
    """HAND_POINTS and HAND_SCORE."""
    points, score = np.array(table.HAND_POINTS), np.array(table.HAND_SCORE)
    for way in range(N_WAYS):
        rows = hands[hands[:, WAY] == way]
        if len(rows) == 0:
            continue
        got = rows[:, REACHED_POINTS].astype(np.float64)
        scored = rows[:, SCORE].astype(np.float64) - ZERO_SCORE
        points[way] = fit_points(rows[:, :N_COUNTS], got, points[way])
        expected = rows[:, :N_COUNTS].astype(np.float64) @ points[way]
        slope, base = np.polyfit(expected, scored, 1)
        line = base + slope * KNOT * np.arange(N_KNOTS)
        score[way] = at_knots(expected, scored[:, None], line[:, None])[:, 0]
    return {"HAND_POINTS": points, "HAND_SCORE": score}


def fit_level(seed: int) -> Array:
    """LEVEL: by hands left to wait, what to pay at most for an open solo; 0 when it gains anyway.

    The best of so many hands in the mean, each taken or left (R9).
    """
    over = np.zeros(LOOKED_AT)
    look_over(root(seed, "level"), over)
    levels = [float(over.mean())]
    while len(levels) < len(table.LEVEL):
        levels.append(float(np.maximum(over, levels[-1]).mean()))
    return np.minimum(levels, 0.0)


def write(numbers: dict[str, Array], file: Path) -> None:
    """Write the table's module: its own text up to the data, then the data."""
    text = Path(table.__file__).read_text("utf-8")
    parts = [text[: text.rindex(table.DATA_LINE)] + table.DATA_LINE + "\n# fmt: off\n"]
    for name, values in numbers.items():
        if name == "REACH":
            rows = np.rint(values.reshape(-1, 40) * 99)
            lines = ["".join(f"{int(chance):02d}" for chance in row) for row in rows]
        else:
            flat = [f"{number:.3f}" for number in values.ravel()]
            starts = range(0, len(flat), PER_LINE)
            lines = [" ".join(flat[start : start + PER_LINE]) for start in starts]
        reader = "chances" if name == "REACH" else "numbers"
        sizes = ", ".join(map(str, values.shape))
        parts.append(f'{name} = {reader}("""\n' + "\n".join(lines) + f'\n""", {sizes})\n')
    file.write_text("\n".join(parts), "utf-8")


def main(arguments: Sequence[str] | None = None) -> None:
    """One round of learning."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--matches", type=int, default=2000)
    parser.add_argument("--out", type=Path, required=True, help="the file to write the table to")
    given = parser.parse_args(arguments)
    stands, hands = self_play(find_game("doppelkopf"), given.seed, given.matches)
    numbers = fit_stands(stands) | fit_hands(hands)
    write(numbers | {"LEVEL": fit_level(given.seed)}, given.out)


if __name__ == "__main__":
    main()
