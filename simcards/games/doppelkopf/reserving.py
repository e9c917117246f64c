"""R4: reservations, who of several has priority, and what is played."""

from typing import Any

import numpy as np

from simcards.cards import NONE
from simcards.game import NOBODY
from simcards.games.doppelkopf.announcing import note_deadlines, turn_to
from simcards.games.doppelkopf.deck import QUEENS_OF_CLUBS, RANKING_OF
from simcards.games.doppelkopf.rules import SEATS
from simcards.games.doppelkopf.state import (
    FAR,
    FIRST_SOLO,
    HEALTHY,
    KONTRA,
    MARRIAGE,
    NAME,
    NAMING,
    NO_NAME,
    NORMAL,
    RE,
    RESERVATION,
    REVEAL_ALL,
    UNKNOWN,
    deals_left,
    forehand,
    is_open,
    left_of,
)
from simcards.jit import kernel

RESERVE_ACTIONS = np.uint64((1 << HEALTHY) | (1 << RESERVATION))
MARRIAGE_ACTION = np.uint64(1 << (NAME + MARRIAGE))
SOLO_ACTIONS = np.uint64(sum(1 << (NAME + solo) for solo in range(FIRST_SOLO, FIRST_SOLO + 7)))
COMPULSORY, VOLUNTARY, LAST_RANK, NO_RANK = range(4)  # the lowest is played


@kernel
def has_both_queens(own: Any) -> Any:
    """R4: whether a seat holds both queens of clubs."""
    return own.held & QUEENS_OF_CLUBS == QUEENS_OF_CLUBS


@kernel
def names(public: Any, own: Any) -> Any:
    """R4: the types a seat may name: any solo, and a marriage with both queens of clubs."""
    if has_both_queens(own) and public.forced == NOBODY:
        return SOLO_ACTIONS | MARRIAGE_ACTION
    return SOLO_ACTIONS


@kernel
def find_forced(public: Any) -> Any:
    """R9: who must name a solo in this hand: as many solos are open as hands are left."""
    if not public.rules.forced:
        return NOBODY
    n_open = np.int64(0)
    found = np.int64(NOBODY)
    seat = np.int64(public.dealer)
    for _ in range(SEATS):
        if is_open(public, seat):  # the last one found is nearest the dealer's left
            found = seat
            n_open += 1
        seat = (seat + SEATS - 1) & 3
    return found if n_open >= deals_left(public) else NOBODY


@kernel
def reserve(state: Any, seat: Any, action: Any) -> None:
    """R4: healthy or a reservation; then those who reserved name it, in the same order."""
    public = state.public
    public.reserved[seat] = action
    if seat != public.dealer:
        public.to_act = left_of(seat)
        return
    first = next_to_name(public, forehand(public))
    if first == NOBODY:
        begin_play(state, NOBODY)
    else:
        public.phase = NAMING
        public.to_act = first


@kernel
def next_to_name(public: Any, seat: Any) -> Any:
    """The first from `seat` round to the dealer who reserved; NOBODY if none did."""
    for _ in range(SEATS):
        if public.reserved[seat] == RESERVATION:
            return np.int64(seat)
        if seat == public.dealer:
            break
        seat = left_of(seat)
    return np.int64(NOBODY)


@kernel
def name(state: Any, seat: Any, kind: Any) -> None:
    """R4: a type is named; after the last one the lowest rank is played."""
    public = state.public
    state.own[seat].named = kind
    if public.forced != NOBODY:
        begin_play(state, seat)
        return
    if public.rules.reveal == REVEAL_ALL:
        publish(public, seat, kind)
    following = np.int64(NOBODY)
    if seat != public.dealer:
        following = next_to_name(public, left_of(seat))
    if following != NOBODY:
        public.to_act = following
        return
    begin_play(state, best_reservation(state))


@kernel
def publish(public: Any, seat: Any, kind: Any) -> None:
    """R10: all know what a seat named, and of a marriage that it holds both queens of clubs."""
    public.named[seat] = kind
    if kind == MARRIAGE:
        public.both_queens[seat] = 1


@kernel
def rank_of(public: Any, seat: Any, kind: Any) -> Any:
    """R4: compulsory solos before voluntary ones before a marriage."""
    if kind == MARRIAGE:
        return LAST_RANK
    return COMPULSORY if is_open(public, seat) else VOLUNTARY


@kernel
def best_reservation(state: Any) -> Any:
    """R4: whose reservation is played: of the lowest rank the first, or the last in `far`."""
    public = state.public
    best = np.int64(NO_RANK)
    found = np.int64(NOBODY)
    seat = forehand(public)
    for _ in range(SEATS):
        if public.reserved[seat] == RESERVATION:
            rank = rank_of(public, seat, state.own[seat].named)
            if rank < best or (rank == best and public.rules.solo_priority == FAR):
                best = rank
                found = np.int64(seat)
        seat = left_of(seat)
    return found


@kernel
def solo_beats(public: Any, seat: Any, winner: Any) -> Any:
    """R4: whether any solo of `seat` would have been played before the one of `winner`."""
    mine, other = rank_of(public, seat, FIRST_SOLO), rank_of(public, winner, FIRST_SOLO)
    if mine != other:
        return mine < other
    first = np.int64(public.dealer) + 1
    is_nearer = ((seat - first) & 3) < ((np.int64(winner) - first) & 3)
    return is_nearer != (public.rules.solo_priority == FAR)


@kernel
def begin_play(state: Any, winner: Any) -> None:
    """R4: the game that is played, its parties, and who leads; NOBODY reserved a normal one."""
    public = state.public
    if winner != NOBODY:
        kind = state.own[winner].named
        publish(public, winner, kind)
        public.type = kind
        public.ranking = RANKING_OF[kind]
        public.declarer = winner
        if kind != MARRIAGE:
            conclude_marriages(public, winner)
            public.compulsory = is_open(public, winner)
        if public.compulsory:
            public.first_leader = public.leader = winner
    set_parties(state)
    note_deadlines(public)
    turn_to(public, public.leader)


@kernel
def conclude_marriages(public: Any, winner: Any) -> None:
    """R10: who reserved and lost to a solo that his own would have beaten, named a marriage."""
    for seat in range(SEATS):
        lost = seat != winner and public.reserved[seat] == RESERVATION
        if lost and solo_beats(public, seat, winner):
            public.both_queens[seat] = 1


@kernel
def set_parties(state: Any) -> None:
    """R4: Re is whoever holds a queen of clubs; the soloist; or the marriage holder, for now."""
    public = state.public
    kind = public.type
    for seat in range(SEATS):
        own = state.own[seat]
        if kind == NORMAL:
            own.party = RE if own.held & QUEENS_OF_CLUBS != NONE else KONTRA
        elif seat == public.declarer:
            public.parties[seat] = own.party = RE
        elif kind != MARRIAGE:
            public.parties[seat] = own.party = KONTRA


@kernel
def begin_reservations(state: Any) -> None:
    """R4, R9: a normal game until something is reserved, and one seat may have to name a solo."""
    public = state.public
    public.forced = find_forced(public)
    public.type = NORMAL
    public.ranking = RANKING_OF[NORMAL]
    public.declarer = NOBODY
    public.compulsory = 0
    public.first_leader = public.leader = forehand(public)
    for seat in range(SEATS):
        public.reserved[seat] = 0
        public.named[seat] = state.own[seat].named = NO_NAME
        public.both_queens[seat] = 0
        public.parties[seat] = state.own[seat].party = UNKNOWN
