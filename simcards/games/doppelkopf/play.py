"""R3, R5: cards, tricks, and how a marriage finds its partner."""

from typing import Any

import numpy as np

from simcards.cards import NONE
from simcards.game import NOBODY
from simcards.games.doppelkopf.announcing import fill_parties, learn_party, note_deadlines, turn_to
from simcards.games.doppelkopf.deck import (
    CLASS_MASKS,
    CLASS_OF,
    FOX,
    KEYS,
    QUEEN_OF_CLUBS,
    VALUE_OF,
    with_card,
    without_card,
)
from simcards.games.doppelkopf.rules import SEATS
from simcards.games.doppelkopf.state import (
    ALWAYS,
    KONTRA,
    MARRIAGE,
    MARRIAGE_SOLO,
    N_PLAYS,
    NEVER,
    NORMAL,
    OVER,
    RE,
    left_of,
)
from simcards.jit import inlined, kernel

CLARIFY_BY = 3  # the last trick that can settle a marriage
LAST_TRICK = N_PLAYS - SEATS  # cards played before it


@inlined
def play_card(state: Any, seat: Any, card: Any) -> None:
    """R3: a card to the trick, clockwise; the fourth ends it."""
    public = state.public
    own = state.own[seat]
    own.held = without_card(own.held, card)
    public.played = with_card(public.played, card)
    kind = CLASS_OF[public.ranking, card]
    if public.n_trick == 0:
        public.led = kind
        public.follow = CLASS_MASKS[public.ranking, kind]
    public.voids[seat] |= np.uint8(kind != public.led) << public.led
    public.trick[public.n_trick] = card
    public.plays[public.n_plays] = card
    public.n_plays += 1
    public.n_trick += 1
    if card == QUEEN_OF_CLUBS:
        show_queen(public, seat)
    if public.n_trick < SEATS:
        turn_to(public, left_of(seat))
    else:
        finish_trick(state)


@kernel
def show_queen(public: Any, seat: Any) -> None:
    """R10: in a normal game a queen of clubs shows that its seat is Re."""
    public.queens_played[seat] += 1
    if public.type == NORMAL:
        learn_party(public, seat, RE)


@inlined
def finish_trick(state: Any) -> None:
    """R3: the highest key takes the trick and leads; after the twelfth the hand is over."""
    public = state.public
    trick = public.trick
    a, b, c, d = trick[0], trick[1], trick[2], trick[3]
    keys = KEYS[second_ten(public.rules, public.n_plays - SEATS), public.ranking, public.led]
    best = max(max(keys[a, 0], keys[b, 1]), max(keys[c, 2], keys[d, 3]))
    winner = (public.leader + np.uint8(best & np.uint16(3))) & np.uint8(3)
    value = VALUE_OF[a] + VALUE_OF[b] + VALUE_OF[c] + VALUE_OF[d]
    public.winners[public.n_plays // SEATS - 1] = winner
    public.taken[winner] += 1
    public.points[winner] += value
    public.doppelkopfs[winner] += value >= public.rules.doppelkopf_from
    if a == FOX or b == FOX or c == FOX or d == FOX:
        note_foxes(public, winner)
    public.leader = winner
    public.n_trick = 0
    public.follow = NONE
    if public.type == MARRIAGE and public.clarified == 0:
        clarify(state, winner)
    if public.n_plays < N_PLAYS:
        turn_to(public, winner)
    else:
        public.phase = OVER
        public.to_act = NOBODY


@inlined
def second_ten(rules: Any, n_before: Any) -> Any:
    """R3: whether the second ten of hearts beats the first in the trick after so many cards."""
    if rules.second_ht == NEVER:
        return np.int64(0)
    return np.int64(rules.second_ht == ALWAYS or n_before < LAST_TRICK)


@kernel
def note_foxes(public: Any, winner: Any) -> None:
    """R8: who played an ace of diamonds, and who took it."""
    for place in range(SEATS):
        if public.trick[place] == FOX:
            public.fox_owner[public.n_foxes] = (public.leader + place) & 3
            public.fox_taker[public.n_foxes] = winner
            public.n_foxes += 1


@kernel
def clarify(state: Any, winner: Any) -> None:
    """R5: the first other seat to win one of three tricks is the partner; none makes it a solo."""
    public = state.public
    number = public.n_plays // SEATS
    found = winner != public.declarer
    if not found and number < CLARIFY_BY:
        return
    public.clarified = number
    public.shift = number - 1
    if found:
        public.parties[winner] = RE
    else:
        public.type = MARRIAGE_SOLO
    fill_parties(public, KONTRA)
    for seat in range(SEATS):
        state.own[seat].party = public.parties[seat]
    note_deadlines(public)


@kernel
def begin_tricks(public: Any) -> None:
    """R3: no card has been played yet, and no trick has settled a marriage."""
    public.clarified = 0
    public.n_trick = 0
    public.n_plays = 0
    public.n_foxes = 0
    public.follow = NONE
    public.played = NONE
    for seat in range(SEATS):
        public.taken[seat] = 0
        public.points[seat] = 0
        public.doppelkopfs[seat] = 0
        public.queens_played[seat] = 0
        public.voids[seat] = 0
