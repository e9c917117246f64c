"""Learn `tables.py` by self-play; `--out` says where to write it.

Each round plays a strategy against itself under the tables there are, counts which cards took
tricks and how often each need was met, and writes tables like them. Put these in their place, and
start again, for one round more.
"""

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from simcards_strategies.double_knot import tables
from simcards_strategies.double_knot.bidding import N_WEIGHTS
from simcards_strategies.double_knot.watch import (
    AT_ZERO,
    BADE,
    BID_ROW,
    EXPECTED,
    N_OF,
    NAMES,
    TOOK,
    watch_hand,
)

from simcards import engine
from simcards.design import RANDOM_FIRST, Cell
from simcards.game import Game, find_game
from simcards.games.double_knot import kernels as game_kernels
from simcards.games.double_knot.kernels import BIDS, MAX_SEATS
from simcards.state import new_state
from simcards.strategy import parse_sitter

Array = np.ndarray[Any, Any]
SOLO = ("3p-extended", "3p-basic", "4p-extended", "4p-basic", "5p-extended")
RULE_SETS = (*SOLO, "4p-extended-teams", "4p-basic-teams")  # in the order of `reading.table_of`
PER_LINE = 48  # chances; of weights, so many
WEIGHTS_PER_LINE = 20
WEIGHT = 20.0  # observations that the table there is counts for
EAGER = {"special": 2.5}  # to see how bids of zero fare that are not the best
PULL = 20.0  # the same for a weight
GAIN = 0.5  # of what seats took beyond what was expected: all bid anew at once
INERTIA = 2.0  # of BIDS_MET, likewise: what was, against what is new


def self_play(game: Game, variant: str, bot: str, seed: int, n_hands: int) -> Any:
    """(counts float64[*table, 2] for each of NAMES, float64[bids, BID_ROW]) of one variant.

    Under special scoring the first seat bids zero more often than is good for it.
    """
    eager = variant.endswith("special") and bot.startswith("reckoner")
    rules = game.make_rules({**game.variants[variant], "target": 10_000})
    sitter = parse_sitter(bot)
    first = replace(sitter, params={**sitter.params, **EAGER}) if eager else sitter
    cell = Cell(0, 0, rules, (first, *(sitter,) * (rules.players - 1)), 0, 0)
    counts = tuple(np.zeros((*getattr(tables, name).shape, 2)) for name in NAMES)
    bids = np.zeros((n_hands, MAX_SEATS, BID_ROW))
    state = new_state(game_kernels.STATE, rules).view(np.ndarray)[0]
    game_kernels.start(state, 0)
    done = 0
    match = 0
    while done < n_hands:
        played = engine.play(game, cell, seed, RANDOM_FIRST, range(match, match + 1), plays=True)
        n_new = min(len(played.hands["hand"]), n_hands - done)
        hands = played.plays["hand"].searchsorted(np.arange(n_new + 1))
        for hand in range(n_new):
            part = slice(hands[hand], hands[hand + 1])
            actions = played.plays["action"][part].astype(np.int64)
            lay(state, played.hands["dealer"][hand], actions, played.plays["seat"][part])
            again(state, actions, counts, bids[done + hand])
        done += n_new
        match += 1
    return counts, bids[:, : rules.players].reshape(-1, BID_ROW)


def lay(state: Any, dealer: int, actions: Array, seats: Array) -> None:
    """The cards of a hand as they were dealt."""
    state["public"]["dealer"] = dealer
    for seat in range(MAX_SEATS):
        mine = actions[(seats == seat) & (actions < BIDS)]
        state["own"][seat]["held"] = sum(1 << int(card) for card in mine)
    game_kernels.begin_hand(state["public"])


def again(state: Any, actions: Array, counts: Any, bids: Array) -> None:
    """Play a hand to its end, and then again from its deal, watching."""
    dealt = state.copy()
    for action in actions:
        game_kernels.apply(state, action)
    ended = state["public"].copy()
    watch_hand(dealt, ended, actions, counts, bids)


# --- What follows from it -------------------------------------


def learned(name: str, found: Array) -> Array:
    """A table of percents (of tenths for PARTNER: `watch` counts it as a tenth)."""
    there = getattr(tables, name) / 100.0
    weight = WEIGHT + (INERTIA * found[..., 1] if name == "BIDS_MET" else 0.0)
    share = (found[..., 0] + weight * there) / (found[..., 1] + weight)
    return np.asarray(np.clip(np.rint(share * 100.0), 0, 99))


def fit_weights(start: Array, bids: Array, expected: int) -> Array:
    """One row of WEIGHTS: moved so that none is taken for too much or too little."""
    off = bids[:, TOOK] - bids[:, expected]
    squares, sums = np.eye(N_WEIGHTS) * PULL, np.zeros(N_WEIGHTS)
    places = bids[:, :N_OF].astype(np.int64)
    n_of = int(bids[0, N_OF]) if len(bids) else 0
    rows = np.zeros((len(bids), N_WEIGHTS))
    np.put_along_axis(rows, places[:, :n_of], 1.0, axis=1)
    squares += rows.T @ rows
    sums += rows.T @ off
    gain = GAIN if start.any() else 1.0
    return np.asarray(start + gain * np.linalg.solve(squares, sums))


def text_of(percents: Mapping[str, Array], weights: Mapping[str, Array]) -> str:
    """The tables' module: its own text up to the data, then the data."""
    text = Path(tables.__file__).read_text("utf-8")
    parts = [text[: text.rindex(tables.DATA_LINE)] + tables.DATA_LINE + "\n# fmt: off\n"]
    for name, values in percents.items():
        digits = "".join(f"{int(value):02d}" for value in values.ravel())
        lines = [digits[i : i + 2 * PER_LINE] for i in range(0, len(digits), 2 * PER_LINE)]
        parts.append(data_text(name, "percents", lines, values.shape))
    for name, values in weights.items():
        numbers = np.rint(values.ravel() * 100.0).astype(int).tolist()
        starts = range(0, len(numbers), WEIGHTS_PER_LINE)
        lines = [" ".join(map(str, numbers[i : i + WEIGHTS_PER_LINE])) for i in starts]
        parts.append(data_text(name, "hundredths", lines, values.shape))
    return "\n".join(parts)


def data_text(name: str, reader: str, lines: list[str], shape: tuple[int, ...]) -> str:
    """One table as a statement."""
    sizes = ", ".join(map(str, shape))
    return f'{name} = {reader}("""\n' + "\n".join(lines) + f'\n""", {sizes})\n'


def one_round(bot: str, seed: int, n_hands: int) -> str:
    """Play all rule sets under both scorings, and put what was learned into words."""
    game = find_game("double_knot")
    counts = [np.zeros((*getattr(tables, name).shape, 2)) for name in NAMES]
    weights, zero_weights = tables.WEIGHTS.copy(), tables.ZERO_WEIGHTS.copy()
    for row, rule_set in enumerate(RULE_SETS):
        rows = []
        for scoring in ("standard", "special"):
            found, bids = self_play(game, f"{rule_set}-{scoring}", bot, seed, n_hands // 2)
            rows.append(bids)
            for total, part in zip(counts, found, strict=True):
                total += part
        bids = np.concatenate(rows)
        zero = (bids[:, BADE] == 0) & (rule_set in SOLO)
        weights[row] = fit_weights(weights[row], bids[~zero], EXPECTED)
        zero_weights[row] = fit_weights(zero_weights[row], bids[zero], AT_ZERO)
    percents = {name: learned(name, found) for name, found in zip(NAMES, counts, strict=True)}
    return text_of(percents, {"WEIGHTS": weights, "ZERO_WEIGHTS": zero_weights})


def main(arguments: Sequence[str] | None = None) -> None:
    """One round of learning."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--hands", type=int, default=20_000, help="hands of each rule set")
    parser.add_argument("--bot", default="reckoner:stray=0.25", help="who plays")
    parser.add_argument("--out", type=Path, required=True, help="the file to write the tables to")
    given = parser.parse_args(arguments)
    given.out.write_text(one_round(given.bot, given.seed, given.hands), "utf-8")


if __name__ == "__main__":
    main()
