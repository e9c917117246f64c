"""A table of Doppelkopf for tests: hands set up as the rules text writes them."""

import numpy as np

from simcards.games import GAMES
from simcards.games.doppelkopf import kernels
from simcards.games.doppelkopf.deck import CLASS_MASKS, CLASS_OF, RANKING_OF
from simcards.games.doppelkopf.rules import TYPE_CODES
from simcards.games.doppelkopf.state import PASS, PLAY
from simcards.games.doppelkopf.text import CARD_OF, CARDS, cards_of, held_of
from simcards.replay import Replay
from simcards.signatures import hand_dtype

GAME = GAMES["doppelkopf"]
TYPES = list(TYPE_CODES.values())


def rows(table):
    """The cells of a table written with bars."""
    return [tuple(cell.strip() for cell in line.split("|")) for line in table.strip().splitlines()]


def cards(names):
    return held_of([CARD_OF[name] for name in names.split()])


def rotated(hands, first):
    """The same hands, the first of them with seat `first`."""
    return tuple(hands[(seat - first) % 4] for seat in range(4))


# Hands in which one seat has both queens of clubs, by that seat; "nobody": seats 1 and 3 have one.
# Between them they hold every card twice.
RICH = (
    "CQ CQ HT HT SQ SQ HQ HQ CA SA HA DA",
    "CJ CJ DK DK D9 CK CK C9 SK S9 HK H9",
    "SJ SJ DT DT D9 CT CT C9 SK S9 HK H9",
    "HJ HJ DJ DJ DQ DQ DA CA SA ST ST HA",
)
EVEN = (
    "HT HT SQ SQ HQ HQ CA SA HA DA DQ DQ",
    "CQ CJ CJ DK DK D9 CK CK C9 SK S9 HK",
    "SJ SJ DT DT D9 CT CT C9 SK S9 HK H9",
    "CQ HJ HJ DJ DJ DA CA SA ST ST HA H9",
)
DEALS = {str(seat): rotated(RICH, seat) for seat in range(4)} | {"nobody": EVEN}


class Table:
    """A match whose hands are set up by the test."""

    def __init__(self, first=0, **options):
        self.rules = GAME.make_rules(options)
        self.replay = Replay(GAME, self.rules, first)
        self.state = self.replay.state
        self.public = self.state.public

    def dealt(self, *hands, dealer=None):
        """Deal these hands."""
        if dealer is not None:
            self.public.dealer = dealer
        self.replay.lay({"hands": list(hands)})

    def act(self, *texts):
        for text in texts:
            self.replay.act(text)

    @property
    def legal(self):
        return self.replay.legal

    def said(self):
        """The announcements that may be made."""
        return [text for text in self.legal if text not in CARDS]

    def apply(self, what):
        """Where all are asked: `pass`, or `say` the next step."""
        actions = self.numbers()
        kernels.apply(self.state, PASS if what == "pass" else actions[0])

    def numbers(self):
        word = int(kernels.legal_actions(self.state)[0])
        return [action for action in range(64) if word >> action & 1]

    def play_any(self):
        """The lowest legal card, after whatever passes it takes."""
        while self.public.phase != PLAY:
            kernels.apply(self.state, PASS)
        kernels.apply(self.state, self.numbers()[0])

    def play_trick(self):
        for _ in range(4):
            self.play_any()

    def play_until(self, seat):
        """Cards until `seat` is to act."""
        while True:
            self.play_any()
            if self.public.to_act == seat:
                return

    def take_trick(self, seat):
        """A trick that this seat takes, as the kernels end one."""
        leader = int(self.public.leader)
        for i in range(4):
            mover = (leader + i) % 4
            card = "HT" if mover == seat else "D9"
            self.state.own[mover].held |= cards(card)
            kernels.apply(self.state, CARD_OF[card])

    def heard(self):
        """The types that all know to have been named, from forehand round."""
        order = [(int(self.public.dealer) + 1 + i) % 4 for i in range(4)]
        named = [int(self.public.named[seat]) for seat in order]
        return [TYPES[kind].removeprefix("solo-") for kind in named if kind != 255]

    def playing(self, game, n_plays=0):
        """The moment before a lead of seat 0 in this game."""
        public = self.public
        public.phase = PLAY
        public.type = TYPES.index(game)
        public.ranking = RANKING_OF[public.type]
        public.leader = public.to_act = 0
        public.n_trick = 0
        public.n_plays = n_plays
        public.least_cards = 99
        if n_plays:
            public.winners[n_plays // 4 - 1] = 0  # so that seat 0 leads

    def trick(self, game, names, number=1):
        """Seat 0 leads the first of these cards; the place of the one that takes the trick."""
        self.playing(game, 4 * (number - 1))
        for seat, name in enumerate(names):
            self.state.own[seat].held = cards(name)
            self.public.to_act = seat
            kernels.apply(self.state, CARD_OF[name])
        return int(self.public.leader)

    def may_follow(self, game, led, hand):
        """The cards of this hand that may be played to that lead, sorted."""
        self.playing(game)
        public = self.public
        public.led = CLASS_OF[public.ranking, CARD_OF[led]]
        public.follow = CLASS_MASKS[public.ranking, public.led]
        public.n_trick = 1
        public.to_act = 1
        self.state.own[1].held = cards(hand)
        legal = cards_of(int(kernels.legal_actions(self.state)[0]))
        return sorted(CARDS[card] for card in legal)

    def settle(self):
        """Score the hand as it is; its row."""
        row = np.zeros(1, hand_dtype(GAME)).view(np.recarray)[0]
        kernels.settle(self.state, row)
        self.replay.dealt = None
        return row
