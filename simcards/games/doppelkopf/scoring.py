"""R7, R8: who wins, what the game is worth, and the record of a hand."""

from typing import Any

import numpy as np

from simcards.game import NOBODY
from simcards.games.doppelkopf.deck import JACK_OF_CLUBS
from simcards.games.doppelkopf.rules import N_TRICKS, SEATS, UNASKED, Step
from simcards.games.doppelkopf.state import (
    BLACK,
    HEALTHY,
    KONTRA,
    MARRIAGE,
    N_PLAYS,
    NO_30,
    NO_60,
    NO_90,
    NORMAL,
    NOTHING,
    RE,
    RESERVATION,
    SAID,
    SILENT_SOLO,
    UNKNOWN,
)
from simcards.jit import kernel

ALL_POINTS = 240
HALF = 120
# By step: the opponents' points that break it, and those at which they have beaten it.
LIMITS = np.array([0, 0, 90, 60, 30, 0], np.int64)
BEATEN_AT = np.array([0, 0, 120, 90, 60, 30], np.int64)
assert len(LIMITS) == len(Step)

# --- Who wins (R7) --------------------------------------------


@kernel
def is_kept(step: Any, points: Any, tricks: Any) -> Any:
    """R7: whether a promise is kept against opponents with so many card points and tricks."""
    return tricks == 0 if step == BLACK else points < LIMITS[step]


@kernel
def side_that_won(re: Any, kontra: Any, points: Any, tricks: Any) -> Any:
    """R7: RE, KONTRA, or UNKNOWN when both broke their promise.

    `re`, `kontra`: the highest steps; `points`, `tricks`: what Re took.
    """
    re_kept = is_kept(re, ALL_POINTS - points, N_TRICKS - tricks)
    kontra_kept = is_kept(kontra, points, tricks)
    if re >= NO_90 and kontra >= NO_90:
        if re_kept:
            return RE
        return KONTRA if kontra_kept else UNKNOWN
    if re >= NO_90:
        return RE if re_kept else KONTRA
    if kontra >= NO_90:
        return KONTRA if kontra_kept else RE
    needed = HALF if kontra == SAID and re == NOTHING else HALF + 1
    return RE if points >= needed else KONTRA


# --- What it is worth (R8) ------------------------------------


@kernel
def value_for_re(state: Any, row: Any) -> Any:
    """R8: the nine items, each for Re, into the record; their sum.

    The record holds type, winner, and Re's points and tricks.
    """
    public = state.public
    sign = np.int64(0)
    if row.side_won != UNKNOWN:
        sign = np.int64(1 if row.side_won == RE else -1)
    re, kontra = np.int64(public.steps[RE]), np.int64(public.steps[KONTRA])
    rules = public.rules
    row.value_won = sign * rules.won_points
    n_said = np.int64(re >= SAID) + np.int64(kontra >= SAID)
    row.value_said = sign * rules.said_points * n_said
    row.value_promised = (
        sign * rules.promise_points * (re - (re >= SAID) + kontra - (kontra >= SAID))
    )
    row.value_beaten = rules.beaten_points * n_beaten(public, row)
    lost = row.side_won == KONTRA and (row.type == NORMAL or row.type == MARRIAGE)
    row.value_queens = -rules.queens_points if lost else 0
    value_under(rules, row, sign)
    value_specials(state, row)
    value = row.value_won + row.value_said + row.value_promised + row.value_beaten
    value += row.value_queens + row.value_doppelkopf + row.value_fox + row.value_charlie
    value += row.value_under_90 + row.value_under_60 + row.value_under_30 + row.value_black
    row.value = value
    return np.int64(value)


@kernel
def value_under(rules: Any, row: Any, sign: Any) -> None:
    """R8: the loser under 90, 60, 30 or without a trick; if nobody won, each against the other."""
    points, tricks = np.int64(row.re_points), np.int64(row.re_tricks)
    rest = ALL_POINTS - points
    to_re = np.int64(rules.under_points * (sign >= 0))
    to_kontra = np.int64(rules.under_points * (sign <= 0))
    row.value_under_90 = to_re * (rest < LIMITS[NO_90]) - to_kontra * (points < LIMITS[NO_90])
    row.value_under_60 = to_re * (rest < LIMITS[NO_60]) - to_kontra * (points < LIMITS[NO_60])
    row.value_under_30 = to_re * (rest < LIMITS[NO_30]) - to_kontra * (points < LIMITS[NO_30])
    row.value_black = to_re * (tricks == N_TRICKS) - to_kontra * (tricks == 0)


@kernel
def n_beaten(public: Any, row: Any) -> Any:
    """R8: promises of the other side that a side has beaten by 30 points; Kontra's count less."""
    found = np.int64(0)
    if public.rules.beat_bonus:
        points = np.int64(row.re_points)
        for step in range(NO_90, BLACK + 1):
            found += public.steps[KONTRA] >= step and points >= BEATEN_AT[step]
            found -= public.steps[RE] >= step and ALL_POINTS - points >= BEATEN_AT[step]
    return found


@kernel
def value_specials(state: Any, row: Any) -> None:
    """R8: rich tricks, foxes caught and Charlie, by the parties as they are at the end."""
    public, rules = state.public, state.public.rules
    row.value_doppelkopf = 0
    row.value_fox = 0
    row.value_charlie = 0
    if is_solo(row.type) and not rules.solo_specials:
        return
    rich: Any = np.int64(0)
    foxes: Any = np.int64(0)
    for seat in range(SEATS):
        rich += side_sign(state, seat) * np.int64(public.doppelkopfs[seat])
    for i in range(public.n_foxes):
        sign = side_sign(state, public.fox_taker[i])
        if sign != side_sign(state, public.fox_owner[i]):
            foxes = foxes + sign
    row.value_doppelkopf = rules.doppelkopf_points * rich
    row.value_fox = rules.fox_points * foxes
    winner = np.int64(public.leader)  # of the last trick
    leader = np.int64(public.winners[N_TRICKS - 2])
    if public.plays[N_PLAYS - SEATS + ((winner - leader) & 3)] == JACK_OF_CLUBS:
        row.value_charlie = rules.charlie_points * side_sign(state, winner)


@kernel
def is_solo(kind: Any) -> Any:
    """R8: whether one seat plays against three, declared or not."""
    return kind != NORMAL and kind != MARRIAGE


@kernel
def side_sign(state: Any, seat: Any) -> Any:
    """1 for a seat of Re, -1 for one of Kontra."""
    return np.int64(1 if state.own[seat].party == RE else -1)


# --- What announcements were worth ----------------------------


@kernel
def worth_of_step(state: Any, row: Any, party: Any, step: Any) -> Any:
    """What a party's step added to the value for it, over the step before; 0 if it did not say it.

    As if it had said nothing above that, and by the same cards. Winner and items in the record are
    to be found anew.
    """
    steps = state.public.steps
    said = np.int64(steps[party])
    if said < step:
        return np.int64(0)
    worth = value_with(state, row, party, step) - value_with(state, row, party, step - 1)
    steps[party] = said
    return worth if party == RE else -worth


@kernel
def value_with(state: Any, row: Any, party: Any, step: Any) -> Any:
    """R7, R8: the value for Re if the party's highest step had been this one."""
    steps = state.public.steps
    steps[party] = step
    row.side_won = side_that_won(steps[RE], steps[KONTRA], row.re_points, row.re_tricks)
    return value_for_re(state, row)


@kernel
def describe_worths(state: Any, row: Any) -> None:
    """What each step of each party was worth to it."""
    row.re_worth_said = worth_of_step(state, row, RE, SAID)
    row.re_worth_no90 = worth_of_step(state, row, RE, SAID + 1)
    row.re_worth_no60 = worth_of_step(state, row, RE, SAID + 2)
    row.re_worth_no30 = worth_of_step(state, row, RE, SAID + 3)
    row.re_worth_black = worth_of_step(state, row, RE, SAID + 4)
    row.kontra_worth_said = worth_of_step(state, row, KONTRA, SAID)
    row.kontra_worth_no90 = worth_of_step(state, row, KONTRA, SAID + 1)
    row.kontra_worth_no60 = worth_of_step(state, row, KONTRA, SAID + 2)
    row.kontra_worth_no30 = worth_of_step(state, row, KONTRA, SAID + 3)
    row.kontra_worth_black = worth_of_step(state, row, KONTRA, SAID + 4)


# --- The record -----------------------------------------------


@kernel
def describe_game(state: Any, row: Any) -> None:
    """R4, R5: what was played, by whom, and who turned out to be Re."""
    public = state.public
    n_re = points = tricks = np.int64(0)
    soloist: Any = np.int64(-1)
    for seat in range(SEATS):
        if state.own[seat].party == RE:
            n_re += 1
            soloist = seat
            points += np.int64(public.points[seat])
            tricks += np.int64(public.taken[seat])
    row.type = SILENT_SOLO if public.type == NORMAL and n_re == 1 else public.type
    row.declarer = soloist if n_re == 1 else -1
    if public.type == MARRIAGE:
        row.declarer = public.declarer
    row.leader = public.first_leader
    row.compulsory = public.compulsory
    row.was_forced = public.forced != NOBODY
    row.clarified = public.clarified
    row.re_points = points
    row.re_tricks = tricks


@kernel
def describe_announcements(public: Any, row: Any) -> None:
    """R6: what each party said, and with how many cards in hand."""
    row.re_step = public.steps[RE]
    row.kontra_step = public.steps[KONTRA]
    row.re_late = public.late[RE]
    row.kontra_late = public.late[KONTRA]
    row.re_cards_said = said_with(public, RE, SAID)
    row.re_cards_no90 = said_with(public, RE, SAID + 1)
    row.re_cards_no60 = said_with(public, RE, SAID + 2)
    row.re_cards_no30 = said_with(public, RE, SAID + 3)
    row.re_cards_black = said_with(public, RE, SAID + 4)
    row.kontra_cards_said = said_with(public, KONTRA, SAID)
    row.kontra_cards_no90 = said_with(public, KONTRA, SAID + 1)
    row.kontra_cards_no60 = said_with(public, KONTRA, SAID + 2)
    row.kontra_cards_no30 = said_with(public, KONTRA, SAID + 3)
    row.kontra_cards_black = said_with(public, KONTRA, SAID + 4)
    for seat in range(SEATS):
        row.announced[seat] = 0
    for i in range(public.n_said):
        row.announced[public.said_seat[i]] |= np.uint8(1 << public.said_step[i])


@kernel
def said_with(public: Any, party: Any, step: Any) -> Any:
    """Cards in the hand of who first announced `step` or one that includes it; 0 if nobody did."""
    if public.steps[party] < step:
        return np.int64(0)
    for i in range(public.n_said):
        if public.parties[public.said_seat[i]] == party and public.said_step[i] >= step:
            return np.int64(public.said_cards[i])
    return np.int64(0)


@kernel
def score_seat(state: Any, row: Any, seat: Any) -> None:
    """R8: the value for Re, against Kontra; a soloist wins or loses it three times."""
    public = state.public
    factor = side_sign(state, seat)
    if factor > 0 and is_solo(row.type):
        factor = np.int64(SEATS - 1)
    game = row.value_won + row.value_under_90 + row.value_under_60 + row.value_under_30
    row.party[seat] = state.own[seat].party
    row.taken[seat] = public.taken[seat]
    row.card_points[seat] = public.points[seat]
    row.reserved[seat] = reserved_code(state, seat)
    row.points_game[seat] = factor * (game + row.value_black)
    row.points_announced[seat] = factor * (row.value_said + row.value_promised)
    row.points_beaten[seat] = factor * row.value_beaten
    specials = row.value_queens + row.value_doppelkopf + row.value_fox + row.value_charlie
    row.points_special[seat] = factor * specials
    row.score[seat] = factor * row.value
    public.totals[seat] += factor * row.value


@kernel
def reserved_code(state: Any, seat: Any) -> Any:
    """R4: the type a seat named, -1 for healthy, UNASKED where another was forced to a solo."""
    said = state.public.reserved[seat]
    if said == RESERVATION or seat == state.public.forced:
        return np.int64(state.own[seat].named)
    return np.int64(-1 if said == HEALTHY else UNASKED)
