"""The end of a hand and of a match: points, records, and what is shown (R6, R2, R10)."""

from typing import Any

import numpy as np
from numba import literal_unroll

from simcards.cards import NONE
from simcards.game import NOBODY
from simcards.games.duke.deck import DUKE, HIDDEN, NO_CARD, TEN, copies, one
from simcards.games.duke.rules import (
    DOUBLE,
    EMPTY_LIMIT,
    HAND_LIMIT,
    KINDS,
    MOST_SEATS,
    N_ASIDE,
    N_PILES,
    NEXT_FIRST,
    REVEAL_AT_END,
    Outcome,
    Phase,
    value_option,
)
from simcards.jit import kernel

DOUBLE_HIDDEN = DOUBLE.index("hidden")
WINNER_STARTS = NEXT_FIRST.index("winner")
REVEAL_ALL = REVEAL_AT_END.index("all")
VALUE_OPTIONS = tuple(map(value_option, KINDS))


@kernel
def end_hand(public: Any, outcome: Any) -> None:
    """R6, R7, R9: nobody is to act any more."""
    public.outcome = outcome
    public.phase = Phase.OVER
    public.to_act = NOBODY


@kernel
def settle(state: Any, row: Any) -> None:
    """R6: the score of the hand. R10: what is shown. R2: who starts next, or the match's end."""
    public = state.public
    score_hand(state, row)
    count_turns(state, row)
    if public.outcome == Outcome.ANNULLED:
        public.annulled += 1
    else:
        public.hand += 1
        show_hand(state, row.doubled)
    public.void += public.outcome == Outcome.VOID
    end_match(public)
    if not public.over and public.outcome != Outcome.ANNULLED:
        if public.rules.next_first == WINNER_STARTS and public.winner != NOBODY:
            public.dealer = public.winner
        else:
            public.dealer = (public.dealer + 1) % public.rules.players


@kernel
def finish(state: Any, row: Any) -> None:
    """What a match leaves behind in its record."""
    public = state.public
    row.annulled = public.annulled
    row.void = public.void
    for seat in range(MOST_SEATS):
        row.total[seat] = public.totals[seat]
        row.won[seat] = public.won[seat]
        row.hands_won[seat] = public.hands_won[seat]


# --- The score ------------------------------------------------


@kernel
def score_hand(state: Any, row: Any) -> None:
    """R6, R7: the points of the hand and what they are for, to each seat of the winner's side."""
    public = state.public
    row.card = -1
    row.card_value = 0
    row.doubled = 0
    row.from_lead = 0
    special = np.int64(0)
    if public.outcome == Outcome.LAST_CARD:
        score_last_card(state, row)
    elif public.winner != NOBODY:
        special = special_points(state)
    row.outcome = public.outcome
    row.winner = -1 if public.winner == NOBODY else np.int8(public.winner)
    row.annulled = public.outcome == Outcome.ANNULLED
    value = np.int64(row.card_value)
    double = value * (public.rules.double_factor - 1) if row.doubled else 0
    for seat in range(MOST_SEATS):
        wins = on_side(public, seat)
        row.points_card[seat] = value if wins else 0
        row.points_double[seat] = double if wins else 0
        row.points_special[seat] = special if wins else 0
        row.score[seat] = value + double + special if wins else 0
        public.totals[seat] += row.score[seat]
        public.hands_won[seat] += wins


@kernel
def score_last_card(state: Any, row: Any) -> None:
    """R6: the value of the last card, and whether the card laid with it doubles it."""
    public = state.public
    turn = public.turns[public.n_turns - 1]
    row.card = turn.attack
    row.card_value = value_of(public.rules, turn.attack)
    row.doubled = is_doubled(state)
    row.from_lead = turn.face_down or turn.defence == NO_CARD


@kernel
def is_doubled(state: Any) -> Any:
    """R6, R9: whether the last card of the hand is identical with one laid face down with it."""
    public = state.public
    last = public.n_turns - 1
    turn = public.turns[last]
    doubles = turn.defence_from == N_PILES or public.rules.centre_double
    same = turn.face_down and state.own[public.winner].laid[last] == turn.attack
    return same and doubles and public.rules.double == DOUBLE_HIDDEN


@kernel
def on_side(public: Any, seat: Any) -> Any:
    """R2: whether a seat wins the hand, alone or, with four seats, with its partner."""
    if public.winner == NOBODY or seat >= public.rules.players:
        return False
    if public.rules.players == MOST_SEATS:
        return seat % 2 == public.winner % 2
    return seat == public.winner


@kernel
def special_points(state: Any) -> Any:
    """R7: what six tens or more are worth; five with both partners bring the target."""
    public = state.public
    rules = public.rules
    winner = public.winner
    if public.outcome == Outcome.PARTNERS:
        return np.int64(rules.target - (0 if rules.rounds > 0 else public.totals[winner]))
    if public.outcome == Outcome.EIGHT_TENS:
        return np.int64(rules.eight_tens)
    held = state.own[winner].held
    best = 0
    n_kinds = 0
    for kind in range(TEN):
        if copies(held, kind) > 0:
            best = max(best, value_of(rules, kind))
            n_kinds += 1
    return np.int64(best * (rules.special_factor if n_kinds == 1 else 1))


@kernel
def value_of(rules: Any, kind: Any) -> Any:
    """R1: the points of a kind."""
    points = np.int64(0)
    before = np.int64(kind)
    for name in literal_unroll(VALUE_OPTIONS):
        if before == 0:
            points = np.int64(rules[name])
        before -= 1
    return points


# --- The record of the turns ----------------------------------


@kernel
def count_turns(state: Any, row: Any) -> None:
    """Leads, counters, passes and cards of the hand, seat by seat and in all."""
    public = state.public
    players = public.rules.players
    clear_counts(state, row)
    row.turns = public.n_turns
    row.duke_attacks = public.duke_attacks
    before: Any = -1
    for i in range(public.n_turns):
        turn = public.turns[i]
        seat = np.int64(turn.seat)
        if before >= 0:
            count_passes(row, before, seat, players)
        count_cards(state, row, i)
        counters = before >= 0 and before != seat
        row.led[seat] += not counters
        row.countered[seat] += counters
        row.counters += counters
        row.duke_counters += counters and turn.defence == DUKE  # none ever counters a Duke (R5)
        row.attacks[seat] += 1
        before = seat
    if public.outcome == Outcome.VOID:
        count_passes(row, before, before, players)
    row.leads = row.turns - row.counters


@kernel
def clear_counts(state: Any, row: Any) -> None:
    """The counts of a hand before its first turn; cards left are those held now."""
    public = state.public
    row.requests = 0
    row.counters = 0
    row.duke_counters = 0
    row.centre_cards = 0
    row.passes = 0
    for seat in range(MOST_SEATS):
        asked = public.shown_tens[seat]
        row.requests += asked
        row.asked[seat] = asked
        row.attacks[seat] = 0
        row.led[seat] = 0
        row.countered[seat] = 0
        row.passed[seat] = 0
        row.left[seat] = public.hand_sizes[seat]
        row.tens[seat] = copies(state.own[seat].held, TEN)


@kernel
def count_passes(row: Any, before: Any, seat: Any, players: Any) -> None:
    """R4: who sits between an attacker and the next one passed."""
    passer = (before + 1) % players
    while passer != seat:
        row.passed[passer] += 1
        row.passes += 1
        passer = (passer + 1) % players


@kernel
def count_cards(state: Any, row: Any, i: Any) -> None:
    """The tens of a turn that were dealt to its seat, and the cards that came from the centre."""
    turn = state.public.turns[i]
    seat = turn.seat
    row.tens[seat] += turn.attack == TEN and turn.attack_from == N_PILES
    row.tens[seat] += turn.defence_from == N_PILES and state.own[seat].laid[i] == TEN
    row.centre_cards += turn.attack_from < N_PILES
    row.centre_cards += turn.defence_from < N_PILES


# --- What is shown, and the match -----------------------------


@kernel
def show_hand(state: Any, doubled: Any) -> None:
    """R10: the lines as they lie; the card that doubles is shown, with `all` whatever is hidden."""
    public = state.public
    shows_all = public.rules.reveal_at_end == REVEAL_ALL
    n_turns = public.n_turns
    for i in range(n_turns):
        turn, kept = public.turns[i], public.last_turns[i]
        if turn.defence == HIDDEN and (shows_all or (doubled and i == n_turns - 1)):
            turn.defence = state.own[turn.seat].laid[i]
        kept.seat = turn.seat
        kept.face_down = turn.face_down
        kept.defence = turn.defence
        kept.defence_from = turn.defence_from
        kept.attack = turn.attack
        kept.attack_from = turn.attack_from
    public.n_last_turns = n_turns
    for seat in range(MOST_SEATS):
        shows = shows_all or has_special_hand(public, seat)
        public.last_held[seat] = state.own[seat].held if shows else NONE
    public.last_unused = unused(state) if shows_all else NONE


@kernel
def has_special_hand(public: Any, seat: Any) -> Any:
    """R7: whether a seat's tens won the hand: the winner's, of five each his partner's too."""
    if public.outcome == Outcome.PARTNERS:
        return on_side(public, seat)
    return public.outcome >= Outcome.SIX_TENS and seat == public.winner


@kernel
def unused(state: Any) -> Any:
    """R8, R9: the cards that were set aside, or still lie face down in the centre."""
    cards = NONE
    public, hidden = state.public, state.hidden
    if public.rules.players == 3:
        for i in range(N_ASIDE):
            cards += one(hidden.aside[i])
    for pile in range(N_PILES):
        if public.covered >> pile & 1:
            cards += one(hidden.under[pile])
    return cards


@kernel
def end_match(public: Any) -> None:
    """R2: the match ends at the target, or after so many rounds; the highest total wins."""
    rules = public.rules
    best = 0
    for seat in range(rules.players):
        best = max(best, public.totals[seat])
    public.over = public.hand >= rules.rounds if rules.rounds > 0 else best >= rules.target
    empty = public.annulled + (0 if rules.rounds > 0 else public.void)
    is_long = public.hand + public.annulled >= HAND_LIMIT or empty >= EMPTY_LIMIT
    if is_long and not public.over:
        public.over = 1
        public.capped = 1
    if public.over:
        for seat in range(rules.players):
            public.won[seat] = public.totals[seat] == best
