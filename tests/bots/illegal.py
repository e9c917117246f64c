"""Lay the six of diamonds, held or not."""

import numpy as np

from simcards.strategy import Strategy


def choose(public, own, legal, word, params):
    return np.int64(0)


STRATEGY = Strategy("illegal", choose)
