"""Read beyond the plays, where the hands of the others lie in memory."""

from simcards.cards import highest, lowest
from simcards.strategy import Strategy


def choose(public, own, legal, word, params):
    total = 0
    for i in range(27, 150):
        total += public.plays[i]
    return lowest(legal[0]) if total % 2 == 0 else highest(legal[0])


STRATEGY = Strategy("peeks", choose)
