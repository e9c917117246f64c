"""Which card to play: points for the own party now, against what the card may yet be good for.

Sees friends with a chance, and of each card whether the seats behind can beat it; it looks no
trick ahead, and what a card may yet be good for is a number by how many unseen cards beat it.
A second ten of hearts takes a trick where the rules say so, but is never feared from behind.
"""

from typing import Any

import numpy as np
from simcards_strategies.doppelkopf.reading import (
    HIGHER,
    beats_chance,
    chance_of_none,
    unseen_by,
)

from simcards.cards import NONE, ONE, count, lowest
from simcards.games.doppelkopf.deck import (
    CARDS,
    CLASS_MASKS,
    CLASS_OF,
    FOX,
    JACK_OF_CLUBS,
    KEYS,
    TRUMP,
    VALUE_OF,
    both_copies,
)
from simcards.games.doppelkopf.play import second_ten
from simcards.games.doppelkopf.rules import SEATS
from simcards.games.doppelkopf.scoring import is_solo
from simcards.games.doppelkopf.state import PASS, PLAY, RE, cards_left
from simcards.jit import kernel

# What one more point of the score is worth in card points.
A_POINT = 8.0
# What a card is kept for, in card points: divided by what may beat it.
TRUMP_WORTH, TRUMP_FADES, ANY_TRUMP = 28.0, 1.5, 3.0
PLAIN_WORTH, PLAIN_FADES = 5.0, 1.5
NO_TRUMP_WORTH, NO_TRUMP_FADES = 45.0, 0.5
FEW_TRUMPS = 8  # in the whole deck, both copies counted
LAST_CARDS, NO_TRUMP_LAST = 1.5, 8.0  # with fewer, what is kept for later is worth less
RE_LEADS, KONTRA_LEADS = 1.0, -2.0  # to lead a trump
BLANK = 5.0  # to part with the last card of a plain suit
OVERTAKES, HELPS = 0.7, 0.8  # how often a seat that can does so
FED, DUCKED = 3.7, 1.5  # card points that a seat adds for its friends, and for others


@kernel
def card_or_pass(public: Any, own: Any, legal: Any, friends: Any) -> Any:
    """The card to play, or to pass where something may be announced and is not."""
    if public.phase == PLAY:
        return best_card(public, own, legal & CARDS, friends)
    return np.int64(PASS)


@kernel
def best_card(public: Any, own: Any, cards: Any, friends: Any) -> Any:
    """The card worth most; the lowest number of equals."""
    unseen = unseen_by(public, own)
    best = -1e9
    found = np.int64(-1)
    left = cards
    while left != NONE:
        card = lowest(left)
        left &= left - ONE
        worth = card_worth(public, own, card, friends, unseen)
        if worth > best:
            best, found = worth, card
    return found


@kernel
def card_worth(public: Any, own: Any, card: Any, friends: Any, unseen: Any) -> Any:
    """Card points that playing `card` wins, less what it would be kept for."""
    place = np.int64(public.n_trick)
    led = np.int64(public.led) if place > 0 else np.int64(CLASS_OF[public.ranking, card])
    best, seat = taking(public, own, card, led)
    points = np.float64(VALUE_OF[card])
    for i in range(place):
        points += np.float64(VALUE_OF[public.trick[i]])
    ours, more = to_come(public, own, (best, led), friends[seat], friends, unseen)
    worth = (2.0 * ours - 1.0) * (points + more)
    worth += specials(public, own, card, friends, (ours, points + more, seat))
    return worth - kept_for(public, own, card, unseen) + tempo(public, own, card, led, place)


@kernel
def taking(public: Any, own: Any, card: Any, led: Any) -> Any:
    """The card that takes the trick once `card` lies in it, and its seat."""
    place = np.int64(public.n_trick)
    second = second_ten(public.rules, np.int64(public.n_plays) - place)
    keys = KEYS[second, public.ranking, led]
    key, best, where = keys[card, place], card, place
    for i in range(place):
        other = np.int64(public.trick[i])
        if keys[other, i] > key:
            key, best, where = keys[other, i], other, np.int64(i)
    leader = np.int64(public.leader) if place > 0 else np.int64(own.seat)
    return best, (leader + where) & 3


@kernel
def to_come(public: Any, own: Any, best: Any, ours: Any, friends: Any, unseen: Any) -> Any:
    """The chance that a friend takes the trick, and the card points that seats behind add."""
    card, led = best
    more = 0.0
    me = np.int64(own.seat)
    for i in range(1, SEATS - np.int64(public.n_trick)):
        seat = (me + i) & 3
        friend = friends[seat]
        can = beats_chance(public, seat, unseen, card, led)
        lost = (1.0 - friend) * can * OVERTAKES
        gained = friend * can * HELPS
        ours = ours * (1.0 - lost) + (1.0 - ours) * gained
        likes = friend * ours + (1.0 - friend) * (1.0 - ours)
        more += likes * FED + (1.0 - likes) * DUCKED
    return ours, more


@kernel
def specials(public: Any, own: Any, card: Any, friends: Any, trick: Any) -> Any:
    """Foxes, a rich trick and Charlie, where they count."""
    rules = public.rules
    if not has_specials(public):
        return 0.0
    ours, points, seat = trick
    worth = 0.0
    if card == FOX:
        worth -= (1.0 - ours) * np.float64(rules.fox_points)
    for i in range(public.n_trick):
        if public.trick[i] == FOX:
            friend = friends[(np.int64(public.leader) + i) & 3]
            worth += (ours * (1.0 - friend) - (1.0 - ours) * friend) * np.float64(rules.fox_points)
    if points >= np.float64(rules.doppelkopf_from):
        worth += (2.0 * ours - 1.0) * np.float64(rules.doppelkopf_points)
    if card == JACK_OF_CLUBS and cards_left(public, own.seat) == 1 and seat == own.seat:
        worth += ours * np.float64(rules.charlie_points)
    return worth * A_POINT


@kernel
def kept_for(public: Any, own: Any, card: Any, unseen: Any) -> Any:
    """What a card may yet be good for, in card points."""
    ranking = np.int64(public.ranking)
    kind = np.int64(CLASS_OF[ranking, card])
    trumps = both_copies(CLASS_MASKS[ranking, TRUMP])
    beaten_by = np.float64(count(unseen & HIGHER[ranking, kind, card]))
    has_suit = count(trumps) > FEW_TRUMPS
    later: Any = np.float64(cards_left(public, own.seat) - 1)
    later = min(later / (LAST_CARDS if has_suit else NO_TRUMP_LAST), 1.0)
    if kind == TRUMP:
        worth: Any = ANY_TRUMP + TRUMP_WORTH / (1.0 + TRUMP_FADES * beaten_by)
        charlie = charlie_hope(public, own, unseen) if card == JACK_OF_CLUBS else 0.0
        return worth * later + charlie
    if not has_suit:
        return NO_TRUMP_WORTH / (1.0 + NO_TRUMP_FADES * beaten_by) * later
    return PLAIN_WORTH / (1.0 + PLAIN_FADES * beaten_by) * later


@kernel
def charlie_hope(public: Any, own: Any, unseen: Any) -> Any:
    """What a jack of clubs that is trump may bring in the last trick, in card points.

    For a seat on lead, each higher trump in hand draws one of the others'.
    """
    if cards_left(public, own.seat) == 1 or not has_specials(public):
        return 0.0
    higher = HIGHER[public.ranking, TRUMP, JACK_OF_CLUBS]
    n_drawn = count(own.held & higher) if public.n_trick == 0 else 0
    n_left = max(count(unseen & higher) - n_drawn, 0)
    chance = chance_of_none(n_left, count(unseen), SEATS - 1)
    return chance * np.float64(public.rules.charlie_points) * A_POINT


@kernel
def has_specials(public: Any) -> Any:
    """R8: whether foxes, rich tricks and Charlie count."""
    return not is_solo(public.type) or public.rules.solo_specials


@kernel
def tempo(public: Any, own: Any, card: Any, led: Any, place: Any) -> Any:
    """Leads that suit a party, and the worth of parting with the last card of a suit."""
    ranking = np.int64(public.ranking)
    kind = np.int64(CLASS_OF[ranking, card])
    same = own.held & both_copies(CLASS_MASKS[ranking, kind])
    worth: Any = 0.0
    if kind != TRUMP and count(same) == 1:
        worth += BLANK
    if place == 0 and kind == TRUMP:
        worth += RE_LEADS if own.party == RE else KONTRA_LEADS
    return worth
