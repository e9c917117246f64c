"""The loop that plays matches of any game: deal, ask who must act, apply, settle.

Plain code, which `engine` compiles once a game. It calls the game's kernels and the bots by the
address of their machine code, so that one driver serves every line-up and the cache finds it again.
"""

from typing import Any

import numpy as np

from simcards.bits import multiply_fold
from simcards.calls import ERROR, ask_at, do_at, floats_at, get_at
from simcards.cards import NONE, count, has, lowest
from simcards.game import NOBODY
from simcards.jit import kernel
from simcards.rng import FIRST, TWIST, below, key_of, mix, word_of

# Places of `kernels`.
START, DEAL, LEGAL_ACTIONS, STEP, SETTLE, FINISH = range(6)
# Places of `plan`, which says what to play.
MATCH, N_MATCHES, SEATS, FIRST_SEAT, TURN, CELL, KEEP_PLAYS, KEEP_DIGEST, BOUND, PLAYS_BOUND = (
    range(10)
)
# Places of `tally`, which says what was played.
HANDS, MATCHES, PLAYS, DECISIONS, FAULT, FAULT_SEAT, FAULT_MATCH, FAULT_HAND = range(8)
TALLY_SIZE = 8
# What tally[FAULT] says.
FINE, ILLEGAL, FAILED, ENDLESS = range(4)
# Places of `watch`, which tells a parent process where this one is.
WATCH_MATCH, WATCH_SEAT, WATCH_TICKS, WATCH_CELL = range(4)

NO_ACTION = -1
CAPPED = 1  # `public.capped` of a match that was ended for its length, by its rules


def play_matches(kernels: Any, bots: Any, table: Any, roots: Any, plan: Any, out: Any) -> None:
    """Play matches plan[MATCH], plan[MATCH] + 1, ... until done or a strategy is at fault.

    It also stops when the longest match, of plan[BOUND] hands, might no longer fit.

    kernels  uint64[6]: addresses of start, deal, legal_actions, step, settle, finish
    bots     (uint64[seats] addresses of the bots, the same of their parameters)
    table    (state record, its 64-bit words, these words before `start`, an empty set of actions)
    roots    (deal root, think root)
    plan     int64[10], see above; FIRST_SEAT is -1 for a random one
    out      (hand, match and play records, the words of hands and of matches as uint64[n, words],
             watch int64[4], tally int64[8], digest uint64[1]); the tally says where to go on
    """
    _, words, blank, _ = table
    _, _, _, hand_words, match_words, watch, tally, digest = out
    n_hands, n_matches = tally[HANDS], tally[MATCHES]
    watch[WATCH_CELL] = plan[CELL]
    for i in range(plan[N_MATCHES]):
        if not has_room(tally, plan, out):
            break
        for w in range(len(words)):
            words[w] = blank[w]
        watch[WATCH_MATCH] = plan[MATCH] + i
        if play_match(kernels, bots, table, roots, plan, plan[MATCH] + i, out) != FINE:
            return
    if plan[KEEP_DIGEST]:  # now, not hand by hand: reading what was just written in parts is slow
        digest[0] += fold_rows(hand_words, n_hands, tally[HANDS])
        digest[0] += fold_rows(match_words, n_matches, tally[MATCHES])


@kernel
def has_room(tally: Any, plan: Any, out: Any) -> Any:
    """Whether the records of one more match fit, however long it may be."""
    fits = tally[HANDS] + plan[BOUND] <= len(out[0])
    return fits and tally[PLAYS] + plan[PLAYS_BOUND] <= len(out[2])


@kernel
def play_match(  # noqa: PLR0913
    kernels: Any, bots: Any, table: Any, roots: Any, plan: Any, match: Any, out: Any
) -> Any:
    """From the first deal to the end of a match; says whether a strategy failed."""
    state = table[0]
    hands, matches, _, _, _, _, tally, _ = out
    public = state.public
    first = first_seat(roots[0], match, plan)
    do_at(kernels[START], state, first)
    ended = matches[tally[MATCHES]]
    ended.cell = plan[CELL]
    ended.match = match
    ended.first = first
    ended.hands = 0
    ended.decisions = 0
    while not public.over:
        hand = ended.hands
        do_at(kernels[DEAL], state, key_of(roots[0], match, hand))
        row = hands[tally[HANDS]]
        row.cell = plan[CELL]
        row.match = match
        row.hand = hand
        row.dealer = public.dealer
        think_key = key_of(roots[1], match, hand)
        fault = play_hand(kernels, bots, table, think_key, plan, row, out)
        if fault != FINE:
            tally[FAULT] = fault
            tally[FAULT_MATCH] = match
            tally[FAULT_HAND] = hand
            return fault
        do_at(kernels[SETTLE], state, row)
        ended.hands += 1
        ended.decisions += row.decisions
        tally[HANDS] += 1
    if public.capped > CAPPED:
        tally[FAULT] = ENDLESS
        tally[FAULT_MATCH] = match
        tally[FAULT_HAND] = ended.hands - 1
        return ENDLESS
    ended.ending = public.capped
    do_at(kernels[FINISH], state, ended)
    tally[MATCHES] += 1
    tally[DECISIONS] += ended.decisions
    return FINE


@kernel
def play_hand(  # noqa: PLR0913
    kernels: Any,
    bots: Any,
    table: Any,
    think_key: Any,
    plan: Any,
    row: Any,
    out: Any,
) -> Any:
    """From the deal to the last action; says whether a strategy is at fault."""
    chooses, params = bots
    _, _, plays, _, _, watch, tally, _ = out
    state, _, _, legal = table
    public = state.public
    decision = 0
    forced = 0
    ticks = watch[WATCH_TICKS]
    legal = get_at(kernels[LEGAL_ACTIONS], legal, state)
    while public.to_act != NOBODY:
        seat = public.to_act
        size = size_of(legal)
        if size == 1:
            action = first_of(legal)
            forced += 1
        else:
            ticks += 1
            watch[WATCH_SEAT] = seat
            watch[WATCH_TICKS] = ticks
            word = word_of(think_key, decision)
            own = state.own[seat]
            action = ask_at(chooses[seat], public, own, legal, word, floats_at(params[seat]))
            if not is_legal(legal, action):
                tally[FAULT_SEAT] = seat
                return FAILED if action == ERROR else ILLEGAL
        if plan[KEEP_PLAYS]:
            note_play(plays[tally[PLAYS]], row, decision, seat, action, size)
            tally[PLAYS] += 1
        legal = get_at(kernels[STEP], legal, state, action)
        decision += 1
    row.decisions = decision
    row.forced = forced
    return FINE


@kernel
def first_seat(deal_root: Any, match: Any, plan: Any) -> Any:
    """The seat that deals (or starts) the first hand: fixed or random, turned for mirrors."""
    first = plan[FIRST_SEAT]
    if first < 0:
        word = word_of(key_of(deal_root, match, FIRST), 0)
        first = np.int64(below(word, np.uint64(plan[SEATS])))
    return (first + plan[TURN]) % plan[SEATS]


@kernel
def size_of(legal: Any) -> Any:
    """How many actions are in the set."""
    size = np.int64(0)
    for actions in legal:
        size += count(actions)
    return size


@kernel
def first_of(legal: Any) -> Any:
    """The lowest action in the set."""
    for w in range(len(legal)):
        if legal[w] != NONE:
            return np.int64(64 * w) + lowest(legal[w])
    return np.int64(NO_ACTION)


@kernel
def is_legal(legal: Any, action: Any) -> Any:
    """Whether `action` is in the set; any number may be asked for."""
    if action < 0 or action >= 64 * len(legal):
        return False
    return has(legal[action >> 6], action & 63)


@kernel
def note_play(play: Any, row: Any, decision: Any, seat: Any, action: Any, size: Any) -> None:
    """Fill one record of `plays`."""
    play.cell = row.cell
    play.match = row.match
    play.hand = row.hand
    play.decision = decision
    play.seat = seat
    play.action = action
    play.legal = size


@kernel
def fold_rows(rows: Any, start: Any, stop: Any) -> Any:
    """The sum of the digests of rows start, start + 1, ..., stop - 1."""
    digest = NONE
    for i in range(start, stop):
        digest += fold(rows[i])
    return digest


@kernel
def fold(words: Any) -> Any:
    """A 64-bit digest of one record; digests of many are summed, so that order does not matter."""
    digest = TWIST
    place = NONE
    for word in words:
        place += TWIST
        digest += multiply_fold(word ^ place, TWIST)  # by place, not in a chain: they overlap
    return mix(digest)
