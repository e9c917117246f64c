"""Fail in compiled code at the first card to be played."""

from simcards.cards import lowest
from simcards.strategy import Strategy


def choose(public, own, legal, word, params):
    if public.phase == 2:
        raise ValueError
    return lowest(legal[0])


STRATEGY = Strategy("raises_compiled", choose)
