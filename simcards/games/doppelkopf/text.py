"""For people: cards and actions of Doppelkopf by name, and its transcripts.

Cards are suit then rank, `CQ`, the ten `HT`. `healthy` or `reservation` of each seat, the types of
those who reserved, then a card at a time with the announcements before it.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from simcards.cards import members
from simcards.game import NOBODY
from simcards.games.doppelkopf.deck import (
    CLASS_OF,
    KEYS,
    N_CARDS,
    N_HELD,
    RANKING_OF,
    TRUMP,
    with_card,
)
from simcards.games.doppelkopf.kernels import apply as carry_out
from simcards.games.doppelkopf.kernels import begin_hand, legal_actions
from simcards.games.doppelkopf.rules import N_STEPS, SEATS, TYPE_CODES, Party, Type
from simcards.games.doppelkopf.state import (
    ASK,
    HEALTHY,
    NAME,
    PASS,
    RE,
    RESERVATION,
    SAY,
    mover,
)
from simcards.texts import PlayedHand, check_deck, check_parts, hands_of, tell_tricks

SUITS = "DHSC"  # in the order of their numbers
RANKS = "9JQKTA"
CARDS = tuple(f"{suit}{rank}" for suit in SUITS for rank in RANKS)
CARD_OF = {name: card for card, name in enumerate(CARDS)}
STEPS = ("no90", "no60", "no30", "black")  # behind Re or Kontra
SIDES = {party.value: party.name.lower() for party in Party} | {Party.UNKNOWN.value: "none"}
NAMES = {
    NAME + kind.value: kind.name.lower().removeprefix("solo_")
    for kind in Type
    if kind >= Type.MARRIAGE
}
WORDS = {HEALTHY: "healthy", RESERVATION: "reservation", PASS: "pass", **NAMES}


def cards_of(held: int) -> list[int]:
    """The cards of a set in ascending order, a card held twice two times."""
    return sorted(card % N_CARDS for card in members(held))


def held_of(cards: list[int]) -> np.uint64:
    """The set of these cards."""
    held = np.uint64(0)
    for card in cards:
        held = with_card(held, card)
    return np.uint64(held)


def step_name(step: int, party: int) -> str:
    """A step as its party announces it."""
    return STEPS[step - 2] if step > 1 else SIDES[party]


def action_name(state: Any, seat: int, action: int) -> str:
    """An action of `seat` as it is written."""
    if action < N_CARDS:
        return CARDS[action]
    if action <= SAY + N_STEPS:
        return step_name(action - SAY, int(state.own[seat].party))
    return WORDS[action]


# --- Transcripts ----------------------------------------------


def lay_cards(state: Any, deal: Mapping[str, Any]) -> None:
    """R1: the hands onto the table."""
    check_parts(deal, ("hands",))
    held = hands_of(deal, SEATS, N_HELD)
    check_deck((name for hand in held for name in hand), 2 * CARDS)
    for seat, names in enumerate(held):
        state.own[seat].held = held_of([CARD_OF[name] for name in names])
    begin_hand(state)


def deal_text(dealt: Any, ended: Any) -> dict[str, Any]:
    """The cards of each seat."""
    hands = (cards_of(dealt.own[seat].held) for seat in range(SEATS))
    return {"hands": [" ".join(CARDS[card] for card in hand) for hand in hands]}


def to_act(state: Any) -> int | None:
    """The seat to act, of the next card where all may announce; None when the hand is over."""
    return None if state.public.to_act == NOBODY else int(mover(state.public))


def options(state: Any) -> dict[str, tuple[int, ...]]:
    """R3, R4, R6: what may be said or played; passing is not written."""
    seat = int(state.public.to_act)
    if seat == NOBODY:
        return {}
    if state.public.phase != ASK:
        return {action_name(state, seat, action): (action,) for action in legal(state)}
    found: dict[str, tuple[int, ...]] = {}
    ahead = state.copy()
    passes: tuple[int, ...] = ()
    while ahead.public.phase == ASK:
        seat = int(ahead.public.to_act)
        found |= {
            f"{seat}:{action_name(ahead, seat, action)}": (*passes, action)
            for action in legal(ahead)
            if action != PASS
        }
        carry_out(ahead, PASS)
        passes = (*passes, PASS)
    return found | {CARDS[card]: (*passes, card) for card in legal(ahead)}


def legal(state: Any) -> list[int]:
    """The legal actions of the seat to act."""
    return members(legal_actions(state)[0])


def normal(text: str) -> str:
    """Every action has one spelling."""
    return text


def results(state: Any, row: Any) -> dict[str, Any]:
    """R4, R7, R8: what came of a hand; before its end, nothing that is not public."""
    public = state.public
    if row is None:
        return {}
    return {
        "type": TYPE_CODES[int(row.type)],
        "re": [seat for seat in range(SEATS) if row.party[seat] == RE],
        "winners": public.winners.tolist(),
        "re_points": int(row.re_points),
        "side_won": SIDES[int(row.side_won)],
        "value": int(row.value),
        "scores": row.score.tolist(),
    }


def standing(state: Any) -> dict[str, Any]:
    """R9: totals, and who won."""
    public = state.public
    winners = [seat for seat in range(SEATS) if public.won[seat]]
    return {"totals": public.totals.tolist(), "over": bool(public.over), "winners": winners}


# --- A hand told ----------------------------------------------


def tell(hand: PlayedHand) -> list[str]:
    """The cards, reservations, the game and its parties, announcements, tricks, and the value."""
    ended, row = hand.ended.public, hand.row
    ranking = int(RANKING_OF[row.type])
    lines = [
        f"  seat {seat}  {by_class(hand.dealt.own[seat].held, ranking)}" for seat in range(SEATS)
    ]
    said = [(seat, text) for seat, text in hand.actions if text in WORDS.values()]
    lines += [f"  {', '.join(f'seat {seat}: {text}' for seat, text in said)}"]
    lines.append(f"  {game_text(hand)}")
    lines += [f"  {said_text(ended, i)}" for i in range(ended.n_said)]
    cards = [(seat, text) for seat, text in hand.actions if text in CARD_OF]
    lines += tell_tricks(cards, hand.results["winners"], SEATS)
    return [*lines, f"  {value_text(row)}"]


def by_class(held: int, ranking: int) -> str:
    """Trumps from the top, then suit by suit."""
    cards, groups = cards_of(held), []
    for kind in (TRUMP, *range(TRUMP - 1, -1, -1)):
        power = KEYS[0, ranking, kind, :, 0]
        group = sorted(
            (card for card in cards if CLASS_OF[ranking, card] == kind),
            key=lambda card: -int(power[card]),
        )
        groups.append(" ".join(CARDS[card] for card in group))
    return " | ".join(group for group in groups if group)


def game_text(hand: PlayedHand) -> str:
    """What was played, who was Re, and who led."""
    row = hand.row
    kind = TYPE_CODES[int(row.type)].replace("-", " ")
    forced = "forced " if row.was_forced else ""
    compulsory = "compulsory " if row.compulsory else ""
    re = " and ".join(str(seat) for seat in hand.results["re"])
    seats = "seats" if len(hand.results["re"]) > 1 else "seat"
    found = f", settled by trick {row.clarified}" if row.clarified else ""
    return f"{forced}{compulsory}{kind}{found}: {seats} {re} against the others"


def said_text(public: Any, i: int) -> str:
    """One announcement, and when it was made."""
    seat, step = int(public.said_seat[i]), int(public.said_step[i])
    number, place = divmod(int(public.said_at[i]), SEATS)
    when = f"before card {place + 1} of trick {number + 1}"
    name = step_name(step, int(public.parties[seat]))
    return f"seat {seat} says {name} with {public.said_cards[i]} cards, {when}"


def seat_texts(row: Any, seat: int) -> dict[str, str]:
    """What a seat announced, of a row that has it as a set."""
    said, party = int(row.announced[seat]), int(row.party[seat])
    steps = [step_name(step, party) for step in range(1, N_STEPS + 1) if said >> step & 1]
    return {"announced": " ".join(steps) or "nothing"}


def value_text(row: Any) -> str:
    """Points, winner, and the items of the value that are not zero."""
    items = [name for name in row.dtype.names if name.startswith("value_") and row[name]]
    parts = [f"{name[6:].replace('_', ' ')} {row[name]:+d}" for name in items]
    side = int(row.side_won)
    won = "nobody wins" if side not in (0, 1) else f"{SIDES[side].title()} wins"
    rest = 240 - int(row.re_points)
    listed = f" ({', '.join(parts)})" if parts else ""
    return f"Re {row.re_points} points, Kontra {rest}; {won}; value for Re {row.value:+d}{listed}"
