"""The centre of a game for two (R9): eight piles, each a face-down card under a face-up one."""

from typing import Any

import numpy as np

from simcards.cards import NONE, ONE
from simcards.games.duke.deck import ALL_KINDS, DUKE, NO_CARD, copies
from simcards.games.duke.rules import LITERAL, N_KINDS, N_PILES
from simcards.jit import inlined, kernel

HAND_BUT_DUKES = np.uint64(ALL_KINDS ^ 1 << DUKE)  # as defence actions
ALL_PILES = np.uint64((1 << N_PILES) - 1 << N_KINDS)


@kernel
def lay_centre(state: Any) -> None:
    """R3: the piles whose cards are dealt; with more than two seats there are none."""
    public = state.public
    if public.rules.players > 2:
        return
    public.open = (1 << N_PILES) - 1
    public.covered = (1 << N_PILES) - 1
    for kind in range(N_KINDS):
        public.piles[kind] = 0
    for pile in range(N_PILES):
        public.piles[public.tops[pile]] |= 1 << pile


@kernel
def turn_over(state: Any, pile: Any) -> Any:
    """R9: take a pile's face-up card, whose kind is returned, and turn up the one beneath."""
    public, hidden = state.public, state.hidden
    place = ONE << np.uint64(pile)
    kind = np.int64(public.tops[pile])
    public.piles[kind] ^= place
    top: Any = NO_CARD
    if np.uint64(public.covered) & place != NONE:
        top = np.int64(hidden.under[pile])
        hidden.under[pile] = NO_CARD
        public.covered ^= place
        public.piles[top] |= place
    else:
        public.open ^= place
    public.tops[pile] = top
    return kind


@inlined
def dead_ends(public: Any, own: Any) -> Any:
    """R9: the defence actions after which two barred Dukes would be all there is to attack with."""
    if copies(own.held, DUKE) < 2 or public.dukes_up > 0 or public.rules.duke_attack != LITERAL:
        return NONE
    size = public.hand_sizes[own.seat]
    if size == 3 and public.open == 0:
        return HAND_BUT_DUKES
    if size == 2 and public.covered == 0 and public.open & (public.open - 1) == 0:
        return ALL_PILES
    return NONE
