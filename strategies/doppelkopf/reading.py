"""What a seat makes of its view: cards still out, who may be with it, what seats behind may do."""

from typing import Any

import numpy as np

from simcards.cards import NONE, count
from simcards.games.doppelkopf.deck import (
    ACE,
    CLASS_MASKS,
    CLASS_OF,
    N_CARDS,
    N_RANKS,
    QUEENS_OF_CLUBS,
    RANKINGS,
    TRUMP,
    VALUE_OF,
    both_copies,
    powers_of,
    rest_of,
)
from simcards.games.doppelkopf.rules import SEATS
from simcards.games.doppelkopf.state import (
    MARRIAGE,
    NORMAL,
    RE,
    UNKNOWN,
    cards_left,
)
from simcards.jit import kernel


def stronger(powers: Any, power: int) -> int:
    """Both copies of the cards whose power is above this one, as bits."""
    cards = sum(1 << card for card in range(N_CARDS) if powers[card] > power)
    return cards | cards << N_CARDS


# uint64[ranking, class led, card]: both copies of the cards that rank above this one. An equal one
# is none of them: bots count on no second ten of hearts behind them, whatever `second_ht` says.
HIGHER = np.array(
    [
        [[stronger(powers, power) for power in powers] for powers in powers_of(ranking)]
        for ranking in RANKINGS
    ],
    np.uint64,
)
FAT = 10  # card points of a card that one gives to a friend only
# How much likelier Re is to do it than Kontra, among seats whose party is not known.
LED_TRUMP, LED_ACE, LED_PLAIN = 1.5, 0.9, 0.75
FED = 2.0  # a fat card in a trick that Re takes; the inverse in one of Kontra's

# --- Cards ----------------------------------------------------


@kernel
def unseen_by(public: Any, own: Any) -> Any:
    """The cards in the three other hands."""
    return rest_of(own.held, public.played)


@kernel
def chance_of_none(n_wanted: Any, n_cards: Any, n_held: Any) -> Any:
    """The chance that a hand of `n_held` from `n_cards` has none of `n_wanted` among them."""
    chance = 1.0
    for i in range(min(n_wanted, n_cards)):
        chance *= max(np.float64(n_cards - n_held - i), 0.0) / np.float64(n_cards - i)
    return chance


@kernel
def is_out_of(public: Any, seat: Any, kind: Any) -> Any:
    """Whether a seat has shown that it has no card of a class."""
    return (public.voids[seat] >> np.uint8(kind)) & 1 != 0


@kernel
def beats_chance(public: Any, seat: Any, unseen: Any, best: Any, led: Any) -> Any:
    """The chance that a seat to come can beat the card `best` in a trick of class `led`."""
    ranking = np.int64(public.ranking)
    higher = unseen & HIGHER[ranking, led, best]
    if higher == NONE:
        return 0.0
    n, size = cards_left(public, seat), count(unseen)
    suit = both_copies(CLASS_MASKS[ranking, led])
    void = chance_of_none(count(unseen & suit), size, n)
    if is_out_of(public, seat, led):
        void = 1.0
    follows = 1.0 - chance_of_none(count(higher & suit), size, n)
    if led == TRUMP:
        return 0.0 if void == 1.0 else follows
    trumps = 0.0
    if not is_out_of(public, seat, TRUMP):
        trumps = 1.0 - chance_of_none(count(higher & ~suit), size, n)
    return void * trumps + (1.0 - void) * min(follows, 1.0)


# --- Friends --------------------------------------------------


@kernel
def friends(public: Any, own: Any) -> Any:
    """The chance of each seat to be of one's own party, by all that was said and played."""
    me = np.int64(own.seat)
    if public.type == MARRIAGE and public.clarified == 0:
        return before_settled(public, me)
    if public.type != NORMAL or is_silent_soloist(public, own):
        return known_friends(public, own)
    a, b, c = (me + 1) & 3, (me + 2) & 3, (me + 3) & 3
    unknown = np.int64(0)
    for seat in (a, b, c):
        unknown += public.parties[seat] == UNKNOWN
    if unknown == 0:
        return known_friends(public, own)
    return guessed_friends(public, own)


@kernel
def is_silent_soloist(public: Any, own: Any) -> Any:
    """R4: whether a seat had both queens of clubs and said nothing of them, as it alone knows."""
    n_had = count(own.held & QUEENS_OF_CLUBS) + np.int64(public.queens_played[own.seat])
    return public.type == NORMAL and n_had == 2


@kernel
def before_settled(public: Any, me: Any) -> Any:
    """In a marriage before it is settled: whoever takes a trick from its holder is his friend."""
    first = np.int64(public.declarer)
    if me == first:
        return (1.0, 1.0, 1.0, 1.0)
    return (
        chance_before(0, me, first),
        chance_before(1, me, first),
        chance_before(2, me, first),
        chance_before(3, me, first),
    )


@kernel
def chance_before(seat: Any, me: Any, first: Any) -> Any:
    """Of one seat, for another than the marriage's holder."""
    if seat == me:
        return 1.0
    return 0.5 if seat == first else 0.1


@kernel
def known_friends(public: Any, own: Any) -> Any:
    """Where parties are settled and known to `own`."""
    me = np.int64(own.seat)
    return (
        known_friend(public, own, 0, me),
        known_friend(public, own, 1, me),
        known_friend(public, own, 2, me),
        known_friend(public, own, 3, me),
    )


@kernel
def known_friend(public: Any, own: Any, seat: Any, me: Any) -> Any:
    """1 for a seat of one's party."""
    return 1.0 if seat == me or public.parties[seat] == own.party else 0.0


@kernel
def guessed_friends(public: Any, own: Any) -> Any:
    """In a normal game with one friend among the unknown seats."""
    me = np.int64(own.seat)
    weights = (
        friend_weight(public, own, 0, me),
        friend_weight(public, own, 1, me),
        friend_weight(public, own, 2, me),
        friend_weight(public, own, 3, me),
    )
    found = 0.0
    for seat in range(SEATS):
        if seat != me and public.parties[seat] == own.party:
            found = 1.0
    total = weights[0] + weights[1] + weights[2] + weights[3]
    share = (1.0 - found) / total if total > 0.0 else 0.0
    return (
        one_friend(public, own, 0, weights[0] * share),
        one_friend(public, own, 1, weights[1] * share),
        one_friend(public, own, 2, weights[2] * share),
        one_friend(public, own, 3, weights[3] * share),
    )


@kernel
def one_friend(public: Any, own: Any, seat: Any, guess: Any) -> Any:
    """The chance of one seat, of which `guess` is what its signs say."""
    if seat == np.int64(own.seat):
        return 1.0
    if public.parties[seat] == UNKNOWN:
        return guess
    return 1.0 if public.parties[seat] == own.party else 0.0


@kernel
def friend_weight(public: Any, own: Any, seat: Any, me: Any) -> Any:
    """How much a seat of unknown party looks like a friend; 0 for all others."""
    if seat == me or public.parties[seat] != UNKNOWN:
        return 0.0
    looks = looks_like_re(public, seat)
    return looks if own.party == RE else 1.0 / looks


@kernel
def looks_like_re(public: Any, seat: Any) -> Any:
    """How much likelier a seat would lead and feed as it did if it were Re, in all."""
    looks = 1.0
    leader = np.int64(public.first_leader)
    for trick in range(public.n_plays >> np.uint8(2)):
        winner = np.int64(public.winners[trick])
        card = np.int64(public.plays[4 * trick + ((seat - leader) & 3)])
        if seat == leader:
            looks *= lead_looks(card)
        elif seat != winner and VALUE_OF[card] >= FAT:
            party = public.parties[winner]
            if party != UNKNOWN:
                looks *= FED if party == RE else 1.0 / FED
        leader = winner
    return looks


@kernel
def lead_looks(card: Any) -> Any:
    """What a lead says of its seat's party."""
    if CLASS_OF[0, card] == TRUMP:
        return LED_TRUMP
    return LED_ACE if card % N_RANKS == ACE else LED_PLAIN
