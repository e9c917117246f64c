"""Kernels of Doppelkopf, in the order a hand is played.

Rules    games/rules/doppelkopf.md, whose paragraphs are cited as R1, R2, ...
Cards    see `deck`: 24 different ones, a set tells how often each is in it
Actions  see `state`: cards, announcements, pass, reservations, types
A hand: reservations round the table, their types, then twelve tricks with announcements before the
cards. What seats know of each other's party is `public.parties`; a party itself is in `own`.
"""

from typing import Any

import numpy as np

from simcards.cards import NONE, draw
from simcards.game import NOBODY
from simcards.games.doppelkopf.announcing import (
    PASS_ACTION,
    announce,
    begin_announcements,
    may_say,
    pass_on,
)
from simcards.games.doppelkopf.deck import CARDS, DECK, N_CARDS, N_HELD, in_order
from simcards.games.doppelkopf.determinize import determinize  # noqa: F401  one of the kernels
from simcards.games.doppelkopf.play import begin_tricks, play_card
from simcards.games.doppelkopf.reserving import (
    RESERVE_ACTIONS,
    begin_reservations,
    name,
    names,
    reserve,
)
from simcards.games.doppelkopf.rules import SEATS, Rules
from simcards.games.doppelkopf.scoring import (
    describe_announcements,
    describe_game,
    describe_worths,
    score_seat,
    side_that_won,
    value_for_re,
)
from simcards.games.doppelkopf.state import (  # noqa: F401  numbers that the contract names
    ASK,
    FIRST_SOLO,
    KONTRA,
    MAX_DECISIONS,
    N_ACTIONS,
    NAME,
    NAMING,
    NO_NAME,
    OVER,
    OWN,
    PASS,
    PLAY,
    PUBLIC,
    RE,
    RESERVE,
    SAY,
    STATE,
    UNKNOWN,
    WORDS,
    cards_left,
    forehand,
    left_of,
)
from simcards.jit import inlined, kernel
from simcards.tricks import must_follow


@kernel
def start(state: Any, first: Any) -> None:
    """R9: `first` deals the first hand of the match. The state is all zeros but for the rules."""
    public = state.public
    public.dealer = first
    for seat in range(SEATS):
        public.compulsory_hands[seat] = -1
        state.own[seat].seat = seat


@kernel
def deal(state: Any, key: Any) -> None:
    """R1: twelve cards to each seat."""
    left = DECK
    for seat in range(SEATS - 1):
        cards = draw(left, N_HELD, key, seat * N_HELD // 2)
        left ^= cards
        state.own[seat].held = in_order(cards)
    state.own[SEATS - 1].held = in_order(left)
    begin_hand(state)


@inlined
def legal_actions(state: Any) -> Any:
    """R3: follow the class led, else any card. R4: reservations. R6: announcements."""
    public = state.public
    if public.phase == PLAY:
        own = state.own[public.to_act]
        cards = must_follow(own.held & CARDS, public.follow)
        if N_HELD - (public.n_plays >> np.uint8(2)) >= public.least_cards:
            return (cards | spoken(public, own),)
        return (cards,)
    if public.phase == OVER:
        return (NONE,)
    return (spoken_first(public, state.own[public.to_act]),)


@kernel
def spoken(public: Any, own: Any) -> Any:
    """R6: what a seat may announce before its card; at any time, that has a turn of its own."""
    if public.rules.window != 0:
        return NONE
    return may_say(public, own.party, cards_left(public, own.seat))


@kernel
def spoken_first(public: Any, own: Any) -> Any:
    """R4, R6: what may be said in the phases without cards."""
    if public.phase == RESERVE:
        return RESERVE_ACTIONS
    if public.phase == NAMING:
        return names(public, own)
    return PASS_ACTION | may_say(public, own.party, cards_left(public, own.seat))


@inlined
def apply(state: Any, action: Any) -> None:
    """Carry out a legal action of the seat to act; `to_act` is NOBODY when the hand is over."""
    if action < N_CARDS:
        play_card(state, state.public.to_act, np.uint8(action))
    else:
        speak(state, state.public.to_act, action)


@kernel
def speak(state: Any, seat: Any, action: Any) -> None:
    """R4, R6: whatever is not a card."""
    public = state.public
    if public.phase == RESERVE:
        reserve(state, seat, action)
    elif public.phase == NAMING:
        name(state, seat, action - NAME)
    elif action == PASS:
        pass_on(public, seat)
    else:
        announce(state, seat, action - SAY)


@kernel
def step(state: Any, action: Any) -> Any:
    """Carry out an action; what the next seat may do, nothing when the hand is over."""
    apply(state, action)
    return legal_actions(state)


@kernel
def settle(state: Any, row: Any) -> None:
    """R7, R8: the winner, the value and the scores. R9: the next dealer, or the end."""
    public = state.public
    describe_game(state, row)
    describe_announcements(public, row)
    describe_worths(state, row)
    steps = public.steps
    row.side_won = side_that_won(steps[RE], steps[KONTRA], row.re_points, row.re_tricks)
    value_for_re(state, row)
    for seat in range(SEATS):
        score_seat(state, row, seat)
    note_solo(public)
    if not (public.compulsory and public.rules.redeal and public.forced == NOBODY):
        public.dealer = left_of(public.dealer)
    public.hand += 1
    public.over = public.hand >= public.rules.deals
    if public.over:
        name_winners(public)


@kernel
def finish(state: Any, row: Any) -> None:
    """What a match leaves behind in its record."""
    public = state.public
    for seat in range(SEATS):
        row.total[seat] = public.totals[seat]
        row.won[seat] = public.won[seat]
        row.solos[seat] = public.solos[seat]
        row.compulsory_hand[seat] = public.compulsory_hands[seat]


# --- Parts of the kernels -------------------------------------


@kernel
def begin_hand(state: Any) -> None:
    """R4: everything as it is when the cards are dealt."""
    public = state.public
    begin_reservations(state)
    begin_announcements(public)
    begin_tricks(public)
    if public.forced == NOBODY:
        public.phase = RESERVE
        public.to_act = public.leader
    else:
        public.phase = NAMING
        public.to_act = public.forced


@kernel
def note_solo(public: Any) -> None:
    """R9: a declared solo was played; a seat's first one in a tournament was its compulsory one."""
    if public.type >= FIRST_SOLO:
        public.solos[public.declarer] += 1
        if public.compulsory:
            public.compulsory_hands[public.declarer] = public.hand


@kernel
def name_winners(public: Any) -> None:
    """R9: the highest total wins; equal ones share."""
    best = public.totals[0]
    for seat in range(1, SEATS):
        best = max(best, public.totals[seat])
    for seat in range(SEATS):
        public.won[seat] = public.totals[seat] == best


def max_hands(rules: Rules) -> int:
    """R9: the hands of every match."""
    return rules.deals
