"""When a Duke may attack (R5), and what such an attack proves to the others."""

from typing import Any

from simcards.games.duke.deck import DUKE, copies
from simcards.games.duke.rules import GOITA, GOITA_OWN, LITERAL, N_PILES
from simcards.jit import kernel

NEVER = 255  # a turn that does not come


@kernel
def duke_unlocked(public: Any, own: Any, from_hand: Any) -> Any:
    """R5: whether a Duke from the hand (or from the centre) may attack now."""
    if public.dukes_up > 0 or (from_hand and public.hand_sizes[own.seat] == 1):
        return True
    if public.rules.duke_attack == LITERAL:
        return False
    if public.duke_attacks > 0 or (from_hand and held_both(public, own)):
        return True
    return public.rules.duke_attack == GOITA_OWN and has_laid_duke(public, own)


@kernel
def held_both(public: Any, own: Any) -> Any:
    """R5: whether both Dukes were in the hand when this turn began."""
    held = copies(own.held, DUKE)
    turn = public.turns[public.n_turns]
    from_hand = turn.face_down and turn.defence_from == N_PILES
    return held == 2 or (held == 1 and from_hand and own.laid[public.n_turns] == DUKE)


@kernel
def has_laid_duke(public: Any, own: Any) -> Any:
    """R5: whether one of the seat's face-down cards, this turn's among them, is a Duke."""
    for i in range(public.n_turns + 1):
        turn = public.turns[i]
        if turn.seat == own.seat and turn.face_down and own.laid[i] == DUKE:
            return True
    return False


@kernel
def note_duke_attack(public: Any, seat: Any, from_hand: Any) -> None:
    """R10: to who does not see the other Duke, this proves where it is: in hand or face down."""
    in_hand = public.rules.duke_attack == GOITA
    public.duke_attacks += 1
    public.duke_seat = seat
    public.duke_since = public.n_turns if in_hand else 0
    public.duke_until = NEVER if from_hand else public.n_turns + 1
    public.duke_held = from_hand
