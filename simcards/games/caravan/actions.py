"""What a seat may do (R3 to R5, R7), as the words of a set of actions; see `layout` for numbers."""

from typing import Any

import numpy as np

from simcards.cards import NONE, ONE, bit
from simcards.game import NOBODY
from simcards.games.caravan.deck import N_NUMBERS, N_SUITS, PACK, TOKEN_OF
from simcards.games.caravan.layout import (
    DISBANDS,
    DISCARDS,
    N_NORMAL,
    NO_ACTIONS,
    SIDE,
    WORDS,
)
from simcards.games.caravan.routes import is_full
from simcards.games.caravan.rules import ROUTES, SEATS, Kind
from simcards.jit import inlined, kernel

NO_FACES = NO_ACTIONS[1:]
assert WORDS == 1 + 3 * N_NORMAL  # three words of targets for each card
QUEENS = np.uint64(((1 << N_SUITS) - 1) << (N_NUMBERS + N_SUITS * (Kind.QUEEN - 1)))  # tokens
FIGURES = np.uint64((1 << PACK) - (1 << N_NUMBERS))


@kernel
def actions_of(state: Any) -> Any:
    """All that the seat to act may do; nothing when the hand is over."""
    public = state.public
    if public.to_act == NOBODY:
        return NO_ACTIONS
    own = state.own[public.to_act]
    if public.owed[public.to_act] > 0:
        return (opening_actions(public, own), *NO_FACES)
    actions, faces, queens = hand_actions(public, own)
    targets = all_targets(public)
    last = targets if public.rules.queens_everywhere else last_targets(public)
    a, b, c = face_actions(faces, queens, 0, targets, last)
    d, e, f = face_actions(faces, queens, 1, targets, last)
    g, h, i = face_actions(faces, queens, 2, targets, last)
    j, k, m = face_actions(faces, queens, 3, targets, last)
    n, o, p = face_actions(faces, queens, 4, targets, last)
    return (actions, a, b, c, d, e, f, g, h, i, j, k, m, n, o, p)


@kernel
def opening_actions(public: Any, own: Any) -> Any:
    """R3: number cards on own empty routes; without a number card in hand, any discard."""
    actions = sort_hand(public, own)[0]
    numbers = NONE
    for route in range(ROUTES):
        if public.n_cards[own.seat, route] == 0:
            numbers |= actions & ROUTE_NUMBERS[route]
    return numbers if numbers != NONE else actions


ROUTE_NUMBERS = np.array(
    [sum(1 << action for action in range(r, DISCARDS, ROUTES)) for r in range(ROUTES)], np.uint64
)


@kernel
def hand_actions(public: Any, own: Any) -> Any:
    """R4, R5: all but face cards; and the places of face cards and of Queens in the hand."""
    actions, faces, queens = sort_hand(public, own)
    for route in range(ROUTES):
        actions |= np.uint64(public.n_cards[own.seat, route] > 0) << np.uint64(DISBANDS + route)
    return actions, faces, queens


@kernel
def sort_hand(public: Any, own: Any) -> Any:
    """R4, R5: number cards on own routes and discards; places of face cards, and of Queens.

    Of equal cards only the first counts. No branches: the cards change with every turn.
    """
    actions, faces, queens, met = NONE, NONE, NONE, NONE
    a, b, c = public.takes[own.seat, 0], public.takes[own.seat, 1], public.takes[own.seat, 2]
    for slot in range(np.int64(own.n_held)):
        token = np.uint64(TOKEN_OF[own.held[slot]])
        is_first = (~met >> token) & ONE
        met |= ONE << token
        place = np.uint64(slot)
        number = (a >> token) & ONE | ((b >> token) & ONE) << ONE | ((c >> token) & ONE) << TWO
        actions |= (number * is_first) << np.uint64(ROUTES * slot)
        actions |= is_first << np.uint64(DISCARDS + slot)
        faces |= ((FIGURES >> token) & is_first) << place
        queens |= ((QUEENS >> token) & is_first) << place
    return actions, faces, queens


TWO = np.uint64(2)


@inlined
def face_actions(faces: Any, queens: Any, slot: Any, targets: Any, last: Any) -> Any:
    """R7: where the card in this place of the hand may go as a face card, three words."""
    is_queen = NONE - ((queens >> np.uint64(slot)) & ONE)  # all bits or none
    is_other = (NONE - ((faces >> np.uint64(slot)) & ONE)) ^ is_queen
    return (
        targets[0] & is_other | last[0] & is_queen,
        targets[1] & is_other | last[1] & is_queen,
        targets[2] & is_other | last[2] & is_queen,
    )


@kernel
def all_targets(public: Any) -> Any:
    """R7: the number cards of the table that are not full, three words."""
    a, b = side_targets(public, 0)
    c, d = side_targets(public, 1)
    return joined(a, b, c, d)


@kernel
def side_targets(public: Any, owner: Any) -> Any:
    """R7: the places of a side whose cards are not full, two words."""
    low, high, place = NONE, NONE, NONE
    for route in range(ROUTES):
        for i in range(np.int64(public.n_cards[owner, route])):
            is_open = np.uint64(not is_full(public, public.cards[owner, route, i]))
            if place < WORD:
                low |= is_open << place
            else:
                high |= is_open << (place - WORD)
            place += ONE
    return low, high


WORD = np.uint64(64)


@kernel
def last_targets(public: Any) -> Any:
    """R7: the last cards of all routes, as far as they are not full, three words."""
    a, b = side_last(public, 0)
    c, d = side_last(public, 1)
    return joined(a, b, c, d)


@kernel
def side_last(public: Any, owner: Any) -> Any:
    """R7: the places of the last cards of a side's routes that are not full, two words."""
    low, high = NONE, NONE
    place: Any = 0
    for route in range(ROUTES):
        n = np.int64(public.n_cards[owner, route])
        place += n
        if n > 0 and not is_full(public, public.cards[owner, route, n - 1]):
            if place <= 64:
                low |= bit(place - 1)
            else:
                high |= bit(place - 65)
    return low, high


HALF = np.uint64(SIDE - 64)  # places of a side beyond its first word
assert SEATS * SIDE == 3 * 64


@inlined
def joined(a: Any, b: Any, c: Any, d: Any) -> Any:
    """The places of both sides, two words each, as three words."""
    return a, b | c << HALF, c >> HALF | d << HALF
