"""What a table of Caravan is worth to a seat: the chance to sell more of the pairs, put roughly.

Every route has a standing between 0 and 1 or a little more: how likely it is to be in range in the
end. From the standings of two routes that face each other comes the chance to sell their pair, and
from three pairs the chance to sell two. What either seat can do with one card enters by the cards
that he holds or may hold. The weights were found by playing each against small changes of it.
"""

from typing import Any

import numpy as np

from simcards.cards import NONE, bit, count
from simcards.games.caravan.deck import (
    KIND_OF,
    MOST_DECK,
    N_NUMBERS,
    N_RANKS,
    PACK,
    PACKS,
    RANK_OF,
    TOKEN_OF,
)
from simcards.games.caravan.routes import NUMBER, card_value, is_full
from simcards.games.caravan.rules import ROUTES, Kind
from simcards.games.caravan.sales import (
    HIGHEST,
    LOWEST,
    MAJORITY,
    is_end,
    is_in_range,
    pairs_sold,
)
from simcards.jit import kernel

WIN, LOSS = 2.0, -1.0  # beyond what any table is worth that ends nothing
# Standings of a route
EMPTY, GROWTH = 0.35, 0.4  # without cards, and what it gains on its way to 21
STUCK = 0.25  # the part of that gain which is lost when no card may go on it
MANY = 16.0  # cards that may: with as many nothing is lost
OVERLOADED = 0.1
SELLING, ABOVE = 1.1, 0.0375  # at 21, and more at 26
EXPOSED = 0.3  # less if the other has a Jack, King or Joker
OVERTAKEN = 0.45  # in range, but the other route is not lower
NEXT = 0.15  # more if one card brings it to the front
# What one card may decide
DANGER, CHANCE = 0.63, 0.28  # of an end by the other's next action, and by the own one after it
# What cards in hand are worth: by Kind, the first and each more of it
KEPT = np.array([0.0, 0.06, 0.007, 0.02, 0.12])
MORE = 0.3
FITTING = 0.01  # for each route that a number card in hand may go on

JACK, QUEEN, KING, JOKER = int(Kind.JACK), int(Kind.QUEEN), int(Kind.KING), int(Kind.JOKER)
UP_TO = np.array(  # number cards of this rank or less, a bit a token
    [sum(1 << t for t in range(N_NUMBERS) if t % N_RANKS < r) for r in range(N_RANKS + 1)],
    np.uint64,
)


# --- Cards ----------------------------------------------------


@kernel
def foe_of(public: Any, own: Any) -> Any:
    """The other seat's cards that nobody has seen.

    (number cards, how many of all kinds, Kings, Kings with Jacks and Jokers, how many he holds)
    """
    numbers, n, kings, attacks = NONE, 0, 0, 0
    other = 1 - np.int64(own.seat)
    first = other * MOST_DECK
    for card in range(first, first + PACK * (PACKS if public.rules.double_deck else 1)):
        if not public.seen[card]:
            kind = KIND_OF[card]
            n += 1
            kings += kind == KING
            attacks += kind in (JACK, KING, JOKER)
            if kind == NUMBER:
                numbers |= bit(TOKEN_OF[card])
    return numbers, n, kings, attacks, np.int64(public.n_held[other])


@kernel
def hand_of(own: Any, without: Any) -> Any:
    """(number cards, Jacks, Queens, Kings, Jokers) of a hand, but for the card in one place."""
    numbers, jacks, queens, kings, jokers = NONE, 0, 0, 0, 0
    for slot in range(np.int64(own.n_held)):
        if slot != without:
            kind = KIND_OF[own.held[slot]]
            jacks += kind == JACK
            queens += kind == QUEEN
            kings += kind == KING
            jokers += kind == JOKER
            if kind == NUMBER:
                numbers |= bit(TOKEN_OF[own.held[slot]])
    return numbers, jacks, queens, kings, jokers


@kernel
def kept(hand: Any) -> Any:
    """What the face cards in a hand are worth."""
    jacks_and_queens = kept_of(JACK, hand[JACK]) + kept_of(QUEEN, hand[QUEEN])
    return jacks_and_queens + kept_of(KING, hand[KING]) + kept_of(JOKER, hand[JOKER])


@kernel
def kept_of(kind: Any, n: Any) -> Any:
    """What `n` face cards of a kind are worth."""
    return KEPT[kind] * (min(n, 1) + MORE * max(n - 1, 0))


@kernel
def chance_of(good: Any, n: Any, n_held: Any) -> Any:
    """The chance that `n_held` cards have one of `good` among `n`, each drawn as if put back."""
    if n <= 0:
        return 0.0
    miss = max(1.0 - np.float64(good) / np.float64(n), 0.0)
    none = 1.0
    for _ in range(n_held):
        none *= miss
    return 1.0 - none


# --- Routes ---------------------------------------------------


@kernel
def floor_of(table: Any, owner: Any, route: Any) -> Any:
    """R9: the least value that sells this route against the one it faces."""
    against = np.int64(table.value[1 - owner, route])
    return max(np.int64(LOWEST), against + 1 if is_in_range(against) else 0)


@kernel
def finishers(table: Any, owner: Any, route: Any, numbers: Any) -> Any:
    """How many of `numbers` bring a route to the front of its pair, and whether a King can."""
    value, floor = np.int64(table.value[owner, route]), floor_of(table, owner, route)
    least, most = max(floor - value, 1), min(np.int64(HIGHEST) - value, np.int64(N_RANKS))
    n = 0
    if least <= most:
        n = count(numbers & UP_TO[most] & ~UP_TO[least - 1] & table.takes[owner, route])
    by_king = False
    for i in range(np.int64(table.n_cards[owner, route])):
        card = table.cards[owner, route, i]
        more = RANK_OF[card] if table.rules.additive_kings else card_value(table, card)
        by_king |= floor <= value + more <= HIGHEST and not is_full(table, card)
    return n, by_king


@kernel
def can_finish(table: Any, owner: Any, route: Any, hand: Any) -> Any:
    """1.0 if a hand brings its route, not sold yet, to the front of its pair with one card."""
    if table.seller[route] == owner:
        return 0.0
    n, by_king = finishers(table, owner, route, hand[0])
    return 1.0 if n > 0 or (by_king and hand[KING] > 0) else 0.0


@kernel
def may_finish(table: Any, owner: Any, route: Any, foe: Any) -> Any:
    """The chance that the owner, whose cards are not seen, can do so."""
    if table.seller[route] == owner:
        return 0.0
    n, by_king = finishers(table, owner, route, foe[0])
    return chance_of(n + (foe[2] if by_king else 0), foe[1], foe[4])


@kernel
def welcome(table: Any, owner: Any, route: Any) -> Any:
    """R5: the number cards that may go on a route without leading beyond the range."""
    room = min(max(np.int64(HIGHEST) - table.value[owner, route], 0), np.int64(N_RANKS))
    return table.takes[owner, route] & UP_TO[room]


@kernel
def standing_of(table: Any, owner: Any, route: Any, exposed: Any) -> Any:
    """The standing of a route by what lies there, `exposed` to what the other seat may hold."""
    value = np.int64(table.value[owner, route])
    if value > HIGHEST:
        return OVERLOADED
    if value < LOWEST:
        free = min(np.float64(count(welcome(table, owner, route))) / MANY, 1.0)
        done = np.float64(value) / np.float64(LOWEST)
        return EMPTY + GROWTH * done * (1.0 - STUCK * (1.0 - free))
    if value < floor_of(table, owner, route):
        return OVERTAKEN
    above = np.float64(value - LOWEST) / np.float64(HIGHEST - LOWEST)
    return SELLING + ABOVE * above - EXPOSED * exposed


# --- Tables ---------------------------------------------------


@kernel
def worth(table: Any, seat: Any, hand: Any, foe: Any, keep: Any) -> Any:
    """How well the seat stands on this table, the other one to act next: about 0 to 1.

    hand  what it holds, see `hand_of`
    foe   what the other may hold, see `foe_of`
    keep  how dear face cards in hand are, 1 for as much as the weights say
    """
    mine, his = pairs_sold(table, seat)
    if is_end(table, mine, his):
        return WIN if mine > his else LOSS
    he_attacks = chance_of(foe[3], foe[1], foe[4])
    i_attack = min(np.float64(hand[JACK] + hand[KING] + hand[JOKER]) / 2.0, 1.0)
    none, one, two = 1.0, 0.0, 0.0  # the chances to sell so many of the pairs
    danger, chance, n_fitting = 0.0, 0.0, 0
    for route in range(ROUTES):
        my_next = can_finish(table, seat, route, hand)
        his_next = may_finish(table, 1 - seat, route, foe)
        standing = standing_of(table, seat, route, he_attacks) + NEXT * my_next
        against = standing_of(table, 1 - seat, route, i_attack) + NEXT * his_next
        p = min(max(0.5 + 0.5 * (standing - against), 0.01), 0.99)
        none, one, two = none * (1.0 - p), one * (1.0 - p) + none * p, two + one * p
        mine_else, his_else = others_sold(table, seat, route, mine, his)
        chance = max(chance, my_next * wins_with_one(table, mine_else, his_else))
        danger = max(danger, his_next * wins_with_one(table, his_else, mine_else))
        n_fitting += (hand[0] & welcome(table, seat, route)) != NONE
    total = two * (1.0 - DANGER * danger)
    total += CHANCE * chance * (1.0 - danger) * (1.0 - total)
    return total + FITTING * n_fitting + keep * kept(hand)


@kernel
def others_sold(table: Any, seat: Any, route: Any, mine: Any, his: Any) -> Any:
    """The same without one pair."""
    seller = table.seller[route]
    return mine - (seller == seat), his - (seller == 1 - seat)


@kernel
def wins_with_one(table: Any, own: Any, others: Any) -> Any:
    """R10: whether one more pair wins for who sells `own` others, the other seat `others`."""
    return own + 1 >= MAJORITY and is_end(table, own + 1, others)
