"""For people: cards and actions of Duke by name, and its transcripts.

Cards are one letter each, in the order of the table of R1. A turn is two actions, `d:T` and `a:O`,
or `d:c3` for the face-up card of pile 3; besides `pass`, `ask`, `silent`, `annul` and `keep`.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from simcards.cards import members
from simcards.errors import shown
from simcards.game import NOBODY
from simcards.games.duke.deck import HIDDEN, NO_CARD, copies
from simcards.games.duke.kernels import ATTACKS, PASS, begin_hand, legal_actions
from simcards.games.duke.rules import (
    HAND_SIZES,
    KINDS,
    LETTERS,
    MOST_SEATS,
    N_ASIDE,
    N_PILES,
    Outcome,
)
from simcards.texts import PlayedHand, RefusedError, check_deck, check_parts, hands_of

PLACES = (*LETTERS, *(f"c{pile}" for pile in range(N_PILES)))
ACTIONS = (
    *(f"d:{place}" for place in PLACES),
    *(f"a:{place}" for place in PLACES),
    *("pass", "ask", "silent", "annul", "keep"),
)
CARDS = tuple(kind.letter for kind in KINDS for _ in range(kind.copies))
ASIDE, CENTRE = "aside", "centre"


def card_name(kind: int) -> str:
    """A card as it is written; ? for one that lies face down, - for none."""
    return {HIDDEN: "?", NO_CARD: "-"}.get(int(kind)) or LETTERS[kind]


# --- Transcripts ----------------------------------------------


def lay_cards(state: Any, deal: Mapping[str, Any]) -> None:
    """R3: the hands onto the table, and what lies aside or in the centre."""
    players = int(state.public.rules.players)
    check_all_parts(deal, players)
    held = hands_of(spaced(deal), players, HAND_SIZES[players])
    aside, centre = deal.get(ASIDE, ""), deal.get(CENTRE, [])
    if ASIDE in deal and not is_cards(aside, N_ASIDE):
        raise RefusedError(f"`{ASIDE}` is {shown(aside)}; it must be a string of two cards")
    if CENTRE in deal and not is_centre(centre):
        raise RefusedError(
            f"`{CENTRE}` is {shown(centre)}; it must be a list of eight piles of two cards"
        )
    dealt = [*(card for hand in held for card in hand), *aside, *"".join(centre)]
    check_deck(dealt, CARDS)
    for seat, hand in enumerate(held):
        state.own[seat].held = np.uint64(sum(1 << 8 * LETTERS.index(card) for card in hand))
    for i, card in enumerate(aside):
        state.hidden.aside[i] = LETTERS.index(card)
    for pile, (under, top) in enumerate(centre):
        state.hidden.under[pile] = LETTERS.index(under)
        state.public.tops[pile] = LETTERS.index(top)
    begin_hand(state)


def spaced(deal: Mapping[str, Any]) -> dict[str, Any]:
    """The deal with a space between the letters of each hand."""
    hands = deal.get("hands")
    if isinstance(hands, list):
        hands = [" ".join(hand) if isinstance(hand, str) else hand for hand in hands]
    return {**deal, "hands": hands}


def check_all_parts(deal: Mapping[str, Any], players: int) -> None:
    """Raise RefusedError unless the deal has the parts of that many seats, and no other."""
    parts = ["hands", *{2: [CENTRE], 3: [ASIDE]}.get(players, [])]
    check_parts(deal, parts, f"part of a deal for {players} seats")
    for name in parts:
        if name not in deal:
            raise RefusedError(f"the deal has no `{name}`; with {players} seats it must have one")


def is_cards(text: Any, n: int) -> bool:
    """Whether so many cards are written as one string."""
    return isinstance(text, str) and len(text) == n


def is_centre(piles: Any) -> bool:
    """Whether the centre is written as eight piles of two cards, the lower one first."""
    return (
        isinstance(piles, list)
        and len(piles) == N_PILES
        and all(is_cards(pile, 2) for pile in piles)
    )


def deal_text(dealt: Any, ended: Any) -> dict[str, Any]:
    """The deal: a string of letters a seat, and what lies aside or in the centre."""
    players, hidden = int(dealt.public.rules.players), dealt.hidden
    text: dict[str, Any] = {"hands": [letters(dealt.own[seat].held) for seat in range(players)]}
    if players == 3:
        text[ASIDE] = "".join(LETTERS[kind] for kind in hidden.aside)
    if players == 2:
        tops = dealt.public.tops
        text[CENTRE] = [
            LETTERS[under] + LETTERS[top] for under, top in zip(hidden.under, tops, strict=True)
        ]
    return text


def letters(cards: Any) -> str:
    """Cards counted by kind, in the order of the table."""
    return "".join(letter * int(copies(cards, kind)) for kind, letter in enumerate(LETTERS))


def to_act(state: Any) -> int | None:
    """The seat to act; None when the hand is over."""
    seat = int(state.public.to_act)
    return None if seat == NOBODY else seat


def options(state: Any) -> dict[str, tuple[int, ...]]:
    """R4, R7, R9: each legal action is one text."""
    return {ACTIONS[action]: (action,) for action in members(legal_actions(state)[0])}


def normal(text: str) -> str:
    """There is one spelling only."""
    return text


def results(state: Any, row: Any) -> dict[str, Any]:
    """R6, R7: what came of a hand; an annulled one has no result, a running one none yet."""
    if row is None:
        return {}
    if row.annulled:
        return {"annulled": True}
    scored = Outcome(row.outcome) is not Outcome.PARTNERS
    units = units_of(state)
    return {
        "annulled": False,
        "winner": int(row.winner) if row.winner >= 0 else None,
        "points": max(row.score.tolist()) if scored else 0,
        "doubled": bool(row.doubled),
        "card": LETTERS[row.card] if row.card >= 0 else None,
        "scores": row.score.tolist()[:units],
    }


def standing(state: Any) -> dict[str, Any]:
    """R2: totals and winners by seat, by side with four seats."""
    public, units = state.public, units_of(state)
    winners = [unit for unit in range(units) if public.won[unit]]
    return {
        "totals": public.totals.tolist()[:units],
        "over": bool(public.over),
        "winners": winners,
    }


def units_of(state: Any) -> int:
    """R2: how many seats or sides score."""
    players = int(state.public.rules.players)
    return 2 if players == MOST_SEATS else players


# --- A hand told ----------------------------------------------


def tell(hand: PlayedHand) -> list[str]:
    """The cards, what was asked before the first one, and each attack with who passed on it."""
    dealt = deal_text(hand.dealt, hand.ended)
    lines = [f"  seat {seat}  {cards}" for seat, cards in enumerate(dealt["hands"])]
    lines += [f"  {name} {dealt[name]}" for name in (ASIDE,) if name in dealt]
    if CENTRE in dealt:
        lines.append(f"  centre, face-up cards last: {' '.join(dealt[CENTRE])}")
    talk = [f"seat {seat}: {text}" for seat, text in hand.actions if text in ACTIONS[PASS + 1 :]]
    lines += [f"  {', '.join(talk)}"] if talk else []
    return lines + tell_turns(hand) + [f"  {ending(hand)}"]


def tell_turns(hand: PlayedHand) -> list[str]:
    """One line a turn: defence and attack, and the seats that passed on it."""
    public, own = hand.ended.public, hand.ended.own
    passes = passers(hand)
    lines = []
    for i in range(int(public.n_turns)):
        turn = public.turns[i]
        card = card_name(own[turn.seat].laid[i])
        defence = "leads alone" if turn.defence == NO_CARD else f"counters with {card}"
        if turn.face_down:
            defence = f"lays {card} face down"
        defence += origin(turn.defence_from)
        line = f"  turn {i + 1:>2}  seat {turn.seat} {defence}, attacks with "
        line += f"{card_name(turn.attack)}{origin(turn.attack_from)}"
        lines.append(line + passed_by(passes[i]))
    return lines


def passed_by(seats: list[str]) -> str:
    """Who passed on an attack, in words."""
    if len(seats) < 2:
        return f"; seat {seats[0]} passes" if seats else ""
    return f"; seats {' '.join(seats)} pass"


def origin(place: int) -> str:
    """Where a card came from, unless it was the hand."""
    return f" (pile {place})" if place < N_PILES else ""


def passers(hand: PlayedHand) -> list[list[str]]:
    """The seats that passed, attack by attack."""
    found: list[list[str]] = []
    for seat, text in hand.actions:
        if text == ACTIONS[PASS]:
            found[-1].append(str(seat))
        elif text in ACTIONS[ATTACKS:PASS]:
            found.append([])
    return found


def ending(hand: PlayedHand) -> str:
    """How the hand ended, in words."""
    row = hand.row
    outcome = Outcome(row.outcome)
    if outcome is Outcome.ANNULLED:
        return "the deal is annulled"
    if outcome is Outcome.VOID:
        return "the leader is stuck: nobody wins the hand"
    how = outcome.name.lower().replace("_", " ")
    if outcome is Outcome.PARTNERS:
        how = "five tens each with the partner"
    elif outcome is Outcome.LAST_CARD:
        how = f"{'doubled, ' if row.doubled else ''}last card {LETTERS[row.card]}"
    return f"seat {row.winner} wins the hand: {how}, {max(row.score.tolist())} points"
