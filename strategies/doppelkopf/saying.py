"""When to speak: an announcement at the last moment, for by then one knows most."""

from typing import Any

import numpy as np
from simcards_strategies.doppelkopf.reading import is_silent_soloist

from simcards.cards import NONE, lowest
from simcards.games.doppelkopf.announcing import least_for_next
from simcards.games.doppelkopf.rules import N_STEPS
from simcards.games.doppelkopf.scoring import is_solo
from simcards.games.doppelkopf.state import SAY, cards_left, mover
from simcards.jit import kernel

SAYINGS = np.uint64(sum(1 << (SAY + step) for step in range(1, N_STEPS + 1)))


@kernel
def is_due(public: Any, own: Any, legal: Any) -> Any:
    """Whether a seat may announce its party's next step, and could not do so a card later."""
    if legal & SAYINGS == NONE or mover(public) != own.seat:
        return False
    return cards_left(public, own.seat) <= least_for_next(public, own.party)


@kernel
def next_step(legal: Any) -> Any:
    """The action that announces the lowest step that is open, whatever `jump` allows."""
    return lowest(legal & SAYINGS)


@kernel
def is_one_alone(public: Any, own: Any) -> Any:
    """Whether a seat knows that one plays against three."""
    return is_solo(public.type) or is_silent_soloist(public, own)
