"""A match played step by step from text, with the game's own kernels."""

import re
from collections.abc import Mapping
from typing import Any

import numpy as np

from simcards.game import Game
from simcards.records import struct_dtype
from simcards.state import new_state
from simcards.texts import PlayedHand, RefusedError, Texts

SEAT_IN_FRONT = re.compile(r"(\d+):(.*)", re.DOTALL)
SHOWN = 12  # legal actions named in a refusal; the report's `legal` has them all


class Replay:
    """A match in progress, its actions given as text."""

    def __init__(self, game: Game, rules: Any, first: int) -> None:
        self.game = game
        self.kernels = game.kernels
        self.texts: Texts = game.texts
        self.state = new_state(self.kernels.STATE, rules)[0]
        self.hands: list[PlayedHand] = []  # those that are finished
        self.dealt: Any = None  # the state when the running hand was dealt; None between hands
        self.actions: list[tuple[int, str]] = []  # of the running hand
        self.rules = rules
        self.first = first
        self.kernels.start(self.state, first)

    @property
    def to_act(self) -> int | None:
        """The seat to act; None between hands."""
        return None if self.dealt is None else self.texts.to_act(self.state)

    @property
    def options(self) -> dict[str, tuple[int, ...]]:
        """The legal actions as text; none between hands."""
        return {} if self.dealt is None else self.texts.options(self.state)

    @property
    def legal(self) -> list[str]:
        """The legal actions as text, sorted."""
        return sorted(self.options)

    @property
    def is_over(self) -> bool:
        """Whether the match is."""
        return bool(self.state.public.over)

    def lay(self, deal: Mapping[str, Any]) -> None:
        """Begin a hand with the deal of a transcript; raises RefusedError."""
        if self.is_over:
            raise RefusedError("the match is over; no hand may follow")
        self.texts.lay_cards(self.state, deal)
        self._begin()

    def draw(self, key: np.uint64) -> None:
        """Begin a hand with the deal that belongs to this key."""
        with np.errstate(over="ignore"):
            self.kernels.deal(self.state, key)
        self._begin()

    def _begin(self) -> None:
        self.dealt = self.state.copy()
        self.actions = []
        self._end_if_over()

    def act(self, written: str) -> None:
        """Carry out an action; raises RefusedError and changes nothing when it is not legal."""
        if self.dealt is None:
            raise RefusedError(f"{written!r}: the hand is over")
        seat, options = self.to_act, self.options
        text = self.texts.normal(written)
        if text not in options:
            text = self._without_seat(text, seat)
        if text not in options:
            raise RefusedError(
                f"seat {seat} may not {written!r}; legal: {some_of(sorted(options))}", seat
            )
        why = getattr(self.texts, "refusal", no_refusal)(self.state, options[text])
        if why:
            raise RefusedError(f"{written!r}: {why}", seat)
        self.actions.append((-1 if seat is None else seat, text))
        for action in options[text]:
            self.kernels.apply(self.state, action)
        self._end_if_over()

    def _without_seat(self, text: str, to_act: int | None) -> str:
        """The text behind a seat in front, which must be the one to act."""
        found = SEAT_IN_FRONT.fullmatch(text)
        if not found:
            return text
        if int(found[1]) != to_act:
            legal = some_of(self.legal)
            raise RefusedError(f"{text!r}: seat {to_act} is to act; legal: {legal}", to_act)
        return self.texts.normal(found[2])

    def _end_if_over(self) -> None:
        """Score the hand once nobody is to act."""
        if self.texts.to_act(self.state) is not None:
            return
        columns, public = self.game.all_hand_columns(), self.state.public
        row = np.zeros(1, struct_dtype(columns, self.game.max_seats)).view(np.recarray)[0]
        dealer = int(public.dealer)
        self.kernels.settle(self.state, row)
        self.hands.append(
            PlayedHand(
                number=len(self.hands),
                dealer=dealer,
                dealt=self.dealt,
                ended=self.state.copy(),
                row=row,
                actions=tuple(self.actions),
                results=self.texts.results(self.state, row),
                standing=self.standing,
            )
        )
        self.dealt = None

    @property
    def standing(self) -> dict[str, Any]:
        """`totals`, `over` and `winners` of the match so far."""
        return self.texts.standing(self.state)

    @property
    def results(self) -> list[dict[str, Any]]:
        """The results of every hand, the running one last."""
        found = [dict(hand.results) for hand in self.hands]
        if self.dealt is not None:
            found.append(self.texts.results(self.state, None))
        return found


def no_refusal(state: Any, actions: tuple[int, ...]) -> str:
    """The `refusal` of a game that writes down no chance but the deal."""
    return ""


def some_of(legal: list[str]) -> str:
    """Legal actions for one line: all, or the first few and how many there are.

    What anybody may say, which has its seat in front, comes last.
    """
    shown = sorted(legal, key=lambda text: bool(SEAT_IN_FRONT.fullmatch(text)))
    if len(legal) <= SHOWN:
        return ", ".join(shown) or "nothing"
    return f"{', '.join(shown[:SHOWN])} ... ({len(legal)} in all)"
