"""What one seat cannot see, drawn anew from all that it could be (R10).

Every way to lay the unseen cards on the unseen places (hands, face-down cards, cards set aside or
covered) that fits the seat's view is equally likely, copies told apart. So is every deal, then: a
lead may lay down any card of the hand, so that each deal stands for as many ways.

A view limits the ways in three respects. Who showed five tens was dealt so many, and where holders
must show them, or would have won at once, the others were not: the numbers of tens are drawn by the
ways they stand for. Under the Goita options an attack can prove who has the other Duke, whose place
is then drawn first. And who is about to attack with the last cards of a game for two does not hold
two barred Dukes alone (R9).
"""

from math import comb
from typing import Any

import numpy as np

from simcards.cards import NONE, ONE, bit, count, draw, lowest
from simcards.game import NOBODY
from simcards.games.duke.deck import (
    COPIES_OF,
    DECK,
    DUKE,
    HIDDEN,
    NO_CARD,
    TEN,
    copies,
    counted,
    kind_at,
    one,
    told_apart,
)
from simcards.games.duke.rules import (
    FORCED,
    GOITA_HANDS,
    LITERAL,
    MANDATORY,
    MANY_TENS,
    MOST_SEATS,
    N_ASIDE,
    N_PILES,
    Phase,
)
from simcards.jit import kernel
from simcards.rng import mix, word_of

DUKES, TENS = COPIES_OF[DUKE], COPIES_OF[TEN]
N_TENS = 10
ANY = -1  # as a number of tens: not drawn beforehand
NOWHERE, IN_HAND = -2, -1  # in place of a turn

# Words of the key: one for each choice, then for each seat a hundred, from which draws count on.
DUKE_WORD, TENS_WORD, PAIR_WORD, UNUSED_WORDS = 0, 1, 2, 10
SEAT_WORDS, NOT_TENS, LAID, ORDER = 100, 20, 40, 60

WAYS = np.array([[comb(n, k) for k in range(N_TENS + 1)] for n in range(N_TENS + 1)], np.uint64)


@kernel
def determinize(state: Any, seat: Any, key: Any) -> None:
    """R10: redraw the unseen cards in place, by the words of `key`.

    `seat`'s own cards and all that is public stay as they are. For a hand that is being played.
    """
    key = mix(key)  # so that keys 1, 2, 3 ... do as well as any
    public = state.public
    players = np.int64(public.rules.players)
    rest = told_apart(unseen(public, state.own[seat]))
    duke_seat = public.duke_seat if knows_of_duke(public, seat, rest) else np.uint8(NOBODY)
    duke_at = duke_place(public, duke_seat, key)
    if duke_at != NOWHERE:
        rest ^= bit(lowest(rest & DUKES))
    tens = choose_tens(state, seat, count(rest & TENS), duke_seat, key)
    for k in range(1, players):
        other = (seat + k) % players
        at = duke_at if other == duke_seat else NOWHERE
        n_cards = n_hidden(public, other) - (at != NOWHERE)
        cards = draw_with(rest, n_cards, tens[k - 1], key, SEAT_WORDS * k)
        rest ^= cards
        lay_down(state, other, cards, at, key, SEAT_WORDS * k)
    if players < MOST_SEATS:
        lay_unused(state, seat, rest, key)


@kernel
def draw_with(rest: Any, n_cards: Any, n_tens: Any, key: Any, index: Any) -> Any:
    """`n_cards` of the rest, with `n_tens` tens among them unless that is ANY."""
    if n_tens == ANY:
        return draw(rest, n_cards, key, index)
    cards = draw(rest & TENS, n_tens, key, index)
    return cards | draw(rest & ~TENS, n_cards - n_tens, key, index + NOT_TENS)


@kernel
def lay_down(state: Any, seat: Any, cards: Any, duke_at: Any, key: Any, index: Any) -> None:
    """Part a seat's unseen cards into face-down ones and its hand; the Duke where it must be."""
    public, own = state.public, state.own[seat]
    n_laid = n_face_down(public, seat) - (duke_at >= 0)
    laid = draw(cards, n_laid, key, index + LAID)
    if not may_hold_pair(public, seat) and count(cards & DUKES) == 2:
        laid = draw_apart(cards, n_laid, key, index + LAID)
    own.held = counted(cards ^ laid)
    if duke_at == IN_HAND:
        own.held += one(DUKE)
    for i in range(n_begun(public)):
        if is_unseen(public.turns[i], seat):
            if i == duke_at:
                own.laid[i] = DUKE
            else:
                card = draw(laid, 1, key, index + ORDER + i)
                own.laid[i] = kind_at(card)
                laid ^= card


@kernel
def lay_unused(state: Any, seat: Any, rest: Any, key: Any) -> None:
    """R8, R9: what is left lies aside or in the centre; who may look at a card has seen it."""
    public, hidden = state.public, state.hidden
    if public.rules.players == 3:
        for i in range(N_ASIDE):
            own = state.own[(public.dealer + 1 + i) % 3]
            if own.seat != seat or own.aside == NO_CARD:
                card = draw(rest, 1, key, UNUSED_WORDS + i)
                rest ^= card
                hidden.aside[i] = kind_at(card)
                if own.aside != NO_CARD:
                    own.aside = hidden.aside[i]
    for pile in range(N_PILES):
        if public.covered >> pile & 1:
            card = draw(rest, 1, key, UNUSED_WORDS + pile)
            rest ^= card
            hidden.under[pile] = kind_at(card)


# --- What is unseen, and where --------------------------------


@kernel
def unseen(public: Any, own: Any) -> Any:
    """The cards that a seat does not know the place of, counted by kind."""
    cards = DECK - own.held - public.shown
    for i in range(n_begun(public)):
        if is_unseen(public.turns[i], own.seat):
            cards -= one(own.laid[i])
    for pile in range(N_PILES):
        if public.open >> pile & 1:
            cards -= one(public.tops[pile])
    if own.aside != NO_CARD:
        cards -= one(own.aside)
    return cards


@kernel
def n_begun(public: Any) -> Any:
    """The turns that have a defence card, the one in which an attack is awaited among them."""
    return np.int64(public.n_turns) + (public.phase == Phase.ATTACK)


@kernel
def is_unseen(turn: Any, seat: Any) -> Any:
    """Whether a turn left a card of `seat` face down that only it knows."""
    return turn.seat == seat and turn.defence == HIDDEN


@kernel
def n_face_down(public: Any, seat: Any) -> Any:
    """How many cards of a seat lie face down, seen by it alone."""
    n = 0
    for i in range(n_begun(public)):
        n += is_unseen(public.turns[i], seat)
    return n


@kernel
def n_hidden(public: Any, seat: Any) -> Any:
    """How many cards of a seat the others have not seen."""
    return np.int64(public.hand_sizes[seat]) + n_face_down(public, seat)


# --- The Dukes ------------------------------------------------


@kernel
def knows_of_duke(public: Any, seat: Any, rest: Any) -> Any:
    """R5: whether an attack has proved to `seat` who has the Duke that it does not see."""
    proved = public.duke_seat != NOBODY and public.duke_seat != seat
    return proved and rest & DUKES != NONE


@kernel
def duke_place(public: Any, duke_seat: Any, key: Any) -> Any:
    """The turn at which `duke_seat` laid the other Duke down, or IN_HAND, each place as likely."""
    if duke_seat == NOBODY:
        return NOWHERE
    n_held = np.int64(public.hand_sizes[duke_seat]) if public.duke_held else 0
    n_places = n_held
    for i in range(n_begun(public)):
        n_places += may_be_duke(public, i, duke_seat)
    drawn = np.int64(word_of(key, DUKE_WORD) % np.uint64(n_places)) - n_held
    if drawn < 0:
        return IN_HAND
    for i in range(n_begun(public)):
        if may_be_duke(public, i, duke_seat):
            if drawn == 0:
                return i
            drawn -= 1
    return NOWHERE


@kernel
def may_be_duke(public: Any, i: Any, seat: Any) -> Any:
    """R5: whether the other Duke may be what `seat` laid face down in a turn."""
    return is_unseen(public.turns[i], seat) and public.duke_since <= i < public.duke_until


@kernel
def may_hold_pair(public: Any, seat: Any) -> Any:
    """R9: no defence leaves two Dukes alone to attack with, and barred."""
    about_to_attack = public.phase == Phase.ATTACK and public.to_act == seat
    barred = public.dukes_up == 0 and public.rules.duke_attack == LITERAL
    last = public.rules.players == 2 and public.open == 0 and public.hand_sizes[seat] == 2
    return not (about_to_attack and barred and last)


@kernel
def draw_apart(cards: Any, n_laid: Any, key: Any, index: Any) -> Any:
    """`n_laid` of the cards, the two Dukes not both left among the two others."""
    one_laid = 2 * n_laid  # ways to lay one of them, and to lay both
    both_laid = n_laid * (n_laid - 1) // 2
    drawn = np.int64(word_of(key, PAIR_WORD) % np.uint64(one_laid + both_laid))
    dukes = cards & DUKES
    if drawn < one_laid:
        dukes = draw(dukes, 1, key, index)
    return dukes | draw(cards & ~DUKES, n_laid - count(dukes), key, index + 1)


# --- The tens -------------------------------------------------


@kernel
def choose_tens(state: Any, seat: Any, n_tens: Any, duke_seat: Any, key: Any) -> Any:
    """R7: how many of the unseen tens each other seat gets, weighted by the number of ways.

    ANY for all where a view says nothing about them. At most 121 splits, gone through twice: to
    add up the weights, and to find the one drawn.
    """
    public = state.public
    rules = public.rules
    free = rules.special_hands != GOITA_HANDS and rules.demoralise != MANDATORY
    free &= rules.demoralise != FORCED and public.phase != Phase.ASK
    for k in range(MOST_SEATS):
        free &= public.shown_tens[k] == 0
    if rules.players < MOST_SEATS or free:
        return ANY, ANY, ANY
    a = tens_of(state, seat, 1, duke_seat)
    b = tens_of(state, seat, 2, duke_seat)
    c = tens_of(state, seat, 3, duke_seat)
    total = count_splits((a, b, c), n_tens, rules, ~NONE)[0]
    drawn = word_of(key, TENS_WORD) % max(total, ONE)
    return count_splits((a, b, c), n_tens, rules, drawn)[1]


@kernel
def count_splits(seats: Any, n_tens: Any, rules: Any, drawn: Any) -> Any:
    """The sum of the weights, until it passes `drawn`, and the split at which it did so."""
    (low_a, high_a, n_a, up_a), (low_b, high_b, n_b, _), (low_c, high_c, n_c, up_c) = seats
    apart = rules.special_hands == GOITA_HANDS
    total = NONE
    for a in range(low_a, high_a + 1):
        for b in range(low_b, high_b + 1):
            c = n_tens - a - b
            pair = apart and a + up_a == MANY_TENS and c + up_c == MANY_TENS
            if low_c <= c <= high_c and not pair:
                total += WAYS[n_a, a] * WAYS[n_b, b] * WAYS[n_c, c]
                if total > drawn:
                    return total, (a, b, c)
    return total, (0, 0, 0)


@kernel
def tens_of(state: Any, seat: Any, k: Any, duke_seat: Any) -> Any:
    """R7: fewest and most unseen tens of the seat `k` after `seat`, its places, its tens seen."""
    public = state.public
    rules = public.rules
    other = (seat + k) % MOST_SEATS
    up = tens_seen(public, other)
    n_places = n_hidden(public, other) - (other == duke_seat)
    low = 0
    high = N_TENS
    if public.shown_tens[other] or (public.phase == Phase.ASK and public.to_act == other):
        low = MANY_TENS
    elif rules.demoralise == FORCED or (rules.demoralise == MANDATORY and was_asked(public, other)):
        high = MANY_TENS - 1
    if rules.special_hands == GOITA_HANDS:
        mine = tens_seen(public, seat) + tens_unseen(public, state.own[seat])
        high = min(high, MANY_TENS - 1 if k == 2 and mine == MANY_TENS else MANY_TENS)
    return max(low - up, 0), min(high - up, n_places), n_places, up


@kernel
def was_asked(public: Any, seat: Any) -> Any:
    """R7: whether a holder's turn to show his tens has come; they do from the first seat on."""
    if public.phase != Phase.ANSWER:
        return True
    first = np.int64(public.dealer)
    place = (seat + MOST_SEATS - first) % MOST_SEATS
    return place <= (np.int64(public.asker) + MOST_SEATS - first) % MOST_SEATS


@kernel
def tens_seen(public: Any, seat: Any) -> Any:
    """How many tens of a seat lie face up on its lines."""
    n = 0
    for i in range(n_begun(public)):
        turn = public.turns[i]
        n += turn.seat == seat and turn.defence == TEN
        n += turn.seat == seat and i < public.n_turns and turn.attack == TEN
    return n


@kernel
def tens_unseen(public: Any, own: Any) -> Any:
    """How many tens a seat holds or has laid face down."""
    n = copies(own.held, TEN)
    for i in range(n_begun(public)):
        n += is_unseen(public.turns[i], own.seat) and own.laid[i] == TEN
    return n
