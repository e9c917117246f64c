"""In how many ways cards can be chosen: the weights with which hidden hands are drawn."""

from math import comb

import numpy as np

MOST = 54  # cards; every entry fits 64 bits, products of entries are for a game to look at

WAYS = np.array([[comb(n, k) for k in range(MOST + 1)] for n in range(MOST + 1)], np.uint64)
