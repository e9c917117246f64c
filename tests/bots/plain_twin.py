"""The same choice as `plain`, compiled."""

import numpy as np

from simcards.cards import count, highest, nth
from simcards.strategy import Param, Strategy


def choose(public, own, legal, word, params):
    if params[0] > 0.5:
        return highest(legal[0])
    return nth(legal[0], word % np.uint64(count(legal[0])))


STRATEGY = Strategy("plain_twin", choose, params={"high": Param(0, 0, 1)})
