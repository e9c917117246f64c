"""Kernels of Duke, in the order a hand is played.

Rules    games/rules/duke.md, whose paragraphs are cited as R1, R2, ...
Cards    counted by kind, see `deck`; kinds in the order of `rules.KINDS`, the Duke is kind 0
Actions  0..7: a defence card of that kind from the hand; 8..15: that pile's top card as defence
         16..23, 24..31: the same as attack; 32: pass; 33..36: ask, silent, annul, keep
A turn is two actions, defence and attack; whether the defence card lies face down is no choice.
"""

from typing import Any

import numpy as np

from simcards.cards import NONE, ONE, draw
from simcards.game import NOBODY
from simcards.games.duke.centre import dead_ends, lay_centre, turn_over
from simcards.games.duke.deck import (
    ALL_COPIES,
    ALL_KINDS,
    COUNTERS,
    DUKE,
    HIDDEN,
    NO_CARD,
    counted,
    kind_at,
    kinds_of,
    one,
)
from simcards.games.duke.determinize import determinize  # noqa: F401  one of the kernels
from simcards.games.duke.dukes import duke_unlocked, note_duke_attack
from simcards.games.duke.rules import (
    EMPTY_LIMIT,
    HAND_LIMIT,
    MOST_SEATS,
    N_ASIDE,
    N_KINDS,
    N_PILES,
    STUCK_LEAD,
    Outcome,
    Phase,
    Rules,
)
from simcards.games.duke.scoring import end_hand, finish, settle  # noqa: F401  two of the kernels
from simcards.games.duke.tens import open_hand, talk
from simcards.jit import inlined, kernel
from simcards.state import record_dtype, rules_dtype

# --- Numbers --------------------------------------------------

DEFEND = 0  # action DEFEND + kind, or + N_KINDS + pile
ATTACKS = N_KINDS + N_PILES  # the same for an attack
PASS = 2 * ATTACKS
ASK, SILENT, ANNUL, KEEP = range(PASS + 1, PASS + 5)
N_ACTIONS = KEEP + 1
WORDS = 1  # 64-bit words of a set of actions
MAX_TURNS = 16  # R9: with two seats; 13 with more
MAX_DECISIONS = 66  # R4, R7: 26 cards and 36 passes with four seats, and two requests answered

LEAD, RESPOND, ATTACK, ASKING, ANSWERING, OVER = (int(phase) for phase in Phase)
PASS_ACTION = np.uint64(1 << PASS)
ASK_ACTIONS = np.uint64(1 << ASK | 1 << SILENT)
ANSWER_ACTIONS = np.uint64(1 << ANNUL | 1 << KEEP)
VOID_LEAD = STUCK_LEAD.index("void")
PILE_BITS = np.uint64(N_KINDS)

# --- State ----------------------------------------------------

TURN = record_dtype(
    ("seat", "u1"),
    ("face_down", "u1"),  # whether the defence card is: the turn was a lead
    ("defence", "u1"),  # its kind; HIDDEN if only its seat knows, NO_CARD for a lone attack (R9)
    ("defence_from", "u1"),  # a pile, or N_PILES for the hand
    ("attack", "u1"),
    ("attack_from", "u1"),
)
PUBLIC = record_dtype(
    ("rules", rules_dtype(Rules)),
    ("to_act", "u1"),  # a seat, NOBODY when the hand is over
    ("phase", "u1"),
    ("dealer", "u1"),  # who starts this hand (and deals)
    ("first", "u1"),  # who started the match's first hand
    ("hand", "i2"),  # hands finished in the match, annulled deals not among them
    ("annulled", "i2"),  # deals annulled
    ("void", "i2"),  # hands that ended without a winner
    ("totals", "i4", (MOST_SEATS,)),  # of the match; partners have their side's
    ("hands_won", "i2", (MOST_SEATS,)),
    ("over", "u1"),  # whether the match is
    ("capped", "u1"),  # whether it was ended by HAND_LIMIT
    ("won", "i1", (MOST_SEATS,)),  # who shares the win
    ("outcome", "u1"),  # of the hand, once it is over
    ("winner", "u1"),  # of the hand; NOBODY before its end and without one
    ("attack", "u1"),  # kind to be countered; NO_CARD for a lead
    ("attacker", "u1"),  # who played it
    ("counters", "u1"),  # kinds that may be laid in defence now, a bit each
    ("hand_sizes", "u1", (MOST_SEATS,)),
    ("shown", "u8"),  # cards on the lines that all know, counted by kind
    ("n_turns", "u1"),  # turns completed
    ("turns", TURN, (MAX_TURNS,)),  # in order; whoever sits between two of them passed
    ("dukes_up", "u1"),  # Dukes face up in defence (R5)
    ("duke_attacks", "u1"),  # Dukes that attacked and did not end the hand
    ("duke_seat", "u1"),  # R5: who attacked with a Duke last, or NOBODY; unless all see the other,
    ("duke_since", "u1"),  # it is one of his face-down cards from this turn on ...
    ("duke_until", "u1"),  # ... before this turn ...
    ("duke_held", "u1"),  # ... or, if set, in his hand
    ("shown_tens", "u1", (MOST_SEATS,)),  # whether the seat asked and showed five tens (R7)
    ("asker", "u1"),  # whose request is being answered, NOBODY otherwise
    ("open", "u1"),  # piles with cards, a bit each (R9)
    ("covered", "u1"),  # piles with a card face down, a bit each
    ("tops", "u1", (N_PILES,)),  # kind of each pile's face-up card, or NO_CARD
    ("piles", "u1", (N_KINDS,)),  # piles by the kind of their face-up card, a bit each
    ("n_last_turns", "u1"),  # of the hand played before, as it was shown at its end (R10)
    ("last_turns", TURN, (MAX_TURNS,)),
    ("last_held", "u8", (MOST_SEATS,)),  # cards left in hand, where they were shown
    ("last_unused", "u8"),  # cards aside or covered, where they were shown
)
OWN = record_dtype(
    ("seat", "u1"),
    ("held", "u8"),  # cards in hand, counted by kind
    ("laid", "u1", (MAX_TURNS,)),  # its defence card of each turn of its own; others mean nothing
    ("aside", "u1"),  # kind of the card set aside that it has seen, or NO_CARD (R8)
)
HIDDEN_PART = record_dtype(
    ("aside", "u1", (N_ASIDE,)),  # kinds set aside: seen by the second seat, by the third
    ("under", "u1", (N_PILES,)),  # kind of each pile's face-down card, or NO_CARD
)
STATE = record_dtype(("public", PUBLIC), ("own", OWN, (MOST_SEATS,)), ("hidden", HIDDEN_PART))

# --- Kernels, in the order a hand is played -------------------


@kernel
def start(state: Any, first: Any) -> None:
    """R2: `first` starts the first hand of the match. The state is all zeros but for the rules."""
    public = state.public
    public.first = first
    public.dealer = first
    for seat in range(MOST_SEATS):
        state.own[seat].seat = seat


@kernel
def deal(state: Any, key: Any) -> None:
    """R3: the hands, and what is set aside or laid in the centre."""
    players = np.int64(state.public.rules.players)
    size = 10 if players == 3 else 8
    rest = ALL_COPIES
    for seat in range(players):
        dealt = draw(rest, size, key, 8 * seat)
        rest ^= dealt
        state.own[seat].held = counted(dealt)
    at = 8 * players
    hidden = state.hidden
    if players == 3:
        for i in range(N_ASIDE):
            rest = deal_one(rest, hidden.aside, i, key, at + i)
    if players == 2:
        for pile in range(N_PILES):
            rest = deal_one(rest, hidden.under, pile, key, at + pile)
            rest = deal_one(rest, state.public.tops, pile, key, at + N_PILES + pile)
    begin_hand(state)


@inlined
def legal_actions(state: Any) -> Any:
    """R4, R5, R9: a defence card or a pass, then an attack card. R7: a request, an answer."""
    public = state.public
    phase = public.phase
    if phase == ATTACK:
        return (attack_actions(public, state.own[public.to_act]) << np.uint64(ATTACKS),)
    if phase == RESPOND:
        return (defence_actions(public, state.own[public.to_act]) | PASS_ACTION,)
    if phase == LEAD:
        return (defence_actions(public, state.own[public.to_act]),)
    if phase == OVER:
        return (NONE,)
    return (ASK_ACTIONS if phase == ASKING else ANSWER_ACTIONS,)


@inlined
def apply(state: Any, action: Any) -> None:
    """Carry out a legal action of the seat to act; `to_act` is NOBODY when the hand is over."""
    if action == PASS:
        pass_on(state)
    elif action < ATTACKS:
        defend(state, action)
    elif action < PASS:
        attack(state, action - ATTACKS)
    else:
        talk(state, action - ASK)


@kernel
def step(state: Any, action: Any) -> Any:
    """Carry out an action; what the next seat may do, nothing when the hand is over."""
    apply(state, action)
    return legal_actions(state)


# --- Parts: the deal ------------------------------------------


@kernel
def deal_one(rest: Any, places: Any, i: Any, key: Any, index: Any) -> Any:
    """R3: one of the cards `rest` to places[i], by word `index` of `key`; those that are left."""
    card = draw(rest, 1, key, index)
    places[i] = kind_at(card)
    return rest ^ card


@kernel
def begin_hand(state: Any) -> None:
    """R3: everything as it is when the cards are dealt; then what comes before the first card."""
    public = state.public
    clear_turns(state)
    public.shown = NONE
    public.dukes_up = 0
    public.duke_attacks = 0
    public.duke_seat = NOBODY
    public.attacker = public.dealer
    public.winner = NOBODY
    public.outcome = Outcome.LAST_CARD
    public.asker = NOBODY
    players = public.rules.players
    for seat in range(MOST_SEATS):
        public.shown_tens[seat] = 0
        public.hand_sizes[seat] = 0 if seat >= players else (10 if players == 3 else 8)
        state.own[seat].aside = NO_CARD
    if players == 3 and public.rules.aside_peek:
        for i in range(N_ASIDE):
            state.own[(public.dealer + 1 + i) % 3].aside = state.hidden.aside[i]
    lay_centre(state)
    begin_lead(state, public.dealer)
    open_hand(state)


@kernel
def clear_turns(state: Any) -> None:
    """Nothing is left of the turns of the hand before, so that equal hands have equal states."""
    public = state.public
    for i in range(public.n_turns):
        turn = public.turns[i]
        state.own[turn.seat].laid[i] = 0
        turn.seat = 0
        turn.face_down = 0
        turn.defence = 0
        turn.defence_from = 0
        turn.attack = 0
        turn.attack_from = 0
    public.n_turns = 0


# --- Parts: a turn --------------------------------------------


@inlined
def defence_actions(public: Any, own: Any) -> Any:
    """R4: any card on a lead, else one that counters. R9: not the last one, and no dead end."""
    counters = np.uint64(public.counters)
    hand = kinds_of(own.held) & counters
    if public.rules.players > 2:
        return hand
    if public.hand_sizes[own.seat] == 1:
        hand = NONE
    piles = NONE
    for kind in range(N_KINDS):
        if (counters >> np.uint64(kind)) & ONE != NONE:
            piles |= np.uint64(public.piles[kind])
    return (hand | piles << PILE_BITS) & ~dead_ends(public, own)


@inlined
def attack_actions(public: Any, own: Any) -> Any:
    """R4: any card, but a Duke only when it is free to attack (R5)."""
    hand = kinds_of(own.held)
    piles = np.uint64(public.open)
    if hand & ONE != NONE and not duke_unlocked(public, own, True):
        hand ^= ONE
    if public.piles[DUKE] != 0 and not duke_unlocked(public, own, False):
        piles ^= np.uint64(public.piles[DUKE])
    return hand | piles << PILE_BITS


@inlined
def defend(state: Any, choice: Any) -> None:
    """R4: a card on the defence line, face down on a lead and face up otherwise."""
    public = state.public
    seat = public.to_act
    kind = take(state, seat, choice)
    is_lead = public.phase == LEAD
    is_hidden = is_lead and choice < N_KINDS
    turn = public.turns[public.n_turns]
    turn.seat = seat
    turn.face_down = is_lead
    turn.defence = HIDDEN if is_hidden else kind
    turn.defence_from = N_PILES if choice < N_KINDS else choice - N_KINDS
    state.own[seat].laid[public.n_turns] = kind
    if not is_hidden:
        public.shown += one(kind)
    public.dukes_up += kind == DUKE and not is_lead
    public.phase = ATTACK


@inlined
def attack(state: Any, choice: Any) -> None:
    """R4: a card on the attack line; R6: the last card of a hand ends it."""
    public = state.public
    seat = public.to_act
    kind = take(state, seat, choice)
    turn = public.turns[public.n_turns]
    turn.attack = kind
    turn.attack_from = N_PILES if choice < N_KINDS else choice - N_KINDS
    public.shown += one(kind)
    if public.hand_sizes[seat] == 0:
        public.n_turns += 1
        public.winner = seat
        end_hand(public, Outcome.LAST_CARD)
        return
    if kind == DUKE:
        note_duke_attack(public, seat, choice < N_KINDS)
    public.n_turns += 1
    public.attack = kind
    public.attacker = seat
    public.counters = COUNTERS[kind]
    public.phase = RESPOND
    public.to_act = next_seat(public, seat)


@inlined
def pass_on(state: Any) -> None:
    """R4: the next seat is asked; the attacker leads when all others have passed."""
    public = state.public
    seat = next_seat(public, public.to_act)
    if seat == public.attacker:
        begin_lead(state, seat)
    else:
        public.to_act = seat


@inlined
def take(state: Any, seat: Any, choice: Any) -> Any:
    """The kind of a card taken from the hand or, R9, from a pile of the centre."""
    if choice < N_KINDS:
        state.own[seat].held -= one(choice)
        state.public.hand_sizes[seat] -= 1
        return np.int64(choice)
    return turn_over(state, choice - N_KINDS)


@kernel
def begin_lead(state: Any, seat: Any) -> None:
    """R4: `seat` leads. R9: with one card and no centre it attacks alone, or the hand is void."""
    public = state.public
    public.attack = NO_CARD
    public.counters = ALL_KINDS
    public.phase = LEAD
    public.to_act = seat
    if public.hand_sizes[seat] > 1 or public.open != 0:
        return
    if public.rules.stuck_lead == VOID_LEAD:
        end_hand(public, Outcome.VOID)
        return
    turn = public.turns[public.n_turns]
    turn.seat = seat
    turn.defence = NO_CARD
    turn.defence_from = NO_CARD
    state.own[seat].laid[public.n_turns] = NO_CARD
    public.phase = ATTACK


@inlined
def next_seat(public: Any, seat: Any) -> Any:
    """R2: the next seat clockwise."""
    return seat + np.uint8(1) if seat + 1 < public.rules.players else np.uint8(0)


def max_hands(rules: Rules) -> int:
    """R2: the most deals that a match can have, those that may come to nothing among them."""
    least = min(rules.values)
    empty = rules.annuls or (rules.stuck_lead == "void" and not rules.rounds)
    if rules.rounds == 0 and least == 0:
        return HAND_LIMIT
    longest = rules.rounds or len(set(rules.sides)) * ((rules.target - 1) // least) + 1
    return min(longest + (EMPTY_LIMIT if empty else 0), HAND_LIMIT)
