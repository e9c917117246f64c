"""Choose by Python's own dice instead of the word it is given."""

import random

from simcards.cards import members
from simcards.strategy import Strategy


def choose(public, own, legal, word, params):
    return random.choice(members(legal[0]))


STRATEGY = Strategy("forgets_word", choose, compiled=False)
