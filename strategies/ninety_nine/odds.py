"""What cards and bids of Ninety-Nine are worth, read from the learned `trick_table`.

A card's chance to take a trick depends on the cards against it: those above and below it in its
suit that the others may still play, and the trumps among theirs.
"""

from typing import Any

import numpy as np
from simcards_strategies.ninety_nine.trick_table import (
    BID,
    CARD,
    KEPT,
    LEAD,
    LENGTH,
    MADE,
    SECOND,
)

from simcards.cards import NONE, ONE, bit, count, lowest
from simcards.games.ninety_nine.deck import DECK, SUIT_MASKS, SUIT_OF
from simcards.games.ninety_nine.kernels import POWER, left_of
from simcards.games.ninety_nine.rules import Suit
from simcards.jit import kernel

NO_TRUMP = int(Suit.NO_TRUMP)
MOST = 5  # cards above or below counted one by one; more count as so many
LONG = 3  # own cards of a suit, likewise
FEW_TRUMPS = 3
TRUMP, NO_RUFF, SOME_RUFF, RUFF, RUFFING = range(5)  # kinds of cards, the last in SECOND only
LENGTH_NO_TRUMP, LENGTH_SIDE, LENGTH_TRUMP = range(3)  # kinds of suits in LENGTH
TOP, SPREAD, BASE, SHIFT = range(4)  # columns of BID and MADE; MADE has a second shift, to lead
LEAST_WIDTH = 0.02
MOST_CHANCE = 0.95


@kernel
def above(card: Any) -> Any:
    """All cards of a higher number."""
    return ~(bit(card + 1) - ONE)


@kernel
def against(public: Any, own: Any) -> Any:
    """The cards that the others may still play; buried ones among them, where unknown."""
    cards = DECK & ~(own.held | own.buried | public.played | public.shown_buried)
    left = left_of(own.seat)
    gone = public.voids[left] & public.voids[left_of(left)]
    for suit in range(NO_TRUMP):
        if (gone >> np.uint8(suit)) & np.uint8(1):
            cards &= ~SUIT_MASKS[suit]
    return cards


@kernel
def kind_of(suit: Any, trump: Any, theirs: Any) -> Any:
    """Whether cards of `suit` are trumps, and if not, how many trumps threaten them."""
    if suit == trump:
        return TRUMP
    trumps = count(theirs & SUIT_MASKS[trump]) if trump < NO_TRUMP else 0
    if trumps == 0:
        return NO_RUFF
    return SOME_RUFF if trumps <= FEW_TRUMPS else RUFF


@kernel
def above_below(card: Any, theirs: Any) -> Any:
    """How many of their cards are above `card` in its suit, and how many below."""
    suit_cards = theirs & SUIT_MASKS[SUIT_OF[card]]
    higher = count(suit_cards >> np.uint64(card))
    return min(higher, MOST), min(count(suit_cards) - higher, MOST)


@kernel
def card_place(card: Any, held: Any, trump: Any, theirs: Any) -> Any:
    """Where CARD says how likely `card` wins later: suit, kind, length, above, below."""
    suit = np.int64(SUIT_OF[card])
    higher, lower = above_below(card, theirs)
    length = min(count(held & SUIT_MASKS[suit]), LONG)
    return suit, kind_of(suit, trump, theirs), length - 1, higher, lower


@kernel
def later_chance(card: Any, held: Any, trump: Any, theirs: Any) -> Any:
    """The chance that a card of `held` takes a trick, when it is not played now."""
    return CARD[card_place(card, held, trump, theirs)]


@kernel
def later_tricks(held: Any, trump: Any, theirs: Any) -> Any:
    """Mean and variance of the tricks that the cards in hand take."""
    mean = 0.0
    variance = 0.0
    left = held
    while left != NONE:
        chance = later_chance(lowest(left), held, trump, theirs)
        left &= left - ONE
        mean += chance
        variance += chance * (1.0 - chance)
    return mean, variance


@kernel
def now_chance(public: Any, own: Any, card: Any, theirs: Any) -> Any:
    """The chance that `card`, played now, takes this trick."""
    if public.n_trick == 0:
        return LEAD[lead_place(public, own, card, theirs)]
    powers = POWER[public.trump, public.led]
    if powers[card] < powers[public.trick[0]]:
        return 0.0
    if public.n_trick == 1:
        return SECOND[second_place(public, own, card, theirs)]
    return 1.0 if powers[card] > powers[public.trick[1]] else 0.0


@kernel
def lead_place(public: Any, own: Any, card: Any, theirs: Any) -> Any:
    """Where LEAD says how likely a led `card` wins: others void, kind, above, below."""
    suit = np.int64(SUIT_OF[card])
    left = left_of(own.seat)
    voids = public.voids[left] | public.voids[left_of(left)]
    higher, lower = above_below(card, theirs)
    return is_void(voids, suit), kind_of(suit, np.int64(public.trump), theirs), higher, lower


@kernel
def second_place(public: Any, own: Any, card: Any, theirs: Any) -> Any:
    """Where SECOND says how likely `card`, which beats the first, wins: third void, kind, ..."""
    suit = np.int64(SUIT_OF[card])
    led = np.int64(public.led)
    kind = kind_of(suit, np.int64(public.trump), theirs) if suit == led else RUFFING
    higher, lower = above_below(card, theirs)
    return is_void(public.voids[left_of(own.seat)], led), kind, higher, lower


@kernel
def is_void(voids: Any, suit: Any) -> Any:
    """1 if the suit is among `voids`, else 0."""
    return np.int64((voids >> np.uint8(suit)) & np.uint8(1))


@kernel
def kept_card(card: Any, trump: Any, theirs: Any) -> Any:
    """Before the play: what `card`, if kept, adds to mean and variance of the tricks."""
    suit = SUIT_OF[card]
    higher = count((theirs & SUIT_MASKS[suit]) >> np.uint64(card))
    return KEPT[0, trump, suit, higher], KEPT[1, trump, suit, higher]


@kernel
def kept_cards(cards: Any, trump: Any, theirs: Any) -> Any:
    """The sums of `kept_card` over `cards`."""
    mean = 0.0
    variance = 0.0
    left = cards
    while left != NONE:
        card_mean, card_variance = kept_card(lowest(left), trump, theirs)
        left &= left - ONE
        mean += card_mean
        variance += card_variance
    return mean, variance


@kernel
def kept_lengths(kept: Any, trump: Any) -> Any:
    """Before the play: what the lengths of the suits kept add to mean and variance."""
    mean = 0.0
    variance = 0.0
    for suit in range(NO_TRUMP):
        kind = length_kind(suit, trump)
        length = count(kept & SUIT_MASKS[suit])
        mean += LENGTH[0, kind, length]
        variance += LENGTH[1, kind, length]
    return mean, variance


@kernel
def one_shorter(kept: Any, suit: Any, trump: Any) -> Any:
    """What `kept_lengths` gains when one card of `suit` is not kept."""
    kind = length_kind(suit, trump)
    length = count(kept & SUIT_MASKS[suit])
    mean = LENGTH[0, kind, length - 1] - LENGTH[0, kind, length]
    return mean, LENGTH[1, kind, length - 1] - LENGTH[1, kind, length]


@kernel
def length_kind(suit: Any, trump: Any) -> Any:
    """Which kind of suit LENGTH should look at."""
    if trump == NO_TRUMP:
        return LENGTH_NO_TRUMP
    return LENGTH_TRUMP if suit == trump else LENGTH_SIDE


@kernel
def bid_chance(bid: Any, mean: Any, variance: Any) -> Any:
    """Before the play: the chance to make `bid` with nine cards of this mean and variance."""
    row = BID[bid]
    return shape(row[TOP], row[SPREAD], mean + row[SHIFT] - np.float64(bid), variance + row[BASE])


@kernel
def shape(top: Any, spread: Any, off: Any, width: Any) -> Any:
    """The chance to meet a need that is `off` the mean: exact for one card, with top = spread = 1.

    A seat steers toward its need, so the constants are learned.
    """
    width = max(width, LEAST_WIDTH)
    return min(top * width / (width + spread * off * off), MOST_CHANCE)


@kernel
def made_chance(need: Any, n_tricks: Any, leads: Any, mean: Any, variance: Any) -> Any:
    """In the play: the chance to take exactly `need` of the tricks left, by cards of this mean."""
    if need < 0 or need > n_tricks:
        return 0.0
    if n_tricks == 0:
        return 1.0
    row = MADE[n_tricks, need]
    off = mean - np.float64(need) + row[SHIFT + leads]
    return shape(row[TOP], row[SPREAD], off, variance + row[BASE])
