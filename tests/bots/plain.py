"""Choose the lowest card, or by the parameter the highest, in plain Python."""

from simcards.cards import members
from simcards.strategy import Param, Strategy


def choose(public, own, legal, word, params):
    cards = members(legal[0])
    return cards[-1] if params[0] > 0.5 else cards[int(word) % len(cards)]


STRATEGY = Strategy("plain", choose, params={"high": Param(0, 0, 1)}, compiled=False)
