"""Choose any legal action, each as likely. Plays every game.

Sees     nothing.
Strength the zero of the scale: others state theirs against it.
"""

from typing import Any

import numpy as np

from simcards.cards import nth
from simcards.jit import popcount
from simcards.rng import below
from simcards.strategy import Strategy


def choose(public: Any, own: Any, legal: Any, word: Any, params: Any) -> Any:
    """The r-th legal action, r drawn evenly from their number."""
    if len(legal) == 1:
        return nth(legal[0], below(word, popcount(legal[0])))
    total = np.uint64(0)
    for actions in legal:
        total += popcount(actions)
    rank = below(word, total)
    for i in range(len(legal)):
        size = popcount(legal[i])
        if rank < size:
            return np.int64(64 * i) + nth(legal[i], rank)
        rank -= size
    return np.int64(-1)


STRATEGY = Strategy("random_legal", choose)
