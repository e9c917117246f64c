"""A table of Double Knot for tests, and its rules once more in words, on the names of cards."""

import numpy as np

from simcards.cards import members
from simcards.games import GAMES
from simcards.games.double_knot import kernels
from simcards.games.double_knot.deck import CARD_OF, CARDS
from simcards.signatures import hand_dtype, match_dtype
from simcards.state import new_state

GAME = GAMES["double_knot"]
SUITS = "MSWLYK"
RANKS = "A23456789PCX"


def mask(cards):
    """The set of cards written one after the other."""
    return np.uint64(sum(1 << CARD_OF[card] for card in cards.split()))


def names(cards):
    return {CARDS[card] for card in members(cards)}


# --- The rules in words ---------------------------------------


def key_card(trick):
    """R4: the first card that is not the Excuse."""
    return next((card for card in trick if card != "EX"), None)


def trump_letters(key):
    """R5: the trump suits of a key card, by letter."""
    if key is None:
        return ""
    return key[2:] if len(key) > 2 else SUITS[SUITS.index(key[1]) + 1 :]


def winner_of(trick):
    """R6: the card that takes a trick."""
    key = key_card(trick)
    others = [card for card in trick if card != "EX"]
    played = [card[1] for card in others if card[1] in trump_letters(key)]
    suit = max(played, key=SUITS.index) if played else key[1]
    # `max` keeps the first of equals
    return max((c for c in others if c[1] == suit), key=lambda c: RANKS.index(c[0]))


def legal_of(trick, held):
    """R4: what may be played."""
    key = key_card(trick)
    if key is None:
        return set(held)
    follow = {card for card in held if card != "EX" and card[1] == key[1]}
    trumps = {card for card in held if card != "EX" and card[1] in trump_letters(key)}
    return follow or trumps or set(held)


# --- The table ------------------------------------------------


class Table:
    """A match whose hands are set up by the test; what each hand left behind is its row."""

    def __init__(self, first=0, **options):
        self.rules = GAME.make_rules(options)
        self.seats = range(self.rules.players)
        self.state = new_state(kernels.STATE, self.rules)[0]
        self.public = self.state.public
        kernels.start(self.state, first)

    def settle(self):
        row = np.zeros(1, hand_dtype(GAME)).view(np.recarray)[0]
        kernels.settle(self.state, row)
        return row

    def finish(self):
        row = np.zeros(1, match_dtype(GAME)).view(np.recarray)[0]
        kernels.finish(self.state, row)
        return row

    def hand(self, bids, taken):
        """A hand that ended with these bids and tricks taken; its row."""
        kernels.begin_hand(self.public)
        for seat in self.seats:
            self.public.bids[seat] = bids[seat]
            self.public.taken[seat] = taken[seat]
        return self.settle()

    def playing(self, hands, leader=0, n_tricks=None):
        """The moment before a lead, with these cards in the seats' hands."""
        kernels.begin_hand(self.public)
        self.public.phase = kernels.PLAY
        self.public.leader = self.public.to_act = leader
        if n_tricks is not None:
            self.public.n_tricks = n_tricks
        for seat, cards in enumerate(hands):
            self.state.own[seat].held = mask(cards)

    def play(self, card):
        kernels.apply(self.state, CARD_OF[card])

    def legal(self):
        return names(kernels.legal_actions(self.state)[0])

    @property
    def totals(self):
        return self.public.totals.tolist()[: self.rules.players]

    @property
    def won(self):
        """The winners' seats; none while the match goes on."""
        return [seat for seat in self.seats if self.public.won[seat]]


def scores(row, rules):
    """Points of a hand by scoring unit."""
    return row.score.tolist()[: len(set(rules.sides))]
