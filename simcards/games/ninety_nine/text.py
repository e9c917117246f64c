"""For people: cards and actions of Ninety-Nine by name, and its transcripts.

Cards are rank then suit, `QD`, the Joker `JK`. A bid is one action, `bury QD 7S 9H`, and so is
the request after it, `none`, `declare` or `reveal`; then a card at a time.
"""

from collections.abc import Mapping
from itertools import combinations
from typing import Any

import numpy as np

from simcards.cards import members
from simcards.game import NOBODY
from simcards.games.ninety_nine.deck import N_HELD, N_RANKS
from simcards.games.ninety_nine.kernels import (
    BURY,
    JOKER,
    REQUEST,
    REQUESTS,
    STANDARD,
    begin_hand,
    legal_actions,
)
from simcards.games.ninety_nine.rules import N_BURIED, SEATS, Level, Suit
from simcards.texts import PlayedHand, RefusedError, check_deck, check_parts, hands_of, tell_tricks

RANKS = "6789TJQKA"
SUITS = "DSHC"  # in the order of their numbers
CARDS = tuple(f"{rank}{suit}" for suit in SUITS for rank in RANKS)
JOKER_NAME = "JK"
CARD_OF = {name: card for card, name in enumerate((*CARDS, JOKER_NAME))}
LEVELS = tuple(level.name.lower() for level in Level)
TRUMPS = (*SUITS, "none")
TURN_UP = "turn_up"


def card_name(card: int) -> str:
    """A card as it is written; 36 is the Joker."""
    return JOKER_NAME if card == JOKER else CARDS[card]


# --- Transcripts ----------------------------------------------


def lay_cards(state: Any, deal: Mapping[str, Any]) -> None:
    """R2: the hands onto the table, the turned-up card in the Joker's place."""
    check_parts(deal, ("hands", TURN_UP))
    held = hands_of(deal, SEATS, N_HELD)
    dealt = [name for hand in held for name in hand]
    turn_up = -1
    if state.public.rules.trump_mode == STANDARD:
        turned = deal.get(TURN_UP)
        if not isinstance(turned, str):
            raise RefusedError(f"`turn_up` is {turned!r}; in trump_mode standard it must be a card")
        check_deck([*dealt, turned], CARD_OF)
        turn_up = CARD_OF[turned]
    else:
        if TURN_UP in deal:
            raise RefusedError("`turn_up` is given; only trump_mode standard turns up a card")
        check_deck(dealt, CARDS)
    for seat, names in enumerate(held):
        cards = (turn_up if name == JOKER_NAME else CARD_OF[name] for name in names)
        state.own[seat].held = np.uint64(sum(1 << card for card in cards))
    begin_hand(state, turn_up)


def deal_text(dealt: Any, ended: Any) -> dict[str, Any]:
    """The deal with the Joker as dealt: its holder's turned-up card is written `JK`."""
    turn_up = int(dealt.public.turn_up)
    hands = []
    for seat in range(SEATS):
        cards = members(dealt.own[seat].held)
        hands.append(" ".join(JOKER_NAME if card == turn_up else CARDS[card] for card in cards))
    return {"hands": hands} | ({TURN_UP: card_name(turn_up)} if turn_up >= 0 else {})


def to_act(state: Any) -> int | None:
    """The seat to act; None when the hand is over."""
    seat = int(state.public.to_act)
    return None if seat == NOBODY else seat


def options(state: Any) -> dict[str, tuple[int, ...]]:
    """R3: any three cards; R4: any request; R5: the cards that may be played."""
    public = state.public
    if public.to_act == NOBODY:
        return {}
    if public.phase == REQUEST:
        return {name: (REQUESTS + level,) for level, name in enumerate(LEVELS)}
    if public.phase == BURY:
        held = sorted(CARDS[card] for card in members(state.own[public.to_act].held))
        return {
            f"bury {' '.join(names)}": tuple(CARD_OF[name] for name in names)
            for names in combinations(held, N_BURIED)
        }
    return {CARDS[card]: (card,) for card in members(legal_actions(state)[0])}


def normal(text: str) -> str:
    """A bid's cards in the order of their text, since they may be written in any."""
    words = text.split()
    return " ".join(["bury", *sorted(words[1:])]) if words[:1] == ["bury"] else text


def results(state: Any, row: Any) -> dict[str, Any]:
    """R2, R4, R6, R7: what came of a hand; before its end, the trump."""
    public = state.public
    if row is None:
        return {"trump": TRUMPS[public.trump]}
    bids, taken = row.bid.tolist(), row.taken.tolist()
    return {
        "trump": TRUMPS[row.trump],
        "bids": bids,
        "announcer": int(row.announcer) if row.announcer >= 0 else None,
        "level": LEVELS[row.level],
        "taken": taken,
        "winners": public.winners.tolist(),
        "made": [bid == tricks for bid, tricks in zip(bids, taken, strict=True)],
        "scores": row.score.tolist(),
    }


def standing(state: Any) -> dict[str, Any]:
    """R8: totals with manche bonuses and the running manche, and who won."""
    public = state.public
    winners = [seat for seat in range(SEATS) if public.won[seat]]
    return {"totals": public.totals.tolist(), "over": bool(public.over), "winners": winners}


# --- A hand told ----------------------------------------------


def tell(hand: PlayedHand) -> list[str]:
    """The cards by suit from high to low, then bids and requests, the announcement, the tricks."""
    lines = [f"  {trump_text(hand)}"]
    for seat in range(SEATS):
        lines.append(f"  seat {seat}  {by_suit(hand.dealt.own[seat].held)}")
    n_bids = 2 * SEATS
    for (seat, bid), (_, request) in zip(*[iter(hand.actions[:n_bids])] * 2, strict=True):
        cards = bid.removeprefix("bury ")
        lines.append(
            f"  seat {seat}  buries {cards}, a bid of {hand.row.bid[seat]}; asks: {request}"
        )
    announcer, level = hand.results["announcer"], hand.results["level"]
    if announcer is None:
        lines.append("  nobody announces")
    else:
        open_cards = "his bid cards" if level == LEVELS[Level.DECLARE] else "all his cards"
        lines.append(f"  seat {announcer}  {level}s and plays with {open_cards} face up")
    return lines + tell_tricks(hand.actions[n_bids:], hand.results["winners"], SEATS)


def trump_text(hand: PlayedHand) -> str:
    """The trump in words, and the card turned up if there was one."""
    trump = Suit(hand.row.trump).name.lower().replace("_", " ")
    turn_up = int(hand.row.turn_up)
    if turn_up < 0:
        return f"trump: {trump}"
    holders = [seat for seat in range(SEATS) if turn_up in members(hand.dealt.own[seat].held)]
    joker = f"; seat {holders[0]} was dealt the Joker for it" if holders else ""
    return f"trump: {trump} (turned up: {card_name(turn_up)}{joker})"


def by_suit(held: int) -> str:
    """Cards suit by suit, high to low."""
    cards = members(held)
    suits = []
    for suit, letter in enumerate(SUITS):
        ranks = [RANKS[card % N_RANKS] for card in reversed(cards) if card // N_RANKS == suit]
        suits.append(f"{letter} {''.join(ranks) or '-'}".ljust(11))
    return " ".join(suits).rstrip()
