"""Plays matches of Doppelkopf again and notes how seats stood, and what came of it."""

from typing import Any

import numpy as np
from simcards_strategies.doppelkopf.counting import LEAST_CARDS, N_COUNTS, count_stand, role_of
from simcards_strategies.doppelkopf.forecasts import (
    AS_KONTRA,
    AS_MARRIAGE,
    AS_RE,
    SILENTLY,
    count_dealt,
    hand_score,
    stage_of,
)
from simcards_strategies.doppelkopf.reading import friends

from simcards.cards import NONE, count, draw
from simcards.games.doppelkopf import kernels as game_kernels
from simcards.games.doppelkopf.deck import DECK, QUEENS_OF_CLUBS, in_order
from simcards.games.doppelkopf.rules import N_TRICKS, SEATS
from simcards.games.doppelkopf.state import FIRST_SOLO, NORMAL, OVER, PLAY, RE
from simcards.jit import kernel
from simcards.rng import key_of

LAST_CARDS = N_TRICKS - LEAST_CARDS + 1  # cards of a seat before which something may be announced
# What is noted of a stand beside the counts; and of a dealt hand.
ROLE, STAGE, POINTS, TRICKS = range(N_COUNTS, N_COUNTS + 4)
WAY, REACHED_POINTS, SCORE = range(N_COUNTS, N_COUNTS + 3)
NO_WAY = 99  # another seat declared
ZERO_SCORE = 1000  # is noted as this, so that all scores are positive


@kernel
def watch_match(state: Any, root_key: Any, match: Any, actions: Any, out: Any, row: Any) -> Any:
    """Play a match again from its actions; note every stand and every dealt hand. Actions used."""
    stands, hands = out
    used = 0
    hand = 0
    while not state.public.over:
        game_kernels.deal(state, key_of(root_key, match, hand))
        for seat in range(SEATS):
            hands[hand, seat, 0] = state.own[seat].held
        used += watch_hand(state, actions[used:], stands[hand])
        game_kernels.settle(state, row)
        for seat in range(SEATS):
            note_hand(state, row, seat, hands[hand, seat])
            for i in range(LAST_CARDS):
                note_end(row, seat, stands[hand, seat, i])
        hand += 1
    return used


@kernel
def watch_hand(state: Any, actions: Any, stands: Any) -> Any:
    """Play a hand again; before a seat's first eight cards, note how it stands. Actions used."""
    public = state.public
    used = 0
    while public.phase != OVER:
        if public.phase == PLAY and public.n_plays < SEATS * LAST_CARDS:
            seat = np.int64(public.to_act)
            own = state.own[seat]
            row = stands[seat, public.n_plays // SEATS]
            with_whom = friends(public, own)
            count_stand(public, own, with_whom, row)
            row[ROLE] = np.uint64(role_of(public, own, with_whom))
            row[STAGE] = np.uint64(stage_of(public, own))
        game_kernels.apply(state, np.int64(actions[used]))
        used += 1
    return used


@kernel
def note_end(row: Any, seat: Any, stand: Any) -> None:
    """What the seat's side got in the end."""
    is_re = row.party[seat] == RE
    stand[POINTS] = np.uint64(row.re_points if is_re else 240 - row.re_points)
    stand[TRICKS] = np.uint64(row.re_tricks if is_re else N_TRICKS - row.re_tricks)


@kernel
def note_hand(state: Any, row: Any, seat: Any, note: Any) -> None:
    """How a dealt hand was played, from what its seat says, and what it scored.

    NO_WAY where another seat declared.
    """
    held = note[0]
    alone = row.declarer == seat
    way = np.int64(NO_WAY)
    if row.type >= FIRST_SOLO:
        way = np.int64(row.type) - FIRST_SOLO if alone else way
    elif held & QUEENS_OF_CLUBS == QUEENS_OF_CLUBS:
        way = np.int64(AS_MARRIAGE if state.public.type != NORMAL else SILENTLY)
    else:
        way = np.int64(AS_RE if held & QUEENS_OF_CLUBS != NONE else AS_KONTRA)
    if way < NO_WAY:
        count_dealt(held, way, row.leader == seat, note)
    note[WAY] = np.uint64(way)
    is_re = row.party[seat] == RE
    note[REACHED_POINTS] = np.uint64(row.re_points if is_re else 240 - row.re_points)
    note[SCORE] = np.uint64(row.score[seat] + ZERO_SCORE)


@kernel
def look_over(root_key: Any, over: Any) -> None:
    """What the best solo of random hands scores over not playing it."""
    for i in range(len(over)):
        held = in_order(draw(DECK, N_TRICKS, key_of(root_key, 0, i), 0))
        n_queens = count(held & QUEENS_OF_CLUBS)
        plain = hand_score(held, AS_KONTRA, False)
        if n_queens == 1:
            plain = hand_score(held, AS_RE, False)
        elif n_queens == 2:
            plain = max(hand_score(held, AS_MARRIAGE, False), hand_score(held, SILENTLY, False))
        best = -1e9
        for way in range(SILENTLY):
            best = max(best, hand_score(held, way, True))
        over[i] = best - plain
