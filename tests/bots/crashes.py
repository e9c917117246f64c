"""End its whole process."""

import os

from simcards.strategy import Strategy


def choose(public, own, legal, word, params):
    os._exit(7)


STRATEGY = Strategy("crashes", choose, compiled=False)
