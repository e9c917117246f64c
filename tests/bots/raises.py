"""Fail at the first card to be played."""

from simcards.strategy import Strategy


def choose(public, own, legal, word, params):
    if public.phase == 2:
        raise ValueError("no idea what to play")
    return 36 if public.phase == 1 else int(legal[0]).bit_length() - 1


STRATEGY = Strategy("raises", choose, compiled=False)
