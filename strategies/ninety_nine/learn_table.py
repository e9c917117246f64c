"""Recompute `trick_table.py` by self-play: python -m simcards_strategies.ninety_nine.learn_table

Each round plays the planner against itself under the table there is, counts which cards took
tricks and how often each need was met, and writes the table anew. Start it again for more rounds.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from scipy.optimize import minimize
from simcards_strategies.ninety_nine import trick_table as table
from simcards_strategies.ninety_nine.odds import (
    against,
    card_place,
    kept_tricks,
    later_chance,
    lead_place,
    second_place,
)
from simcards_strategies.ninety_nine.planner import later_tricks

from simcards import engine
from simcards.cards import NONE, ONE, bit, count, has, lowest
from simcards.design import RANDOM_FIRST, Cell, Sitter
from simcards.game import Game, find_game
from simcards.games.ninety_nine import kernels as game_kernels
from simcards.games.ninety_nine.deck import DECK, SUIT_MASKS, SUIT_OF
from simcards.games.ninety_nine.kernels import POWER, REQUESTS
from simcards.games.ninety_nine.rules import N_BURIED, N_TRICKS, SEATS
from simcards.jit import kernel
from simcards.state import new_state

Array = np.ndarray[Any, Any]
NAMES = ("CARD", "LEAD", "SECOND", "KEPT")  # tables of chances; MADE holds shapes
N_ACTIONS = SEATS * (N_BURIED + 1 + N_TRICKS)
FIRST_PLAY = SEATS * (N_BURIED + 1)
WEIGHT = 20.0  # observations that the table there is counts for
MOST_SAMPLES = 50_000  # for one shape
NEED, LEFT, MEAN, VARIANCE, LEADS, MET = range(6)  # columns of the samples


# --- What happened --------------------------------------------


@kernel
def watch_hand(state: Any, actions: Any, counts: Any, samples: Any, n: Any) -> Any:
    """Play a hand again, its cards dealt and trump set; count cards, add a sample a decision."""
    public = state.public
    won = winners_of(public, actions)
    for i in range(N_ACTIONS):
        if i == FIRST_PLAY:
            for seat in range(SEATS):
                n = watch_bid(state, seat, won, counts[3], samples, n)
        if i >= FIRST_PLAY:
            n = watch_play(state, np.int64(actions[i]), won, counts, samples, n)
        game_kernels.apply(state, actions[i])
    return n


@kernel
def winners_of(public: Any, actions: Any) -> Any:
    """The cards that took a trick."""
    won = NONE
    for i in range(FIRST_PLAY, N_ACTIONS, SEATS):
        powers = POWER[public.trump, SUIT_OF[actions[i]]]
        best = actions[i]
        for j in range(1, SEATS):
            if powers[actions[i + j]] > powers[best]:
                best = actions[i + j]
        won |= bit(best)
    return won


@kernel
def watch_bid(state: Any, seat: Any, won: Any, kept: Any, samples: Any, n: Any) -> Any:
    """Count the cards kept, and sample whether the bid was made."""
    own = state.own[seat]
    trump = np.int64(state.public.trump)
    theirs = DECK & ~(own.held | own.buried)
    left = own.held
    while left != NONE:
        card = lowest(left)
        left &= left - ONE
        suit = SUIT_OF[card]
        above = count((theirs & SUIT_MASKS[suit]) >> np.uint64(card))
        note(kept[trump, suit, above], has(won, card))
    row = samples[n]
    row[MEAN], row[VARIANCE] = kept_tricks(own.held, trump, theirs)
    row[NEED], row[LEFT] = own.bid, N_TRICKS
    row[LEADS] = seat == state.public.leader
    row[MET] = count(own.held & won) == own.bid
    return n + 1


@kernel
def watch_play(state: Any, card: Any, won: Any, counts: Any, samples: Any, n: Any) -> Any:
    """Count the card played and those held back, and sample whether the need then was met."""
    public = state.public
    own = state.own[public.to_act]
    trump = np.int64(public.trump)
    theirs = against(public, own)
    left = own.held & ~bit(card)
    while left != NONE:
        place = card_place(lowest(left), own.held, trump, theirs)
        note(counts[0][place], has(won, lowest(left)))
        left &= left - ONE
    if public.n_trick == 0:
        note(counts[1][lead_place(public, own, card, theirs)], has(won, card))
    powers = POWER[trump, public.led]
    if public.n_trick == 1 and powers[card] > powers[public.trick[0]]:
        note(counts[2][second_place(public, own, card, theirs)], has(won, card))
    row = samples[n]
    mean, variance = later_tricks(own.held, trump, theirs)
    chance = later_chance(card, own.held, trump, theirs)
    row[MEAN], row[VARIANCE] = mean - chance, variance - chance * (1.0 - chance)
    wins = np.int64(has(won, card))
    row[NEED] = np.int64(own.bid) - np.int64(public.taken[own.seat]) - wins
    row[LEFT] = count(own.held) - 1
    row[LEADS] = wins
    row[MET] = count(own.held & won) - wins == row[NEED]
    return n + 1


@kernel
def note(cell: Any, wins: Any) -> None:
    """Add one observation to a pair (wins, all)."""
    cell[0] += wins
    cell[1] += 1


def self_play(game: Game, bot: str, seed: int, n_matches: int) -> tuple[list[Array], Array]:
    """Counts, float64[*table, 2] for each of NAMES, and samples of all decisions of self-play."""
    rules = game.make_rules({"end_mode": "9_hands"})
    cell = Cell(0, 0, rules, (Sitter(bot, {"declare_at": 1.0, "reveal_at": 1.0}),) * SEATS, 0, 0)
    played = engine.play(game, cell, seed, RANDOM_FIRST, range(n_matches), plays=True)
    dealer, turn_up = played.hands["dealer"], played.hands["turn_up"]
    actions = played.plays["action"].astype(np.int64).reshape(-1, N_ACTIONS)
    seats = played.plays["seat"].reshape(-1, N_ACTIONS)
    counts = [np.zeros((*getattr(table, name).shape, 2)) for name in NAMES]
    samples = np.zeros((len(actions) * SEATS * (N_TRICKS + 1), 6))
    state = new_state(game_kernels.STATE, rules).view(np.ndarray)[0]
    game_kernels.start(state, 0)
    n = 0
    for hand in range(len(actions)):
        state["public"]["dealer"] = dealer[hand]
        for seat in range(SEATS):
            cards = actions[hand][(seats[hand] == seat) & (actions[hand] < REQUESTS)]
            state["own"][seat]["held"] = sum(1 << int(card) for card in cards)
        game_kernels.begin_hand(state, turn_up[hand])
        n = watch_hand(state, actions[hand], tuple(counts), samples, n)
    return counts, samples


# --- What follows from it -------------------------------------


def fit_made(samples: Array) -> Array:
    """The shapes of `odds.made_chance`, float64[tricks left, need, 5], most likely by the samples."""
    made = np.array(table.MADE)
    for left in range(1, N_TRICKS + 1):
        for need in range(left + 1):
            rows = samples[(samples[:, LEFT] == left) & (samples[:, NEED] == need)][:MOST_SAMPLES]
            if len(rows) > MOST_SAMPLES // 100:
                made[left, need] = fit_shape(rows, made[left, need])
    return made


def fit_shape(rows: Array, start: Array) -> Array:
    """One row of MADE: the shape that makes what was met and missed most likely."""
    _, _, mean, variance, leads, met = rows.T
    off_need = mean - rows[:, NEED]
    stiff = np.array([20.0, 2.0, 20.0, 10.0, 10.0])  # a pull toward the table there is

    def unlikely(shape: Array) -> float:
        top, spread, base = abs(shape[:3])
        off = off_need + np.where(leads > 0, shape[4], shape[3])
        width = variance + base
        chance = np.clip(min(top, 1.2) * width / (width + spread * off * off), 1e-3, 0.999)
        loss = -np.log(np.where(met > 0, chance, 1.0 - chance)).sum()
        return float(loss + ((shape - start) ** 2 * stiff).sum() / 2.0)

    corners = np.vstack([start, start + np.diag([0.1, 0.4, 0.1, 0.15, 0.15])])
    options = {"initial_simplex": corners, "maxfev": 300}
    best = np.array(minimize(unlikely, start, method="Nelder-Mead", options=options).x)
    best[:3] = np.minimum(abs(best[:3]), [1.2, 9.0, 9.0])
    return best


def write(tables: dict[str, Array], made: Array, file: Path) -> None:
    """Write the table's module: its own text up to the data, then the data."""
    text = Path(table.__file__).read_text("utf-8")
    head = text[: text.rindex(table.DATA_LINE)] + table.DATA_LINE + "\n\n"
    parts = []
    for name, values in tables.items():
        whole = np.rint(values.reshape(-1, values.shape[-1] ** (2 if name != "KEPT" else 1)) * 99)
        lines = ["".join(f"{int(number):02d}" for number in row) for row in whole]
        shape = ", ".join(map(str, values.shape))
        parts.append(f'{name} = chances("""\n' + "\n".join(lines) + f'\n""", {shape})\n')
    lines = [" ".join(f"{number:.3f}" for number in row) for row in made.reshape(-1, 5)]
    parts.append('MADE = shapes("""\n' + "\n".join(lines) + '\n""")\n')
    file.write_text(head + "\n".join(parts), "utf-8")


def main(arguments: Sequence[str] | None = None) -> None:
    """One round of learning."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--matches", type=int, default=4000)
    given = parser.parse_args(arguments)
    counts, samples = self_play(find_game("ninety_nine"), "planner", given.seed, given.matches)
    tables = {
        name: (found[..., 0] + WEIGHT * getattr(table, name)) / (found[..., 1] + WEIGHT)
        for name, found in zip(NAMES, counts, strict=True)
    }
    write(tables, fit_made(samples), Path(table.__file__))


if __name__ == "__main__":
    main()
