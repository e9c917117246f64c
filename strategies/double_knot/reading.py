"""What a seat can read off a hand of Double Knot, as places in the learned `tables`.

`table` says which rule set a row belongs to (see `table_of`). Chances are learned by these places:

LATER    that a card held back takes a trick: card, higher ones of its suit and trumps on it among
         the cards of the others, stage, whether its side wants tricks
BEAT     that one opponent beats the card that has the trick: his cards of the led suit above and
         below it, his trumps above it, by what he may hold; what he is to the card's seat, stage
MET      that a need is met exactly, and within one: need, tension, who leads, mean and variance of
         the tricks to come
THEIRS   that another seat meets its need: tricks left, need, tension
PARTNER  tricks a partner takes (tenths): tricks left, his need
"""

from typing import Any

import numpy as np
from simcards_strategies.double_knot.tables import BEAT, LATER, MET, PARTNER, THEIRS

from simcards.cards import NONE, ONE, count, lowest
from simcards.games.double_knot.deck import (
    FOLLOWS,
    N_CARDS,
    N_SUITS,
    POWER,
    SUIT_MASKS,
    SUIT_OF,
    TRUMPS,
)
from simcards.games.double_knot.kernels import DECK
from simcards.jit import kernel

PERCENT = 0.01
SUITS = np.array([*SUIT_OF, N_SUITS], np.int64)  # the Excuse's own
MASKS = np.array([*SUIT_MASKS, 0], np.uint64)
BEATERS = np.array(  # by key card and the card that has the trick: what takes it
    [
        [
            sum(1 << card for card in range(N_CARDS) if row[card] > row[best])
            for best in range(N_CARDS)
        ]
        for row in POWER
    ],
    np.uint64,
)
FEW = np.array([0, 1, 1, 2, 2, 2, 2, 3] + [3] * N_CARDS, np.int64)  # 0, 1-2, 3-6, more
SOME = np.array([0, 1, 2, 2, 3, 3] + [4] * N_CARDS, np.int64)  # 0, 1, 2-3, 4-5, more
MOST_NEED, MOST_OTHER, LEAST_PARTNER = 3, 8, -2  # needs beyond are read as these
STEP, REACH, STEPS = 3.0, 2.0, 12  # of mean less need in MET: thirds from -2 to 2
WIDE, WIDTHS = 2.5, 4  # of the variance: 0.4 each
WANTS, FULL, FRIEND = 0, 1, 2  # what a follower is to the card he may beat


@kernel
def table_of(rules: Any, partner: Any) -> Any:
    """3p-extended, 3p-basic, 4p-extended, 4p-basic, 5p; the two of four seats again in teams."""
    if partner >= 0:
        return np.int64(5) + np.int64(rules.deck)
    return min((np.int64(rules.players) - 3) * 2 + np.int64(rules.deck), np.int64(4))


@kernel
def partner_of(rules: Any, seat: Any) -> Any:
    """R9: the seat opposite; -1 without teams."""
    return np.int64(seat) ^ 2 if rules.teams != 0 else np.int64(-1)


@kernel
def need_of(public: Any, seat: Any) -> Any:
    """Tricks a seat lacks of its bid."""
    return np.int64(public.bids[seat]) - np.int64(public.taken[seat])


@kernel
def side_need(public: Any, seat: Any, has_teams: Any) -> Any:
    """Tricks a side lacks of its contract."""
    need = need_of(public, seat)
    return need + need_of(public, seat ^ 2) if has_teams else need


@kernel
def against(public: Any, own: Any) -> Any:
    """The cards that the others may still play."""
    rules = public.rules
    gone = ~NONE
    for seat in range(rules.players):
        if seat != own.seat:
            gone &= public.lacks[seat]
    return DECK[rules.players, rules.deck] & ~(own.held | public.played | gone)


@kernel
def stage_of(n_left: Any) -> Any:
    """How far the hand is: up to two tricks left, up to six, more."""
    return 0 if n_left < 3 else (1 if n_left < 7 else 2)


@kernel
def mood_of(public: Any, seat: Any, partner: Any, n_left: Any) -> Any:
    """The stage, and whether the seat's side wants tricks."""
    return stage_of(n_left), WANTS if side_need(public, seat, partner >= 0) > 0 else FULL


@kernel
def later_chance(table: Any, card: Any, theirs: Any, mood: Any) -> Any:
    """The chance that a card held back takes a trick."""
    higher, trumps = later_place(card, theirs)
    return np.float64(LATER[table, card, higher, trumps, mood[0], mood[1]]) * PERCENT


@kernel
def later_place(card: Any, theirs: Any) -> Any:
    """Higher cards of its suit (up to three), and trumps on it (by FEW)."""
    suit_cards = theirs & MASKS[SUITS[card]]
    higher = min(count(suit_cards >> np.uint64(card)), 3)
    return higher, FEW[count(theirs & TRUMPS[card])]


@kernel
def later_tricks(table: Any, held: Any, theirs: Any, mood: Any) -> Any:
    """Mean and variance of the tricks that the cards in hand take."""
    mean = 0.0
    variance = 0.0
    left = held
    while left != NONE:
        chance = later_chance(table, lowest(left), theirs, mood)
        left &= left - ONE
        mean += chance
        variance += chance * (1.0 - chance)
    return mean, variance


@kernel
def beat_place(public: Any, seat: Any, key: Any, best: Any, theirs: Any) -> Any:
    """Above and below in the led suit, above in trumps, of what `seat` may hold; -1: none above."""
    may = theirs & ~public.lacks[seat]
    follow = may & FOLLOWS[key]
    above = may & BEATERS[key, best]
    if above == NONE:
        return np.int64(-1), np.int64(0), np.int64(0)
    n_above = count(above & follow)
    below = SOME[count(follow) - n_above]
    return SOME[n_above], below, SOME[count(above & TRUMPS[key])]


@kernel
def beat_chance(table: Any, place: Any, role: Any, stage: Any) -> Any:
    """The chance that one who is yet to play beats a card."""
    if place[0] < 0:
        return 0.0
    return np.float64(BEAT[table, place[0], place[1], place[2], role, stage]) * PERCENT


@kernel
def role_of(public: Any, seat: Any, friend: Any) -> Any:
    """Whether a seat wants tricks, or has enough, or is the partner of who has the trick."""
    if seat == friend:
        return FRIEND
    return WANTS if need_of(public, seat) > 0 else FULL


@kernel
def tension_of(wanted: Any, n_left: Any) -> Any:
    """Whether all together still want fewer tricks than there are, as many, or more."""
    return 0 if wanted < n_left else (1 if wanted == n_left else 2)


@kernel
def met_chance(table: Any, need: Any, tension: Any, leads: Any, tricks: Any) -> Any:
    """The chances to take exactly `need` tricks more and to be within one; of (mean, variance)."""
    row = MET[table, min(need, MOST_NEED), tension, leads]
    x, y = met_spot(tricks[0] - np.float64(need), tricks[1])
    i, x = part_of(x, STEPS)
    j, y = part_of(y, WIDTHS)
    exact = blend(row[i, j, 0], row[i + 1, j, 0], row[i, j + 1, 0], row[i + 1, j + 1, 0], x, y)
    near = blend(row[i, j, 1], row[i + 1, j, 1], row[i, j + 1, 1], row[i + 1, j + 1, 1], x, y)
    return exact, near


@kernel
def part_of(x: Any, steps: Any) -> Any:
    """The step, of `steps`, that x lies in, and how far: from 0 to 1."""
    i: Any = min(np.int64(x), steps - 1)
    return i, x - np.float64(i)


@kernel
def met_spot(off: Any, variance: Any) -> Any:
    """Where MET has a mean so far off the need, and a variance, in steps."""
    x = (min(max(off, -REACH), REACH) + REACH) * STEP
    return x, min(variance * WIDE, np.float64(WIDTHS))


@kernel
def blend(a: Any, b: Any, c: Any, d: Any, x: Any, y: Any) -> Any:
    """Between four corners, as a chance."""
    low = np.float64(a) + (np.float64(b) - np.float64(a)) * x
    high = np.float64(c) + (np.float64(d) - np.float64(c)) * x
    return (low + (high - low) * y) * PERCENT


@kernel
def outlook(table: Any, need: Any, wanted: Any, n_left: Any, leads: Any, tricks: Any) -> Any:
    """Chances to make the contract, and to miss it by one, with `n_left` tricks to come."""
    if n_left == 0:
        return np.float64(need == 0), np.float64(abs(need) == 1)
    tension = tension_of(wanted, n_left)
    if need < 0 or need > n_left:
        aim = min(max(need, 0), n_left)  # what would miss by one only
        exact, near = met_chance(table, aim, tension, leads, tricks)
        return 0.0, exact if abs(need - aim) == 1 else 0.0
    exact, near = met_chance(table, need, tension, leads, tricks)
    return exact, max(near - exact, 0.0)


@kernel
def theirs_chance(table: Any, need: Any, tension: Any, n_left: Any) -> Any:
    """The chance that another seat, or side, meets its need."""
    if need < 0 or need > n_left:
        return 0.0
    return np.float64(THEIRS[table, n_left, min(need, MOST_OTHER), tension]) * PERCENT


@kernel
def partner_tricks(table: Any, need: Any, n_left: Any) -> Any:
    """Mean and variance of the tricks a partner takes, by what he lacks of his own bid."""
    place = min(max(need, LEAST_PARTNER), MOST_OTHER) - LEAST_PARTNER
    mean = np.float64(PARTNER[table, n_left, place]) * 0.1
    n = max(np.float64(n_left), 1.0)
    return mean, 0.4 * mean * max(1.0 - mean / n, 0.0)
