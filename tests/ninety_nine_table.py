"""A table of Ninety-Nine for tests: hands set up as the rules text writes them."""

import numpy as np

from simcards.games import GAMES
from simcards.games.ninety_nine import kernels
from simcards.games.ninety_nine.text import CARD_OF, CARDS, LEVELS
from simcards.signatures import hand_dtype
from simcards.state import new_state

GAME = GAMES["ninety_nine"]
NO_TRUMP = 4
SUIT = {"D": 0, "S": 1, "H": 2, "C": 3, "none": NO_TRUMP}


def mask(cards):
    """The set of cards written one after the other."""
    return np.uint64(sum(1 << CARD_OF[card] for card in cards.split()))


def names(cards):
    return {CARDS[card] for card in range(36) if int(cards) >> card & 1}


class Table:
    """A match whose hands are set up by the test; what each hand left behind is its row."""

    def __init__(self, first=0, **options):
        self.rules = GAME.make_rules(options)
        self.records = new_state(kernels.STATE, self.rules)
        self.state = self.records[0]
        self.public = self.state.public
        kernels.start(self.state, first)

    def begin(self, turn_up="JK"):
        """Begin a hand; outside standard the turn-up means nothing."""
        standard = self.rules.trump_mode == "standard"
        kernels.begin_hand(self.state, CARD_OF[turn_up] if standard else -1)

    def settle(self):
        row = np.zeros(1, hand_dtype(GAME)).view(np.recarray)[0]
        kernels.settle(self.state, row)
        return row

    def hand(self, bids, taken, announcer=None, level="none", turn_up="JK"):
        """A hand that ended with these bids and tricks taken; its row."""
        self.begin(turn_up)
        for seat in range(3):
            self.state.own[seat].bid = bids[seat]
            self.public.taken[seat] = taken[seat]
        if announcer is not None:
            self.public.announcer = announcer
            self.public.level = LEVELS.index(level)
        return self.settle()

    def playing(self, trump, hands, leader=0):
        """The moment before a lead, with these cards in the seats' hands."""
        self.begin()
        self.public.phase = kernels.PLAY
        self.public.trump = SUIT[trump]
        self.public.leader = self.public.to_act = leader
        for seat, cards in enumerate(hands):
            self.state.own[seat].held = mask(cards)

    def act(self, action):
        """A card by name, or a request."""
        number = CARD_OF[action] if action in CARD_OF else 36 + LEVELS.index(action)
        kernels.apply(self.state, number)

    def legal(self):
        return int(kernels.legal_actions(self.state)[0])

    @property
    def totals(self):
        return self.public.totals.tolist()

    @property
    def won(self):
        """The winners' seats; none while the match goes on."""
        return [seat for seat in range(3) if self.public.won[seat]]


# Bids and tricks of one hand by who makes his bid, as the worked examples use them.
NOBODY_MAKES = ([4, 3, 3], [3, 4, 2])
ONE = ([3, 5, 5], [3, 4, 2])  # 33 4 2
SECOND = ([3, 4, 5], [2, 4, 3])  # 2 34 3
THIRD = ([4, 5, 2], [3, 4, 2])  # 3 4 32
TWO = ([3, 4, 5], [3, 4, 2])  # 23 24 2
THREE = ([3, 3, 3], [3, 3, 3])  # 13 13 13
MAKERS = (NOBODY_MAKES, ONE, TWO, THREE)
NINETY_NINE = ([9, 3, 1], [9, 0, 0], 0, "reveal")  # 99 0 0
ONE_MORE = ([3, 2, 5], [1, 4, 4])  # 1 4 4


def play(table, *hands):
    """Settle hands as long as the match goes on; their scores."""
    rows = []
    for hand in hands:
        assert not table.public.over
        rows.append(table.hand(*hand).score.tolist())
    return rows
