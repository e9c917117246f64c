"""The table of Caravan: what a route shows, and what cards do to it (R5 to R9).

A card is its number; a target or a route is named by owner and place. All of it is public.
"""

from typing import Any

import numpy as np

from simcards.games.caravan.deck import (
    KIND_OF,
    N_NUMBERS,
    N_RANKS,
    OWNER_OF,
    RANK_OF,
    SUIT_OF,
    Suit,
)
from simcards.games.caravan.layout import DOWN, NO_DIRECTION, SIDE, UP
from simcards.games.caravan.rules import ROUTES, SEATS, Kind
from simcards.jit import kernel

NUMBER, JACK, QUEEN, KING, JOKER = (int(kind) for kind in Kind)
NO_SUIT = int(Suit.NONE)
ACE = 1
FULL = 3  # face cards on a card that takes no more (R7)


def may_follow(n: int, direction: int, suit: int, rank: int, token: int) -> bool:
    """R5: whether a number card may go on a route of `n` cards that shows this; see TAKES."""
    own_suit, own_rank = token // N_RANKS, token % N_RANKS + 1
    if n == 0:
        return True
    if own_rank == rank:
        return False
    if n == 1 or own_suit == suit:
        return True
    return own_rank > rank if direction == UP else own_rank < rank


def takes(n: int, direction: int, suit: int, rank: int) -> int:
    """The number cards that may go on such a route, a bit a token."""
    return sum(1 << t for t in range(N_NUMBERS) if may_follow(n, direction, suit, rank, t))


# By number of cards (2: more than one), direction (-1 is the last index), suit and last rank.
TAKES = np.array(
    [
        [[[takes(n, d, s, r) for r in range(N_RANKS + 1)] for s in Suit] for d in (0, UP, DOWN)]
        for n in range(3)
    ],
    np.uint64,
)

# --- What a route shows ---------------------------------------


@kernel
def card_value(public: Any, card: Any) -> Any:
    """R6: a number card's value, doubled by each King or, with `additive_kings`, added to."""
    rank, kings = np.int64(RANK_OF[card]), np.int64(public.kings[card])
    return rank * (1 + kings) if public.rules.additive_kings else rank << kings


@kernel
def base_direction(public: Any, owner: Any, route: Any) -> Any:
    """R6: where the last two cards point; of equal ones, down, or the course that they hold."""
    cards, n = public.cards[owner, route], np.int64(public.n_cards[owner, route])
    last, before = RANK_OF[cards[n - 1]], RANK_OF[cards[n - 2]]
    if last == before:
        course = np.int64(public.course[owner, route])
        return np.int64(DOWN) if course == NO_DIRECTION else course
    return np.int64(UP) if last > before else np.int64(DOWN)


@kernel
def refresh(public: Any, owner: Any, route: Any) -> None:
    """R6: direction and suit from the cards that lie there; an odd number of Queens flips."""
    cards: Any = public.cards[owner, route]
    n: Any = np.int64(public.n_cards[owner, route])
    direction: Any = np.int64(NO_DIRECTION)
    suit: Any = np.int64(NO_SUIT)
    if n > 0:
        last = cards[n - 1]
        founder = cards[0] if public.rules.founding_suit else last
        queens = np.int64(public.queens[last])
        suit = np.int64(public.queen_suit[last] if queens > 0 else SUIT_OF[founder])
        if n > 1:
            base = base_direction(public, owner, route)
            direction = -base if queens & 1 else base
    public.direction[owner, route] = direction
    public.suit[owner, route] = suit
    rank = RANK_OF[cards[n - 1]] if n > 0 else 0
    public.takes[owner, route] = TAKES[min(n, 2), direction, suit, rank]


@kernel
def is_full(public: Any, card: Any) -> Any:
    """R7: whether a number card takes no more face cards, not even a Jack."""
    return public.n_faces[card] >= FULL and not public.rules.unlimited_faces


@kernel
def find_place(public: Any, owner: Any, place: Any) -> Any:
    """(route, position) of a place on the owner's side, counted from the start of route 0."""
    route = 0
    while route < ROUTES - 1 and place >= public.n_cards[owner, route]:
        place -= np.int64(public.n_cards[owner, route])
        route += 1
    return route, place


# --- Cards laid -----------------------------------------------


@kernel
def lay_number(public: Any, owner: Any, route: Any, card: Any) -> None:
    """R5: a number card at the end of a route."""
    public.cards[owner, route, public.n_cards[owner, route]] = card
    public.n_cards[owner, route] += 1
    public.value[owner, route] += RANK_OF[card]
    public.n_faces[card] = 0
    public.kings[card] = 0
    public.queens[card] = 0
    refresh(public, owner, route)


@kernel
def lay_face(public: Any, owner: Any, route: Any, position: Any, face: Any) -> None:
    """R7: a Queen, King or Joker onto a number card, where it stays."""
    card = public.cards[owner, route, position]
    if public.n_faces[card] == 0:
        public.first_face[card] = face
    else:
        public.next_face[public.last_face[card]] = face
    public.last_face[card] = face
    public.n_faces[card] += 1
    if KIND_OF[face] == KING:
        before = card_value(public, card)
        public.kings[card] += 1
        public.value[owner, route] += card_value(public, card) - before
    elif KIND_OF[face] == QUEEN:
        public.queens[card] += 1
        public.queen_suit[card] = SUIT_OF[face]
        refresh(public, owner, route)


@kernel
def use_face(public: Any, seat: Any, face: Any, target: Any) -> None:
    """R7: what a face card of `seat` does: a Jack removes his target, all others stay on it."""
    owner = target // SIDE
    route, position = find_place(public, owner, target % SIDE)
    card = public.cards[owner, route, position]
    if KIND_OF[face] == JACK:
        public.removed[seat, owner] += take(public, owner, route, card, False)
        throw(public, face)
        return
    lay_face(public, owner, route, position, face)
    if KIND_OF[face] == JOKER:
        strike(public, seat, owner, route, card)


# --- Cards taken away -----------------------------------------


@kernel
def throw(public: Any, card: Any) -> None:
    """R8: a card to its owner's discard pile."""
    owner = np.int64(OWNER_OF[card])
    public.discards[owner, public.n_discards[owner]] = card
    public.n_discards[owner] += 1
    public.seen[card] = 1


@kernel
def throw_with_faces(public: Any, card: Any) -> None:
    """R8: a number card and all that lies on it, each to its owner's discard pile."""
    throw(public, card)
    face = public.first_face[card]
    for _ in range(public.n_faces[card]):
        throw(public, face)
        face = public.next_face[face]


@kernel
def is_hit(public: Any, target: Any, card: Any) -> Any:
    """R7: whether a Joker on `target` removes `card`: by suit on an Ace, else by rank."""
    if card == target:
        return False
    if RANK_OF[target] != ACE:
        return RANK_OF[card] == RANK_OF[target]
    if public.rules.queens_shield and public.queens[card] > 0:
        return False
    return SUIT_OF[card] == SUIT_OF[target]


@kernel
def take(public: Any, owner: Any, route: Any, target: Any, by_joker: Any) -> Any:
    """R7: remove `target` from a route or, `by_joker`, all that the Joker on it hits; how many.

    What is left keeps its order. Two equal cards at the end may hold the course from before.
    """
    cards, n = public.cards[owner, route], np.int64(public.n_cards[owner, route])
    before, left = np.int64(public.direction[owner, route]), 0
    for i in range(n):
        card = cards[i]
        if is_hit(public, target, card) if by_joker else card == target:
            public.value[owner, route] -= card_value(public, card)
            throw_with_faces(public, card)
        else:
            cards[left] = card
            left += 1
    if left < n:
        public.n_cards[owner, route] = left
        public.course[owner, route] = held_course(public, owner, route, before)
        refresh(public, owner, route)
    return n - left


@kernel
def held_course(public: Any, owner: Any, route: Any, before: Any) -> Any:
    """R6: with `course_held`, what makes two equal cards at the end show the direction `before`."""
    cards, n = public.cards[owner, route], np.int64(public.n_cards[owner, route])
    if not public.rules.course_held or n < 2:
        return np.int64(NO_DIRECTION)
    last = cards[n - 1]
    if RANK_OF[last] != RANK_OF[cards[n - 2]]:
        return np.int64(NO_DIRECTION)
    return -before if public.queens[last] & 1 else before


@kernel
def strike(public: Any, seat: Any, owner: Any, route: Any, target: Any) -> None:
    """R7: what the Joker that `seat` laid on `target`, on that route, removes from the table."""
    for side in range(SEATS):
        for i in range(ROUTES):
            is_own = side == owner and i == route
            if not (is_own and public.rules.protected_joker):
                public.removed[seat, side] += take(public, side, i, target, True)


@kernel
def clear(public: Any, owner: Any, route: Any) -> Any:
    """R4: disband a route: all its cards to their owners' discards; how many number cards."""
    n = np.int64(public.n_cards[owner, route])
    for i in range(n):
        throw_with_faces(public, public.cards[owner, route, i])
    public.n_cards[owner, route] = 0
    public.value[owner, route] = 0
    refresh(public, owner, route)
    return n
