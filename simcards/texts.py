"""What people read and write of a game: the contract of its text module, and helpers for it.

A transcript (`simcards.transcripts`) and a match told for people (`simcards.show`) know no game.
All they need of one is in `simcards/games/<name>/text.py`, the functions of `Texts`.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from simcards.errors import unknown


class RefusedError(Exception):
    """A deal or an action that the rules do not allow, and why in one line."""

    def __init__(self, why: str, seat: int | None = None) -> None:
        super().__init__(why)
        self.why = why
        self.seat = seat  # who was to act


@dataclass(frozen=True)
class PlayedHand:
    """One finished hand of a match."""

    number: int
    dealer: int
    dealt: Any  # the state with the cards just dealt
    ended: Any  # the state after the last action and the score
    row: Any  # the hand's record
    actions: tuple[tuple[int, str], ...]  # seat and text, in order
    results: Mapping[str, Any]
    standing: Mapping[str, Any]  # after the hand


class Texts(Protocol):
    """The functions of a game's text module. States are records of the game's STATE.

    A game whose transcripts write down chance that comes while a hand is played may have one more,
    `refusal(state, actions)`: why that chance does not fit these actions, "" when it does. One with
    columns that are sets may have `seat_texts(row, seat)`: those columns of a seat in words.
    """

    def lay_cards(self, state: Any, deal: Mapping[str, Any]) -> None:
        """Set up the next hand with the deal of a transcript, which is anything that JSON holds.

        Raises RefusedError when its cards are not the deck of these rules. Further chance of the
        hand (a later shuffle) is laid down too, for the kernels to use when they come to it.
        """

    def deal_text(self, dealt: Any, ended: Any) -> dict[str, Any]:
        """The deal as a transcript writes it, from the state just dealt and at the hand's end."""

    def to_act(self, state: Any) -> int | None:
        """The seat whose action a transcript writes next; None when the hand is over."""

    def options(self, state: Any) -> dict[str, tuple[int, ...]]:
        """Every action that may be written next, with the actions for the kernels it is made of.

        Applied one after the other they are legal, and any order of them means the same: a bid of
        three cards is one text and three actions; what is not written (not announcing) is part
        of the text that follows it. A text that belongs to another seat than `to_act` begins with
        that seat, as `2:re`.
        """

    def normal(self, text: str) -> str:
        """An action's text spelled as `options` spells it; anything else as it is."""

    def results(self, state: Any, row: Any) -> dict[str, Any]:
        """The result keys of a hand from its record; with None as `row`, what is known before."""

    def standing(self, state: Any) -> dict[str, Any]:
        """`totals` by scoring unit (left out in a game without), `over`, and the units that won."""

    def tell(self, hand: PlayedHand) -> list[str]:
        """A hand for people: the deal, bids and announcements, and the play, a line each."""


def check_parts(deal: Iterable[str], parts: Iterable[str], kind: str = "part of a deal") -> None:
    """Raise RefusedError unless all that is written of a deal are these parts; some may lack."""
    known = tuple(parts)
    for name in deal:
        if name not in known:
            raise RefusedError(unknown(kind, name, known).removesuffix("."))


def check_deck(found: Iterable[str], deck: Iterable[str]) -> None:
    """Raise RefusedError unless these cards are the deck, no card missing and none too often."""
    have, want = Counter(list(found)), Counter(list(deck))  # a dict would be taken for counts
    unknown = sorted(set(have) - set(want))
    if unknown:
        raise RefusedError(
            f"{', '.join(unknown)}: no such card in the deck; cards: {' '.join(want)}"
        )
    too_often, missing = sorted(have - want), sorted(want - have)
    if too_often or missing:
        parts = [f"{', '.join(too_often)} dealt too often"] if too_often else []
        parts += [f"{', '.join(missing)} missing"] if missing else []
        raise RefusedError(f"the cards are not the deck: {'; '.join(parts)}")


def hands_of(deal: Mapping[str, Any], seats: int, sizes: int) -> list[list[str]]:
    """The cards of each seat from a deal's `hands`, one string a seat; raises RefusedError."""
    hands = deal.get("hands")
    if not isinstance(hands, list) or not all(isinstance(hand, str) for hand in hands):
        raise RefusedError(f"`hands` is {hands!r}; it must be {seats} strings of cards, one a seat")
    if len(hands) != seats:
        raise RefusedError(f"{len(hands)} hands are dealt; there must be {seats}, one a seat")
    held = [hand.split() for hand in hands]
    for seat, cards in enumerate(held):
        if len(cards) != sizes:
            raise RefusedError(f"seat {seat} is dealt {len(cards)} cards; it must be {sizes}")
    return held


def tell_tricks(cards: Sequence[tuple[int, str]], winners: Sequence[int], size: int) -> list[str]:
    """Trick by trick, the cards in order of play with the winning one marked."""
    wide = max(len(name) for _, name in cards) + 1
    lines = []
    for number, winner in enumerate(winners):
        trick = cards[number * size : (number + 1) * size]
        marked = (f"{name}{'*' if seat == winner else ''}".ljust(wide) for seat, name in trick)
        line = f"  trick {number + 1:>2}  seat {trick[0][0]} leads  {' '.join(marked)}"
        lines.append(f"{line}  seat {winner} takes it")
    return lines
