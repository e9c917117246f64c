"""Say healthy and nothing more, and play any legal card, both copies of one counted.

Sees     own cards. Names any type when it must.
Strength points a hand over the mean of the other three (over the table's mean, three quarters of
         it), bsw, 2,000 matches in all rotations, seed 7, interval of 95 % over matches: three
         random_legal, who reserve and announce at random, +1.86 +- 0.04.
"""

from typing import Any

import numpy as np

from simcards.cards import NONE, bit, count, nth
from simcards.games.doppelkopf.deck import CARDS, N_CARDS, both_copies
from simcards.games.doppelkopf.state import HEALTHY, NAMING, PASS, PLAY
from simcards.jit import kernel
from simcards.rng import below
from simcards.strategy import Strategy


def choose(public: Any, own: Any, legal: Any, word: Any, params: Any) -> Any:
    """A card each as likely, twice for two copies; healthy, no announcement, any type if forced."""
    if public.phase == PLAY:
        copies = own.held & both_copies(legal[0] & CARDS)
        card = any_of(copies, word)
        return card if card < N_CARDS else card - N_CARDS
    if public.phase == NAMING:
        return any_of(legal[0], word)
    return np.int64(HEALTHY if legal[0] & bit(HEALTHY) != NONE else PASS)


@kernel
def any_of(bits: Any, word: Any) -> Any:
    """One of the set's numbers, each as likely."""
    return nth(bits, below(word, count(bits)))


STRATEGY = Strategy("random_cards", choose, games=("doppelkopf",))
