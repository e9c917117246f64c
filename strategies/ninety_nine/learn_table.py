"""Learn `trick_table.py` by self-play; `--out` says where to write it.

Each round plays the planner against itself under the table there is, counts which cards took
tricks and how often each need was met, and writes a table like it. Put that in its place, and start
again, for one round more.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from simcards_strategies.ninety_nine import trick_table as table
from simcards_strategies.ninety_nine.fit_table import (
    BID,
    BID_MET,
    LEADS,
    LEFT,
    MEAN,
    MET,
    NEED,
    VARIANCE,
    fit_bids,
    fit_made,
)
from simcards_strategies.ninety_nine.odds import (
    NO_TRUMP,
    against,
    card_place,
    later_chance,
    later_tricks,
    lead_place,
    length_kind,
    second_place,
)

from simcards import engine
from simcards.cards import NONE, ONE, bit, count, has, lowest
from simcards.design import RANDOM_FIRST, Cell, Sitter
from simcards.game import Game, find_game
from simcards.games.ninety_nine import kernels as game_kernels
from simcards.games.ninety_nine.deck import DECK, N_CARDS, N_RANKS, SUIT_MASKS, SUIT_OF
from simcards.games.ninety_nine.kernels import POWER, REQUESTS
from simcards.games.ninety_nine.rules import N_BURIED, N_TRICKS, SEATS
from simcards.jit import kernel
from simcards.state import new_state

Array = np.ndarray[Any, Any]
PER_LINE = 10  # numbers
LENGTHS = table.LENGTH.shape[-1]
NAMES = ("CARD", "LEAD", "SECOND")  # tables of chances, which are counted; others are fitted
N_ACTIONS = SEATS * (N_BURIED + 1 + N_TRICKS)
FIRST_PLAY = SEATS * (N_BURIED + 1)
WEIGHT = 20.0  # observations that the table there is counts for
STRAY = 0.3


# --- What happened --------------------------------------------


@kernel
def watch_hand(state: Any, actions: Any, counts: Any, bids: Any, samples: Any) -> None:
    """Play a hand again, its cards dealt and trump set, and note what its bids and plays led to."""
    public = state.public
    won = winners_of(public, actions)
    for i in range(N_ACTIONS):
        if i == FIRST_PLAY:
            for seat in range(SEATS):
                watch_bid(state, seat, won, bids[seat])
        if i >= FIRST_PLAY:
            row = samples[i - FIRST_PLAY]
            watch_play(state, np.int64(actions[i]), won, counts, row)
        game_kernels.apply(state, np.int64(actions[i]))


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
def watch_bid(state: Any, seat: Any, won: Any, row: Any) -> None:
    """Sample a bid: places of nine cards in KEPT and of four suits in LENGTH, bid, whether met."""
    own = state.own[seat]
    trump = np.int64(state.public.trump)
    theirs = DECK & ~(own.held | own.buried)
    left = own.held
    for i in range(N_TRICKS):
        card = lowest(left)
        left &= left - ONE
        suit = np.int64(SUIT_OF[card])
        above = count((theirs & SUIT_MASKS[suit]) >> np.uint64(card))
        row[i] = trump * N_CARDS + suit * N_RANKS + above
    for side in range(NO_TRUMP):
        length = count(own.held & SUIT_MASKS[side])
        row[N_TRICKS + side] = length_kind(side, trump) * LENGTHS + length
    row[BID] = own.bid
    row[BID_MET] = count(own.held & won) == own.bid


@kernel
def watch_play(state: Any, card: Any, won: Any, counts: Any, row: Any) -> None:
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
    mean, variance = later_tricks(own.held, trump, theirs)
    chance = later_chance(card, own.held, trump, theirs)
    row[MEAN], row[VARIANCE] = mean - chance, variance - chance * (1.0 - chance)
    wins = np.int64(has(won, card))
    row[NEED] = np.int64(own.bid) - np.int64(public.taken[own.seat]) - wins
    row[LEFT] = count(own.held) - 1
    row[LEADS] = wins
    row[MET] = count(own.held & won) - wins == row[NEED]


@kernel
def note(cell: Any, wins: Any) -> None:
    """Add one observation to a pair (wins, all)."""
    cell[0] += wins
    cell[1] += 1


def self_play(game: Game, seed: int, n_matches: int) -> tuple[list[Array], Array, Array]:
    """Counts, float64[*table, 2] for each of NAMES, and samples of all bids and of all plays.

    The planners stray, so that bids beside the best one are tried too, and never announce.
    """
    rules = game.make_rules({"end_mode": "9_hands"})
    sitter = Sitter("planner", {"stray": STRAY, "declare_at": 1.0, "reveal_at": 1.0})
    cell = Cell(0, 0, rules, (sitter,) * SEATS, 0, 0)
    played = engine.play(game, cell, seed, RANDOM_FIRST, range(n_matches), plays=True)
    dealer, turn_up = played.hands["dealer"], played.hands["turn_up"]
    actions = played.plays["action"].astype(np.int64).reshape(-1, N_ACTIONS)
    seats = played.plays["seat"].reshape(-1, N_ACTIONS)
    n_hands = len(actions)
    counts = [np.zeros((*getattr(table, name).shape, 2)) for name in NAMES]
    bids = np.zeros((n_hands, SEATS, BID_MET + 1), np.int64)
    samples = np.zeros((n_hands, SEATS * N_TRICKS, MET + 1))
    state = new_state(game_kernels.STATE, rules).view(np.ndarray)[0]
    game_kernels.start(state, 0)
    for hand in range(n_hands):
        state["public"]["dealer"] = dealer[hand]
        for seat in range(SEATS):
            mine = actions[hand][(seats[hand] == seat) & (actions[hand] < REQUESTS)]
            state["own"][seat]["held"] = sum(1 << int(one) for one in mine)
        game_kernels.begin_hand(state, np.int64(turn_up[hand]))
        watch_hand(state, actions[hand], tuple(counts), bids[hand], samples[hand])
    return counts, bids.reshape(-1, BID_MET + 1), samples.reshape(-1, MET + 1)


# --- What follows from it -------------------------------------


def write(chances: dict[str, Array], numbers: dict[str, Array], file: Path) -> None:
    """Write the table's module: its own text up to the data, then the data."""
    text = Path(table.__file__).read_text("utf-8")
    parts = [text[: text.rindex(table.DATA_LINE)] + table.DATA_LINE + "\n# fmt: off\n"]
    for name, values in chances.items():
        rows = np.rint(values.reshape(-1, 36) * 99)
        lines = ["".join(f"{int(chance):02d}" for chance in row) for row in rows]
        parts.append(data_text(name, "chances", lines, values.shape))
    for name, values in numbers.items():
        rows = values.reshape(-1, PER_LINE if values.size % PER_LINE == 0 else values.shape[-1])
        lines = [" ".join(f"{number:.3f}" for number in row) for row in rows]
        parts.append(data_text(name, "numbers", lines, values.shape))
    file.write_text("\n".join(parts), "utf-8")


def data_text(name: str, reader: str, lines: list[str], shape: tuple[int, ...]) -> str:
    """One table as a statement."""
    sizes = ", ".join(map(str, shape))
    return f'{name} = {reader}("""\n' + "\n".join(lines) + f'\n""", {sizes})\n'


def main(arguments: Sequence[str] | None = None) -> None:
    """One round of learning."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--matches", type=int, default=4000)
    parser.add_argument("--out", type=Path, required=True, help="the file to write the table to")
    given = parser.parse_args(arguments)
    counts, bids, samples = self_play(find_game("ninety_nine"), given.seed, given.matches)
    chances = {
        name: (found[..., 0] + WEIGHT * getattr(table, name)) / (found[..., 1] + WEIGHT)
        for name, found in zip(NAMES, counts, strict=True)
    }
    numbers = dict(zip(("KEPT", "LENGTH", "BID"), fit_bids(bids), strict=True))
    numbers["MADE"] = fit_made(samples)
    write(chances, numbers, given.out)


if __name__ == "__main__":
    main()
