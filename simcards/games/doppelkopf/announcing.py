"""R6: announcements, their deadlines, and who is asked for them."""

from typing import Any

import numpy as np

from simcards.cards import NONE
from simcards.games.doppelkopf.rules import N_STEPS, N_TRICKS, SEATS
from simcards.games.doppelkopf.state import (
    ANY,
    ASK,
    KONTRA,
    MARRIAGE,
    NEVER_CARDS,
    NOTHING,
    PASS,
    PLAY,
    RE,
    SAY,
    UNKNOWN,
    cards_left,
    left_of,
)
from simcards.jit import inlined, kernel

MOST_STEP = N_STEPS
PASS_ACTION = np.uint64(1 << PASS)
# The actions of all steps above each one.
STEPS_ABOVE = np.array(
    [sum(1 << (SAY + step) for step in range(low + 1, N_STEPS + 1)) for low in range(N_STEPS + 1)],
    np.uint64,
)
# The action of the step above each one.
NEXT_STEP = np.array([*(1 << (SAY + low + 1) for low in range(N_STEPS)), 0], np.uint64)

# --- What may be said -----------------------------------------


@kernel
def least_for_next(public: Any, party: Any) -> Any:
    """R6: with how many cards at least a party may announce its next step in time."""
    if public.late[party] or public.steps[party] == MOST_STEP or not is_settled(public):
        return np.int64(NEVER_CARDS)
    return np.int64(N_TRICKS - 1) - np.int64(public.steps[party]) - np.int64(public.shift)


@kernel
def least_for_reply(public: Any, party: Any) -> Any:
    """R6: with how many cards at least a silent party may reply: one fewer than the others had."""
    other = np.int64(public.steps[1 - party])
    silent = public.steps[party] == NOTHING and other > NOTHING
    if not (public.rules.late_reply and silent):
        return np.int64(NEVER_CARDS)
    return np.int64(N_TRICKS - 1) - other - np.int64(public.shift)


@kernel
def is_settled(public: Any) -> Any:
    """R6: announcements wait for the end of a marriage's clarification trick."""
    return public.type != MARRIAGE or public.clarified > 0


@kernel
def may_say(public: Any, party: Any, n_cards: Any) -> Any:
    """R6: the announcements open to a member of `party` who holds `n_cards`, as actions."""
    if party == UNKNOWN:
        return NONE
    step = public.steps[party]
    if n_cards >= least_for_next(public, party):
        return STEPS_ABOVE[step] if public.rules.jump else NEXT_STEP[step]
    if n_cards >= least_for_reply(public, party):
        return NEXT_STEP[NOTHING]
    return NONE


@kernel
def note_deadlines(public: Any) -> None:
    """With how many cards at least anybody may still announce something."""
    least = np.int64(NEVER_CARDS)
    for party in range(2):
        least = min(least, least_for_next(public, party), least_for_reply(public, party))
    public.least_cards = least


# --- Announcing -----------------------------------------------


@kernel
def begin_announcements(public: Any) -> None:
    """R6: nothing is announced yet, and no deadline is later than usual."""
    for party in range(2):
        public.steps[party] = NOTHING
        public.late[party] = 0
    public.n_said = 0
    public.shift = 0


@kernel
def announce(state: Any, seat: Any, step: Any) -> None:
    """R6: a step for the announcer's party, and those it includes; his party is public now."""
    public = state.public
    party = state.own[seat].party
    n_cards = cards_left(public, seat)
    public.late[party] = n_cards < least_for_next(public, party)
    public.steps[party] = step
    n = public.n_said
    public.said_seat[n] = seat
    public.said_step[n] = step
    public.said_at[n] = public.n_plays
    public.said_cards[n] = n_cards
    public.n_said = n + 1
    learn_party(public, seat, party)
    note_deadlines(public)
    if public.phase == ASK:
        public.passes = 0
        ask_from(public, seat)


@kernel
def learn_party(public: Any, seat: Any, party: Any) -> None:
    """R10: all know a seat's party, and those that follow from it."""
    public.parties[seat] = party
    n_re = n_kontra = n_queens = 0
    for other in range(SEATS):
        n_re += public.parties[other] == RE
        n_kontra += public.parties[other] == KONTRA
        n_queens += public.queens_played[other]
    if n_re == 2 or n_queens == 2:
        fill_parties(public, KONTRA)
    elif n_kontra == SEATS - 1:
        fill_parties(public, RE)


@kernel
def fill_parties(public: Any, party: Any) -> None:
    """All whose party was unknown are on this side."""
    for seat in range(SEATS):
        if public.parties[seat] == UNKNOWN:
            public.parties[seat] = party


# --- Whose turn it is to speak --------------------------------


@inlined
def turn_to(public: Any, seat: Any) -> None:
    """R6: the next card is this seat's; where anybody may announce at any time, all are asked."""
    if public.rules.window == ANY:
        public.passes = 0
        ask_from(public, np.int64(seat))
    else:
        public.phase = PLAY
        public.to_act = seat


@kernel
def ask_from(public: Any, seat: Any) -> None:
    """R6: ask `seat` or the next who holds enough cards; after four passes a card is played.

    Whom it passes over follows from what all know.
    """
    public.phase = ASK
    while public.passes < SEATS:
        if cards_left(public, seat) >= public.least_cards:
            public.to_act = seat
            return
        public.passes += 1
        seat = (seat + 1) & 3
    public.phase = PLAY
    public.to_act = (public.leader + public.n_trick) & np.uint8(3)


@kernel
def pass_on(public: Any, seat: Any) -> None:
    """R6: nothing to announce."""
    public.passes += 1
    ask_from(public, np.int64(left_of(seat)))
