"""Choose any legal action, each as likely. Plays every game.

Sees     nothing.
Strength the zero of the scale: others state theirs against it.
"""

from typing import Any

import numpy as np

from simcards.cards import count, nth
from simcards.rng import below
from simcards.strategy import Strategy


def choose(public: Any, own: Any, legal: Any, word: Any, params: Any) -> Any:
    """The r-th legal action, r drawn evenly from their number."""
    total = np.int64(0)
    for actions in legal:
        total += count(actions)
    rank = np.int64(below(word, total))
    for i in range(len(legal)):
        size = count(legal[i])
        if rank < size:
            return np.int64(64 * i) + nth(legal[i], rank)
        rank -= size
    return np.int64(-1)


STRATEGY = Strategy("random_legal", choose)
