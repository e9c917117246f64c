"""What one seat cannot see, drawn anew from all that it could be: the others' cards.

Every deal of the unseen cards that fits the seat's view is equally likely, each fitting one can be
drawn, and none is thrown away. A view says of an opponent how many cards he holds, and which suits
he has shown to lack (R11); the Excuse may be anywhere until it is played. So a suit may lie with
some of the opponents only, and which of its cards lies with whom changes nothing for the others.

A suit that one opponent alone may hold is his. Those that some may hold are drawn one by one, by
how many of their cards each gets: `count_ways` counts, in whole numbers, the ways to deal the first
suits, by what each opponent has then got. Where all these suits end is drawn by its ways times
those of the rest of the cards; then, backwards, each suit by its share in the ways to there.
No count exceeds 35! / (9! 9! 9! 8!) < 2**63: before there is a void somebody has played.
"""

from typing import Any

import numpy as np

from simcards.bits import multiply_fold
from simcards.cards import NONE, count, draw
from simcards.games.double_knot.deck import MAX_TRICKS, N_SUITS, SUIT_MASKS
from simcards.games.double_knot.rules import HAND_SIZES, PLAYER_COUNTS
from simcards.jit import inlined, kernel
from simcards.rng import mix, word_of
from simcards.scratch import scratch
from simcards.ways import WAYS

MAX_OPPONENTS = max(PLAYER_COUNTS) - 1
# Opponents but the last, whose number of cards follows from theirs, each with 0 .. hand size cards.
ENDS = max((size + 1) ** (players - 2) for (players, _), size in HAND_SIZES.items())
ROOM = (N_SUITS + 1) * ENDS
WORDS_PER_DRAW = MAX_TRICKS  # room between the indices of the random words that draws take
FREE_WORDS = (N_SUITS + 1) * MAX_OPPONENTS * WORDS_PER_DRAW


@kernel
def determinize(state: Any, seat: Any, key: Any) -> None:
    """R11: redraw the others' cards in place, by the words of `key`.

    `seat`'s own cards and all that is public stay as they are. For a hand that is being played.
    """
    key = mix(key)  # so that keys 1, 2, 3 ... do as well as any
    held = scratch(MAX_OPPONENTS)
    room = scratch(MAX_OPPONENTS)
    suits = scratch(N_SUITS)
    may = scratch(N_SUITS)
    players = np.int64(state.public.rules.players)
    unseen = take_up(state, seat, room)
    for i in range(MAX_OPPONENTS):
        held[i] = NONE
    free, n_suits = sort_suits(state.public, seat, unseen, (held, room, suits, may))
    if n_suits > 0:
        deal_suits((held, room, suits, may), players - 1, n_suits, key)
    for i in range(players - 1):
        if i < players - 2:
            cards = draw(free, np.int64(room[i]), key, FREE_WORDS + i * WORDS_PER_DRAW)
        else:
            cards = free
        free ^= cards
        state.own[(seat + 1 + i) % players].held = held[i] | cards


@kernel
def take_up(state: Any, seat: Any, room: Any) -> Any:
    """All cards of the others, which are those the seat has not seen, and how many each holds."""
    players = np.int64(state.public.rules.players)
    unseen = NONE
    for i in range(MAX_OPPONENTS):
        room[i] = 0
    for i in range(players - 1):
        cards = state.own[(seat + 1 + i) % players].held
        unseen |= cards
        room[i] = count(cards)
    return unseen


@kernel
def sort_suits(public: Any, seat: Any, unseen: Any, work: Any) -> Any:
    """Give a suit that one opponent alone may hold to him, and note those that some may hold.

    Returns the cards that everybody may hold, and how many suits were noted.
    """
    held, room, suits, may = work
    players = np.int64(public.rules.players)
    free, n_suits = unseen, 0
    for suit in range(N_SUITS):
        cards = unseen & SUIT_MASKS[suit]
        able, n_able, last = NONE, 0, 0
        for i in range(players - 1):
            if cards & public.lacks[(seat + 1 + i) % players] == NONE:
                able |= np.uint64(1) << np.uint64(i)
                n_able += 1
                last = i
        if cards != NONE and n_able < players - 1:
            free ^= cards
            if n_able == 1:
                held[last] |= cards
                room[last] -= np.uint64(count(cards))
            else:
                suits[n_suits] = cards
                may[n_suits] = able
                n_suits += 1
    return free, n_suits


@kernel
def deal_suits(work: Any, opponents: Any, n_suits: Any, key: Any) -> None:
    """Deal the suits that some opponents may hold, each way to do it as likely."""
    held, room, suits, may = work
    ways = scratch(ROOM)
    shape = shape_of(room, opponents)
    count_ways(ways, shape, suits, may, n_suits)
    end = draw_end(ways, shape, n_suits, sum_of(suits, n_suits), word_of(key, 0))
    for suit in range(n_suits - 1, -1, -1):
        split = draw_split(ways, shape, (suit, end), (suits, may), word_of(key, suit + 1))
        left = suits[suit]
        for i in range(opponents):
            n = split[i] if i < opponents - 1 else count(left)
            index = (suit * MAX_OPPONENTS + i + 1) * WORDS_PER_DRAW
            cards = draw(left, n, key, index)
            left ^= cards
            held[i] |= cards
            room[i] -= np.uint64(n)
        end -= place_of(shape, split)


# --- Counting -------------------------------------------------
# A shape is (most cards of the first three opponents, of the last one, his number); those who are
# not there can get none. A place numbers how many cards each of the first three has got.


@kernel
def shape_of(room: Any, opponents: Any) -> Any:
    """How many cards each opponent may still get."""
    a = np.int64(room[0])
    b = np.int64(room[1]) if opponents > 2 else np.int64(0)
    c = np.int64(room[2]) if opponents > 3 else np.int64(0)
    return (a, b, c, np.int64(room[opponents - 1]), np.int64(opponents - 1))


@inlined
def place_of(shape: Any, got: Any) -> Any:
    """The number of (cards of the first, the second, the third opponent)."""
    return (got[0] * (shape[1] + 1) + got[1]) * (shape[2] + 1) + got[2]


@inlined
def got_at(shape: Any, place: Any) -> Any:
    """The inverse of `place_of`."""
    second = place // (shape[2] + 1)
    return (second // (shape[1] + 1), second % (shape[1] + 1), place % (shape[2] + 1))


@inlined
def n_places(shape: Any) -> Any:
    """How many places there are."""
    return (shape[0] + 1) * (shape[1] + 1) * (shape[2] + 1)


@inlined
def most(able: Any, i: Any, n: Any) -> Any:
    """How many of `n` cards opponent `i` may get for their suit."""
    return n if (able >> np.uint64(i)) & np.uint64(1) != NONE else np.int64(0)


@kernel
def sum_of(suits: Any, n_suits: Any) -> Any:
    """How many cards the first suits have."""
    total = np.int64(0)
    for suit in range(n_suits):
        total += count(suits[suit])
    return total


@kernel
def count_ways(ways: Any, shape: Any, suits: Any, may: Any, n_suits: Any) -> None:
    """ways[n * places + place]: in how many ways the first n suits end up at a place."""
    places = n_places(shape)
    for i in range((n_suits + 1) * places):
        ways[i] = NONE
    ways[0] = 1
    dealt = np.int64(0)
    for suit in range(n_suits):
        n = count(suits[suit])
        for place in range(places):
            if ways[suit * places + place] != NONE:
                spread(ways, shape, (suit, place, dealt), n, may[suit])
        dealt += n


@kernel
def spread(ways: Any, shape: Any, where: Any, n: Any, able: Any) -> None:
    """Add the ways to deal `n` cards of one suit from one place, to all the places they lead to."""
    suit, place, dealt = where
    places = n_places(shape)
    a, b, c = got_at(shape, place)
    last = dealt - a - b - c
    before = ways[suit * places + place]
    most_last = min(most(able, shape[4], n), shape[3] - last)
    for x in range(min(most(able, 0, n), shape[0] - a) + 1):
        for y in range(min(most(able, 1, n - x), shape[1] - b) + 1):
            rest = n - x - y
            for z in range(max(0, rest - most_last), min(most(able, 2, rest), shape[2] - c) + 1):
                after = (suit + 1) * places + place + place_of(shape, (x, y, z))
                ways[after] += before * splits(n, (x, y, z))


@inlined
def splits(n: Any, split: Any) -> Any:
    """In how many ways `n` cards are parted so that the first three get these many."""
    x, y, z = split
    return WAYS[n, x] * WAYS[n - x, y] * WAYS[n - x - y, z]


@kernel
def draw_end(ways: Any, shape: Any, n_suits: Any, dealt: Any, word: Any) -> Any:
    """A place at which all suits end, by the number of whole deals that go through it."""
    places = n_places(shape)
    rest = shape[0] + shape[1] + shape[2] + shape[3] - dealt
    total = NONE
    for goal in (False, True):
        target = high_product(word, total)
        total = NONE
        for place in range(places):
            here = ways[n_suits * places + place]
            if here != NONE:
                a, b, c = got_at(shape, place)
                total += here * splits(rest, (shape[0] - a, shape[1] - b, shape[2] - c))
                if goal and total > target:
                    return place
    return np.int64(0)


@kernel
def draw_split(ways: Any, shape: Any, where: Any, work: Any, word: Any) -> Any:
    """How many cards of a suit the first three opponents got, on a way that ends at a place."""
    suit, end = where
    suits, may = work
    places = n_places(shape)
    n, able = count(suits[suit]), may[suit]
    a, b, c = got_at(shape, end)
    target = high_product(word, ways[(suit + 1) * places + end])
    total = NONE
    for x in range(min(most(able, 0, n), a) + 1):
        for y in range(min(most(able, 1, n - x), b) + 1):
            for z in range(min(most(able, 2, n - x - y), c) + 1):
                if x + y + z == n or most(able, shape[4], 1) > 0:
                    before = ways[suit * places + end - place_of(shape, (x, y, z))]
                    total += before * splits(n, (x, y, z))
                    if total > target:
                        return (x, y, z)
    return (np.int64(0), np.int64(0), np.int64(0))


@inlined
def high_product(word: Any, total: Any) -> Any:
    """A number below `total` from a random word, even for a total near 2**64."""
    return multiply_fold(word, total) ^ (word * total)
