"""A table of Duke for tests: hands set up and played as the rules text writes them."""

import numpy as np

from simcards.games import GAMES
from simcards.games.duke.rules import LETTERS
from simcards.replay import Replay
from simcards.texts import RefusedError

GAME = GAMES["duke"]
HAND, HIDDEN, NO_CARD, NOBODY = 8, 254, 255, 255
SHIELDS = "VT"
COPIES = dict(zip("DABYUOVT", (2, 2, 2, 4, 4, 4, 4, 10), strict=True))

# Deals that several tests use, named for what they show.
OPENING = ["AYUOVTTT", "BYYUOVTT", "DAYUOVTT", "DBUOVTTT"]
BOTH_DUKES = ["DDYUTTTT", "AUOOVVTT", "BYYUOVVT", "ABYUOTTT"]
LAST_DUKE = ["DYUVVTTT", "ABYUTTTT", "BUUOOOTT", "DAYYOVVT"]
TWO_TENS_LEFT = ["ABVVTTTT", "DBYYOOOT", "UOVVTTTT", "DAYYUUUT"]
DUKE_DUKE = ["DDAAVVTT", "BYYYUVTT", "BUOOVTTT", "YUUOOTTT"]
FIVE_TENS = ["YUOTTTTT", "DBUUOTTT", "DYYUOVVV", "AABYOVTT"]  # seat 0
FIVE_AND_PARTNER = ["YUOTTTTT", "DAYYUOOV", "BVVTTTTT", "DABYUUOV"]  # seats 0 and 2
FIVE_AND_NEXT = ["YUOTTTTT", "BVVTTTTT", "DYUUUOOV", "DAABYYOV"]  # seats 0 and 1
PILES = ["TD", "TY", "DY", "AU", "VU", "TO", "BO", "TV"]  # the lower card first
THREE = ["ABOOVVTTTT", "YYUUOOVVTT", "DABYYUTTTT"]
FOR_TWO = ["AYUOVTTT", "BYUOVTTT"]
STUCK = ["TOVTYDTT", "TBVTOUOU"]
STUCK_PILES = ["UU", "TA", "AV", "BO", "YY", "VD", "TY", "TT"]
STUCK_TURNS = (
    "d:c1 a:c4 d:c5 a:U d:c0 a:c6 d:c4 a:c5 d:c2 a:c0 d:U a:c2 d:D a:c3 d:O a:c6 "
    "d:c7 a:c3 d:B a:T d:c7 a:c1 d:T a:O pass"
)
DEAD_END = ["TYVTUOVV", "DDTYUBYT"]
DEAD_END_PILES = ["VB", "OT", "TU", "AO", "TU", "YA", "TT", "TO"]
DEAD_END_TURNS = (
    "d:c1 a:c5 pass d:c2 a:c1 d:c3 a:c2 d:c6 a:c0 pass d:c5 a:c6 d:T a:c7 d:O a:c7 d:T a:c3 pass "
    "d:c0 a:c4 pass d:B a:c4 pass d:Y a:Y d:Y a:U"
)


class Table:
    """A match played in the words of a transcript; `row` is the record of the hand before."""

    def __init__(self, hands, first=0, aside=None, centre=None, **options):
        options = {"players": len(hands), **options}
        self.rules = GAME.make_rules(options)
        self.replay = Replay(GAME, self.rules, first)
        self.state = self.replay.state
        self.public = self.state.public
        self.deal(hands, aside, centre)

    def deal(self, hands, aside=None, centre=None):
        deal = {"hands": hands} | ({"aside": aside} if aside else {})
        self.replay.lay(deal | ({"centre": centre} if centre else {}))
        return self

    def play(self, actions):
        """Actions one after the other; `-` stands for three passes."""
        for text in actions.replace("-", "pass pass pass").split():
            self.replay.act(text)
        return self

    def refuses(self, action):
        """Whether an action is refused."""
        before = self.state.copy()
        try:
            self.replay.act(action)
        except RefusedError:
            assert self.state == before
            return True
        return False

    @property
    def legal(self):
        return " ".join(sorted(self.replay.legal, key=in_order))

    @property
    def to_act(self):
        return self.replay.to_act

    @property
    def row(self):
        return self.replay.hands[-1].row

    @property
    def result(self):
        """The last hand's results as a transcript has them."""
        return self.replay.hands[-1].results

    @property
    def totals(self):
        return self.replay.standing["totals"]

    @property
    def next_first(self):
        return int(self.public.dealer)


def in_order(action):
    """Words first, then cards in the order of the table, and piles last."""
    line, _, card = action.partition(":")
    return (bool(card), line, len(card), order_of(card) if card else 0)


def order_of(card):
    return LETTERS.index(card) if card in LETTERS else int(card[1:])


def lines(public, seat):
    """A seat's turns as all see them: (defence, face down, source, attack, source)."""
    found = []
    for turn in public.turns[: public.n_turns]:
        if turn.seat == seat:
            sources = [turn.defence_from, turn.attack_from]
            down, up = ("hand" if place == HAND else f"c{place}" for place in sources)
            cards = [letter(turn.defence), letter(turn.attack)]
            found.append((cards[0], bool(turn.face_down), down, cards[1], up))
    return found


def letter(kind):
    return {HIDDEN: "?", NO_CARD: "-"}.get(int(kind)) or LETTERS[kind]


def cards(word):
    """Cards counted by kind, as letters."""
    return "".join(name * (int(word) >> 8 * kind & 255) for kind, name in enumerate(LETTERS))


def word(letters):
    """The reverse of `cards`."""
    return np.uint64(sum(1 << 8 * LETTERS.index(name) for name in letters))
