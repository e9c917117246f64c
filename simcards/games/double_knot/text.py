"""For people: cards and actions of Double Knot by name, and its transcripts.

Cards are rank then suits as printed, `PMSL`, the Excuse `EX`. A bid is `bid 3`.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from simcards.cards import members
from simcards.game import NOBODY
from simcards.games.double_knot.deck import (
    CARD_OF,
    CARDS,
    EXCUSE,
    EXCUSE_NAME,
    SUIT_OF,
    SUITED,
    deck_of,
)
from simcards.games.double_knot.kernels import BID, BIDS, begin_hand, legal_actions
from simcards.games.double_knot.rules import DECKS
from simcards.texts import PlayedHand, check_deck, check_parts, hands_of, tell_tricks

SUIT_NAMES = ("Moons", "Suns", "Waves", "Leaves", "Wyrms", "Knots")


def players_of(state: Any) -> int:
    """The number of seats."""
    return int(state.public.rules.players)


# --- Transcripts ----------------------------------------------


def lay_cards(state: Any, deal: Mapping[str, Any]) -> None:
    """R2: the hands onto the table; together they must be the deck."""
    check_parts(deal, ("hands",))
    public, players = state.public, players_of(state)
    held = hands_of(deal, players, int(public.n_tricks))
    deck = deck_of(players, DECKS[public.rules.deck])
    check_deck([name for hand in held for name in hand], deck)
    for seat, names in enumerate(held):
        state.own[seat].held = np.uint64(sum(1 << CARD_OF[name] for name in names))
    begin_hand(public)


def deal_text(dealt: Any, ended: Any) -> dict[str, Any]:
    """The cards of each seat."""
    seats = range(players_of(dealt))
    return {"hands": [" ".join(CARDS[c] for c in members(dealt.own[seat].held)) for seat in seats]}


def to_act(state: Any) -> int | None:
    """The seat to act; None when the hand is over."""
    seat = int(state.public.to_act)
    return None if seat == NOBODY else seat


def options(state: Any) -> dict[str, tuple[int, ...]]:
    """R3: any bid; R4: the cards that may be played."""
    if state.public.to_act == NOBODY:
        return {}
    actions = members(legal_actions(state)[0])
    if state.public.phase == BID:
        return {f"bid {action - BIDS}": (action,) for action in actions}
    return {CARDS[card]: (card,) for card in actions}


def normal(text: str) -> str:
    """Every action has one spelling only."""
    return text


def results(state: Any, row: Any) -> dict[str, Any]:
    """R6, R7: what came of a hand; nothing before its end."""
    if row is None:
        return {}
    public, players = state.public, players_of(state)
    sides = range(2 if public.rules.teams else players)
    scores = row.score.tolist()[:players]
    return {
        "bids": row.bid.tolist()[:players],
        "taken": row.taken.tolist()[:players],
        "winners": public.winners.tolist()[: public.n_tricks],
        "scores": [scores[side] for side in sides],
    }


def standing(state: Any) -> dict[str, Any]:
    """R9, R10: totals by seat or team, and who won."""
    public = state.public
    sides = range(2 if public.rules.teams else players_of(state))
    return {
        "totals": public.totals.tolist()[: len(sides)],
        "over": bool(public.over),
        "winners": [side for side in sides if public.won[side]],
    }


# --- A hand told ----------------------------------------------


def tell(hand: PlayedHand) -> list[str]:
    """The cards by suit, then the bids in order, then the tricks."""
    players = players_of(hand.dealt)
    n_tricks = int(hand.dealt.public.n_tricks)
    lines = [f"  seat {seat}  {by_suit(hand.dealt.own[seat].held)}" for seat in range(players)]
    for seat, bid in hand.actions[:players]:
        lines.append(f"  seat {seat}  {bid.replace('bid', 'bids')}")
    bids = sum(hand.results["bids"])
    lines.append(f"  bids: {bids} of {n_tricks} tricks")
    if hand.dealt.public.rules.teams:
        contracts = (hand.results["bids"][side] + hand.results["bids"][side + 2] for side in (0, 1))
        lines.append("  contracts: " + ", ".join(f"side {i} {n}" for i, n in enumerate(contracts)))
    return lines + tell_tricks(hand.actions[players:], hand.results["winners"], players)


def by_suit(held: int) -> str:
    """Cards suit by suit, high to low, the Excuse last."""
    cards = members(held)
    parts = []
    for suit, name in enumerate(SUIT_NAMES):
        own = [SUITED[card] for card in reversed(cards) if card != EXCUSE and SUIT_OF[card] == suit]
        parts.append(f"{name}: {' '.join(own) or '-'}")
    if EXCUSE in cards:
        parts.append(EXCUSE_NAME)
    return "  ".join(parts)
