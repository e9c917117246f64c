"""What one seat cannot see, drawn anew from all that it could be.

The cards that a seat has not seen lie in the hands of the three others. Every way to lay them there
that fits its view is equally likely, the copies of a card told apart, whatever the others chose
with them; given the cards, so is every type that a losing reservation may have named. A view says:

- how many cards each of the others holds, and of which classes none, for it did not follow;
- of the queens of clubs: who named a marriage holds or has played both, who is Re in a normal game
  at least one, who is Kontra in it none.

The queens of clubs are laid first: there are few ways, each as likely as there are ways for the
rest. That falls into pools by who may hold it, and one split of the pools is drawn by its weight.
"""

from typing import Any

import numpy as np

from simcards.cards import NONE, count, draw
from simcards.game import NOBODY
from simcards.games.doppelkopf.deck import (
    CLASS_MASKS,
    CLASS_OF,
    N_CLASSES,
    N_HELD,
    QUEEN_OF_CLUBS,
    QUEENS_OF_CLUBS,
    both_copies,
    in_order,
    rest_of,
)
from simcards.games.doppelkopf.reserving import has_both_queens, solo_beats
from simcards.games.doppelkopf.rules import N_TRICKS, SEATS
from simcards.games.doppelkopf.state import (
    FIRST_SOLO,
    KONTRA,
    LAST_SOLO,
    MARRIAGE,
    NAMING,
    NO_NAME,
    NORMAL,
    RE,
    RESERVATION,
    RESERVE,
    UNKNOWN,
    cards_left,
)
from simcards.jit import kernel
from simcards.rng import below, mix, word_of
from simcards.ways import WAYS

OTHERS = SEATS - 1
N_SOLOS = np.uint64(LAST_SOLO - FIRST_SOLO + 1)
WORDS_PER_DRAW = N_HELD  # room between the indices of the random words that draws take
NAME_WORDS = 200  # index of the words that draw types, behind those that deal


@kernel
def determinize(state: Any, seat: Any, key: Any) -> None:
    """R10: redraw the others' cards, types and parties in place, by the words of `key`.

    `seat`'s own cards and all that is public stay as they are. For a hand that is being played.
    """
    key = mix(key)  # so that keys 1, 2, 3 ... do as well as any
    public = state.public
    a, b, c = (seat + 1) & 3, (seat + 2) & 3, (seat + 3) & 3
    unseen = rest_of(state.own[seat].held, public.played)
    queens = unseen & QUEENS_OF_CLUBS
    sizes = (cards_held(public, a), cards_held(public, b), cards_held(public, c))
    limits = (
        queens_of(public, a, count(queens)),
        queens_of(public, b, count(queens)),
        queens_of(public, c, count(queens)),
    )
    pools = pools_of(public, (a, b, c), unseen ^ queens)
    split = choose_split(count(queens), limits, sizes, sizes_of(pools), word_of(key, 0))
    first, second = lay(queens, pools, sizes, split, key)
    state.own[a].held = in_order(first)
    state.own[b].held = in_order(second)
    state.own[c].held = in_order(unseen ^ first ^ second)
    for i in range(1, SEATS):
        draw_rest(public, state.own[(seat + i) & 3], key)


# --- What the view says ---------------------------------------


@kernel
def cards_held(public: Any, seat: Any) -> Any:
    """How many cards a seat holds; before the play, all twelve."""
    if public.phase <= NAMING:
        return np.int64(N_TRICKS)
    return np.int64(cards_left(public, seat))


@kernel
def queens_of(public: Any, seat: Any, n_unseen: Any) -> Any:
    """R10: how many of the unseen queens of clubs a seat holds, at least and at most."""
    void = public.phase > NAMING and is_void(public, seat, CLASS_OF[public.ranking, QUEEN_OF_CLUBS])
    if public.both_queens[seat]:
        return n_unseen, n_unseen
    if public.phase > NAMING and public.type == NORMAL:
        if public.parties[seat] == KONTRA:
            return np.int64(0), np.int64(0)
        if public.parties[seat] == RE and public.queens_played[seat] == 0:
            return np.int64(1), n_unseen
    return np.int64(0), np.int64(0) if void else n_unseen


@kernel
def is_void(public: Any, seat: Any, kind: Any) -> Any:
    """Whether a seat has shown that it holds no card of this class."""
    return (public.voids[seat] >> np.uint8(kind)) & 1 != 0


@kernel
def pools_of(public: Any, seats: Any, cards: Any) -> Any:
    """The cards by who of the three may hold them: a alone, b, a or b, c, a or c, b or c, all."""
    return (
        pool_of(public, seats, cards, 1),
        pool_of(public, seats, cards, 2),
        pool_of(public, seats, cards, 3),
        pool_of(public, seats, cards, 4),
        pool_of(public, seats, cards, 5),
        pool_of(public, seats, cards, 6),
        pool_of(public, seats, cards, 7),
    )


@kernel
def pool_of(public: Any, seats: Any, cards: Any, holders: Any) -> Any:
    """The cards of all classes in which exactly these seats are not void, a bit each."""
    pool = NONE
    for kind in range(N_CLASSES):
        able = np.int64(0)
        for i in range(OTHERS):
            if not is_void(public, seats[i], kind):
                able |= 1 << i
        if able == holders:
            pool |= both_copies(CLASS_MASKS[public.ranking, kind])
    return pool & cards


@kernel
def sizes_of(pools: Any) -> Any:
    """How many cards are in each pool."""
    a, b, ab, c, ac, bc, abc = pools
    return count(a), count(b), count(ab), count(c), count(ac), count(bc), count(abc)


# --- One split of all -----------------------------------------


@kernel
def choose_split(n_queens: Any, limits: Any, sizes: Any, pools: Any, word: Any) -> Any:
    """(queens to a, to b, cards of pool ab to a, of ac to a, of bc to b), weighted by its ways.

    The splits are gone through twice: to add up the weights, and to find the one drawn.
    """
    total = count_queens(n_queens, limits, sizes, pools, ~NONE)[0]
    drawn = NONE if total == NONE else word % total
    return count_queens(n_queens, limits, sizes, pools, drawn)[1]


@kernel
def count_queens(n_queens: Any, limits: Any, sizes: Any, pools: Any, drawn: Any) -> Any:
    """The sum of the weights over all ways to lay the queens of clubs, until it passes `drawn`."""
    total = NONE
    split = (0, 0, 0, 0, 0)
    for x in range(limits[0][0], min(limits[0][1], n_queens) + 1):
        for y in range(limits[1][0], min(limits[1][1], n_queens - x) + 1):
            z = n_queens - x - y
            if limits[2][0] <= z <= limits[2][1]:
                ways = WAYS[n_queens, x] * WAYS[n_queens - x, y]
                rest = (sizes[0] - x, sizes[1] - y, sizes[2] - z)
                total, split = count_pools(rest, pools, (total, ways, drawn), (x, y))
                if total > drawn:
                    return total, split
    return total, split


@kernel
def count_pools(sizes: Any, pools: Any, weights: Any, queens: Any) -> Any:
    """Add to the sum the weights of all splits of the pools, until it passes the number drawn."""
    n_a, n_b, n_ab, n_c, n_ac, n_bc, n_all = pools
    total, factor, drawn = weights
    for i in range(n_ab + 1):
        for j in range(min(n_ac, sizes[0] - n_a - i) + 1):
            to_a = sizes[0] - n_a - i - j
            for k in range(min(n_bc, sizes[1] - n_b - (n_ab - i)) + 1):
                to_b = sizes[1] - n_b - (n_ab - i) - k
                to_c = n_all - to_a - to_b
                if to_c < 0 or to_c != sizes[2] - n_c - (n_ac - j) - (n_bc - k):
                    continue
                ways = factor * WAYS[n_ab, i] * WAYS[n_ac, j] * WAYS[n_bc, k]
                total += ways * WAYS[n_all, to_a] * WAYS[n_all - to_a, to_b]
                if total > drawn:
                    return total, (queens[0], queens[1], i, j, k)
    return total, (queens[0], queens[1], 0, 0, 0)


@kernel
def lay(queens: Any, pools: Any, sizes: Any, split: Any, key: Any) -> Any:
    """The cards of a and of b, as the split says and otherwise by chance."""
    a, b, ab, _, ac, bc, common = pools
    queens_a = draw(queens, split[0], key, WORDS_PER_DRAW)
    queens_b = draw(queens ^ queens_a, split[1], key, 2 * WORDS_PER_DRAW)
    ab_a = draw(ab, split[2], key, 3 * WORDS_PER_DRAW)
    first = a | queens_a | ab_a | draw(ac, split[3], key, 5 * WORDS_PER_DRAW)
    second = b | queens_b | (ab ^ ab_a) | draw(bc, split[4], key, 7 * WORDS_PER_DRAW)
    common_a = draw(common, sizes[0] - count(first), key, 9 * WORDS_PER_DRAW)
    common_b = draw(common ^ common_a, sizes[1] - count(second), key, 11 * WORDS_PER_DRAW)
    return first | common_a, second | common_b


# --- Types and parties ----------------------------------------


@kernel
def draw_rest(public: Any, own: Any, key: Any) -> None:
    """R10: a type that the seat may have named with these cards, and its party."""
    seat = np.int64(own.seat)
    own.named = public.named[seat]
    if has_named(public, seat) and own.named == NO_NAME:
        own.named = draw_name(public, own, word_of(key, NAME_WORDS + seat))
    own.party = public.parties[seat]
    if public.phase > NAMING and public.type == NORMAL and own.party == UNKNOWN:
        has_queen = own.held & QUEENS_OF_CLUBS != NONE
        own.party = RE if has_queen else KONTRA


@kernel
def has_named(public: Any, seat: Any) -> Any:
    """R4: whether a seat has named the type of its reservation, known to all or not."""
    if public.reserved[seat] != RESERVATION or public.phase == RESERVE:
        return False
    if public.phase > NAMING:
        return True
    first = np.int64(public.dealer) + 1
    return ((seat - first) & 3) < ((np.int64(public.to_act) - first) & 3)


@kernel
def draw_name(public: Any, own: Any, word: Any) -> Any:
    """R4: one of the solos that could have lost, or a marriage with both queens of clubs."""
    winner = np.int64(public.declarer)
    seat = np.int64(own.seat)
    decided = public.phase > NAMING and winner != NOBODY
    if decided and solo_beats(public, seat, winner):
        return np.int64(MARRIAGE)
    held_both = public.both_queens[seat] or dealt_both(public, own)
    n = N_SOLOS + np.uint64(1) if held_both else N_SOLOS
    return np.int64(LAST_SOLO) - np.int64(below(word, n))


@kernel
def dealt_both(public: Any, own: Any) -> Any:
    """Whether a seat holds, or held and has played, both queens of clubs."""
    if has_both_queens(own):
        return True
    return np.int64(public.queens_played[own.seat]) + count(own.held & QUEENS_OF_CLUBS) == 2
