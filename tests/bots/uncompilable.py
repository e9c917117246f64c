"""Meant to be compiled, but numba knows no such thing: plays as plain Python."""

from simcards.strategy import Strategy


def choose(public, own, legal, word, params):
    return next(i for i in range(64) if f"{int(legal[0]):064b}"[63 - i] == "1")


STRATEGY = Strategy("uncompilable", choose)
