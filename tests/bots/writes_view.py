"""Give itself a trick before it plays its lowest card."""

from simcards.cards import lowest
from simcards.strategy import Strategy


def choose(public, own, legal, word, params):
    public.taken[own.seat] += 1
    return lowest(legal[0])


STRATEGY = Strategy("writes_view", choose)
