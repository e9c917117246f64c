"""What a seat may do (R3 to R5, R7), as the words of a set of actions; see `layout` for numbers."""

from typing import Any

import numpy as np

from simcards.cards import NONE, ONE, bit
from simcards.game import NOBODY
from simcards.games.caravan.deck import KIND_OF, TOKEN_OF
from simcards.games.caravan.layout import (
    DISBANDS,
    DISCARDS,
    N_NORMAL,
    NO_ACTIONS,
    SIDE,
    WORDS,
)
from simcards.games.caravan.routes import NUMBER, QUEEN, fits, is_full
from simcards.games.caravan.rules import ROUTES, SEATS
from simcards.jit import inlined, kernel

NO_FACES = NO_ACTIONS[1:]
assert WORDS == 1 + 3 * N_NORMAL  # three words of targets for each card


@kernel
def actions_of(state: Any) -> Any:
    """All that the seat to act may do; nothing when the hand is over."""
    public = state.public
    if public.to_act == NOBODY:
        return NO_ACTIONS
    own = state.own[public.to_act]
    if public.owed[public.to_act] > 0:
        return (opening_actions(public, own), *NO_FACES)
    targets = all_targets(public)
    last = targets if public.rules.queens_everywhere else last_targets(public)
    a, b, c = face_actions(own, 0, targets, last)
    d, e, f = face_actions(own, 1, targets, last)
    g, h, i = face_actions(own, 2, targets, last)
    j, k, m = face_actions(own, 3, targets, last)
    n, o, p = face_actions(own, 4, targets, last)
    return (hand_actions(public, own), a, b, c, d, e, f, g, h, i, j, k, m, n, o, p)


@kernel
def opening_actions(public: Any, own: Any) -> Any:
    """R3: number cards on own empty routes; without a number card in hand, any discard."""
    numbers, discards = NONE, NONE
    seat = np.int64(own.seat)
    for slot in range(np.int64(own.n_held)):
        if is_second(own, slot):
            continue
        discards |= bit(DISCARDS + slot)
        if KIND_OF[own.held[slot]] == NUMBER:
            for route in range(ROUTES):
                if public.n_cards[seat, route] == 0:
                    numbers |= bit(ROUTES * slot + route)
    return numbers if numbers != NONE else discards


@kernel
def hand_actions(public: Any, own: Any) -> Any:
    """R4, R5: number cards on own routes, discards, and own routes to disband."""
    actions = NONE
    seat = np.int64(own.seat)
    for route in range(ROUTES):
        if public.n_cards[seat, route] > 0:
            actions |= bit(DISBANDS + route)
    for slot in range(np.int64(own.n_held)):
        if is_second(own, slot):
            continue
        actions |= bit(DISCARDS + slot)
        if KIND_OF[own.held[slot]] == NUMBER:
            for route in range(ROUTES):
                if fits(public, seat, route, own.held[slot]):
                    actions |= bit(ROUTES * slot + route)
    return actions


@kernel
def is_second(own: Any, slot: Any) -> Any:
    """Whether an equal card stands before this one in the hand."""
    token = TOKEN_OF[own.held[slot]]
    for other in range(slot):
        if TOKEN_OF[own.held[other]] == token:
            return True
    return False


@kernel
def face_actions(own: Any, slot: Any, targets: Any, last: Any) -> Any:
    """R7: where the card in this place of the hand may go as a face card, three words."""
    if slot >= own.n_held or KIND_OF[own.held[slot]] == NUMBER or is_second(own, slot):
        return NONE, NONE, NONE
    return last if KIND_OF[own.held[slot]] == QUEEN else targets


@kernel
def all_targets(public: Any) -> Any:
    """R7: the number cards of the table that are not full, three words."""
    targets = (NONE, NONE, NONE)
    for owner in range(SEATS):
        place = owner * SIDE
        for route in range(ROUTES):
            for i in range(np.int64(public.n_cards[owner, route])):
                if not is_full(public, public.cards[owner, route, i]):
                    targets = with_place(targets, place)
                place += 1
    return targets


@kernel
def last_targets(public: Any) -> Any:
    """R7: the last cards of all routes, as far as they are not full, three words."""
    targets = (NONE, NONE, NONE)
    for owner in range(SEATS):
        place = owner * SIDE
        for route in range(ROUTES):
            n = np.int64(public.n_cards[owner, route])
            place += n
            if n > 0 and not is_full(public, public.cards[owner, route, n - 1]):
                targets = with_place(targets, place - 1)
    return targets


@inlined
def with_place(targets: Any, place: Any) -> Any:
    """Three words with one more place in them."""
    low, middle, high = targets
    one = ONE << np.uint64(place & 63)
    if place < 64:
        return low | one, middle, high
    if place < 128:
        return low, middle | one, high
    return low, middle, high | one
