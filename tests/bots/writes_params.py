"""Count its decisions in a parameter, as a memory."""

from simcards.cards import lowest
from simcards.strategy import Param, Strategy


def choose(public, own, legal, word, params):
    params[0] += 1.0
    return lowest(legal[0])


STRATEGY = Strategy("writes_params", choose, params={"aim": Param(3, 0, 9)})
