"""What many tens mean before the first card (R7): a new deal, or with special hands a win."""

from typing import Any

from simcards.game import NOBODY
from simcards.games.duke.deck import TEN, copies
from simcards.games.duke.rules import (
    FORCED,
    GOITA_HANDS,
    MANDATORY,
    MANY_TENS,
    MOST_SEATS,
    OFF,
    Outcome,
    Phase,
)
from simcards.games.duke.scoring import end_hand
from simcards.jit import kernel

ASK, SILENT, ANNUL, KEEP = range(4)  # what is said, as an action counted from ASK


@kernel
def open_hand(state: Any) -> None:
    """R7: whether a dealt hand is won or annulled at once, or who is asked before the first card.

    With four seats only.
    """
    public = state.public
    if public.rules.players < MOST_SEATS:
        return
    if public.rules.special_hands == GOITA_HANDS and win_by_tens(state):
        return
    if public.rules.demoralise != OFF:
        find_holder(state, 0)


@kernel
def win_by_tens(state: Any) -> Any:
    """R7: six tens or more, or five with both partners, end the hand; whether they did."""
    public = state.public
    for place in range(MOST_SEATS):
        seat = (public.dealer + place) % MOST_SEATS
        tens = copies(state.own[seat].held, TEN)
        with_partner = copies(state.own[(seat + 2) % MOST_SEATS].held, TEN)
        if tens > MANY_TENS:
            public.winner = seat
            end_hand(public, Outcome.SIX_TENS + tens - MANY_TENS - 1)
            return True
        if tens == MANY_TENS and with_partner == MANY_TENS:
            public.winner = seat
            end_hand(public, Outcome.PARTNERS)
            return True
    return False


@kernel
def find_holder(state: Any, place: Any) -> None:
    """R7: the next holder of five tens, from that place in turn order on; then the first card."""
    public = state.public
    while place < MOST_SEATS:
        seat = (public.dealer + place) % MOST_SEATS
        if copies(state.own[seat].held, TEN) >= MANY_TENS:
            if public.rules.demoralise == FORCED:
                end_hand(public, Outcome.ANNULLED)
            elif public.rules.demoralise == MANDATORY:
                show_tens(public, seat)
            else:
                public.phase = Phase.ASK
                public.to_act = seat
            return
        place += 1
    public.phase = Phase.LEAD
    public.to_act = public.dealer


@kernel
def show_tens(public: Any, seat: Any) -> None:
    """R7: a holder shows five tens, and his partner decides."""
    public.shown_tens[seat] = 1
    public.asker = seat
    public.phase = Phase.ANSWER
    public.to_act = (seat + 2) % MOST_SEATS


@kernel
def talk(state: Any, said: Any) -> None:
    """R7: a holder asks or stays silent; his partner annuls the deal or keeps it."""
    public = state.public
    if said == ASK:
        show_tens(public, public.to_act)
        return
    if said == ANNUL:
        end_hand(public, Outcome.ANNULLED)
        return
    holder = public.to_act if said == SILENT else public.asker
    public.asker = NOBODY
    find_holder(state, (holder + MOST_SEATS - public.dealer) % MOST_SEATS + 1)
