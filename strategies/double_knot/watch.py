"""Plays hands again and counts what happened at each place of the learned `tables`."""

from typing import Any

import numpy as np
from simcards_strategies.double_knot.bidding import (
    BID_REACH,
    BID_STEP,
    BID_STEPS,
    MOST_BID,
    N_PLACES,
    ZERO_STEP,
    ZERO_STEPS,
    bid_places,
    hand_tricks,
)
from simcards_strategies.double_knot.reading import (
    LEAST_PARTNER,
    MOST_NEED,
    MOST_OTHER,
    STEPS,
    WIDTHS,
    against,
    beat_place,
    later_chance,
    later_place,
    later_tricks,
    met_spot,
    mood_of,
    need_of,
    part_of,
    partner_of,
    partner_tricks,
    role_of,
    side_need,
    stage_of,
    table_of,
    tension_of,
)
from simcards_strategies.double_knot.reckoner import need_after, wanted_after

from simcards.cards import NONE, ONE, bit, count, has, lowest
from simcards.games.double_knot import kernels as game_kernels
from simcards.games.double_knot.deck import EXCUSE, POWER
from simcards.games.double_knot.kernels import BID, left_of
from simcards.jit import kernel

NAMES = ("LATER", "BEAT", "MET", "THEIRS", "PARTNER", "BIDS_MET", "ZERO_MET")
WATCH_LATER, WATCH_BEAT, WATCH_MET, WATCH_THEIRS, WATCH_PARTNER, WATCH_BIDS, WATCH_ZERO = range(
    len(NAMES)
)
BID_ROW = N_PLACES + 5  # of a bid: its places, how many, tricks expected (also at zero), bid, taken
N_OF, EXPECTED, AT_ZERO, BADE, TOOK = range(N_PLACES, BID_ROW)


@kernel
def watch_hand(state: Any, ended: Any, actions: Any, counts: Any, bids: Any) -> None:
    """Play a hand that has been dealt again, and note what its bids and plays led to.

    `ended` is all that is public when the hand is over.
    """
    public = state.public
    taken = ended.taken
    won = winning_cards(ended)
    for action in actions:
        seat = np.int64(public.to_act)
        if public.phase == BID:
            watch_bid(state, seat, np.int64(action), taken, counts, bids[seat])
        else:
            if public.n_trick == 0:
                watch_needs(state, taken, counts)
            watch_play(state, seat, np.int64(action), won, ended, counts)
        game_kernels.apply(state, np.int64(action))


@kernel
def winning_cards(ended: Any) -> Any:
    """The cards that took a trick."""
    players = np.int64(ended.rules.players)
    won = NONE
    leader = np.int64(left_of(ended.dealer, players))
    for trick in range(ended.n_tricks):
        winner = np.int64(ended.winners[trick])
        won |= bit(ended.plays[trick * players + (winner - leader + players) % players])
        leader = winner
    return won


@kernel
def watch_bid(state: Any, seat: Any, action: Any, taken: Any, counts: Any, row: Any) -> None:
    """Note where the hand stands in WEIGHTS, and whether the contract was made."""
    public = state.public
    own = state.own[seat]
    bid = action - game_kernels.BIDS
    partner = partner_of(public.rules, seat)
    rules = table_of(public.rules, partner)
    tricks, at_zero = hand_tricks(public, own, rules)
    row[N_OF] = np.float64(bid_places(public, own, row))
    row[EXPECTED], row[AT_ZERO], row[BADE], row[TOOK] = tricks, at_zero, bid, taken[seat]
    contract, in_all = bid, taken[seat]
    if partner >= 0:
        if public.bids[partner] < 0:
            return
        promised = np.int64(public.bids[partner])
        tricks += partner_tricks(rules, promised, np.int64(public.n_tricks))[0]
        contract, in_all = bid + promised, taken[seat] + taken[partner]
    off = abs(in_all - contract)
    x = min(max(tricks - np.float64(contract), -BID_REACH), BID_REACH) + BID_REACH
    share(counts[WATCH_BIDS][rules, min(contract, MOST_BID)], x * BID_STEP, BID_STEPS, 1.0, off)
    if contract == 0:
        x = min(max(at_zero * ZERO_STEP, 0.0), np.float64(ZERO_STEPS))
        share(counts[WATCH_ZERO][rules], x, ZERO_STEPS, 1.0, off)


@kernel
def share(cells: Any, x: Any, steps: Any, weight: Any, off: Any) -> None:
    """One observation of (exact, within one) shared out between two neighbours."""
    i, x = part_of(x, steps)
    for k in range(2):
        part = weight * (x if k == 1 else 1.0 - x)
        note(cells[i + k, 0], np.float64(off == 0), part)
        note(cells[i + k, 1], np.float64(off < 2), part)


@kernel
def note(cell: Any, value: Any, weight: Any) -> None:
    """Add one observation to a pair (sum, weight)."""
    cell[0] += value * weight
    cell[1] += weight


@kernel
def watch_needs(state: Any, taken: Any, counts: Any) -> None:
    """Before a trick: whether each seat's need will be met, and what partners take."""
    public = state.public
    n_left = np.int64(public.n_tricks) - np.int64(public.n_done)
    has_teams = public.rules.teams != 0
    table = table_of(public.rules, partner_of(public.rules, np.uint8(0)))
    tension = tension_of(wanted_now(public), n_left)
    for seat in range(public.rules.players):
        need = side_need(public, seat, has_teams)
        to_come = taken[seat] - np.int64(public.taken[seat])
        if has_teams:
            place = min(max(need_of(public, seat), LEAST_PARTNER), MOST_OTHER) - LEAST_PARTNER
            note(counts[WATCH_PARTNER][table, n_left, place], np.float64(to_come) * 0.1, 1.0)
            to_come += taken[seat ^ 2] - np.int64(public.taken[seat ^ 2])
        if need >= 0:
            cell = counts[WATCH_THEIRS][table, n_left, min(need, MOST_OTHER), tension]
            note(cell, np.float64(to_come == need), 1.0)


@kernel
def wanted_now(public: Any) -> Any:
    """The tricks that all sides together still want."""
    has_teams = public.rules.teams != 0
    wanted = np.int64(0)
    for seat in range(2 if has_teams else public.rules.players):
        wanted += max(side_need(public, seat, has_teams), 0)
    return wanted


@kernel
def watch_play(state: Any, seat: Any, card: Any, won: Any, ended: Any, counts: Any) -> None:
    """Note what became of the cards held back, of the card to beat, and of the need."""
    public = state.public
    own = state.own[seat]
    partner = partner_of(public.rules, seat)
    table = table_of(public.rules, partner)
    theirs = against(public, own)
    n_left = count(own.held) - 1
    mood = mood_of(public, seat, partner, n_left)
    left = own.held & ~bit(card)
    while left != NONE:
        other = lowest(left)
        left &= left - ONE
        higher, trumps = later_place(other, theirs)
        note(
            counts[WATCH_LATER][table, other, higher, trumps, mood[0], mood[1]],
            won_by(won, other),
            1.0,
        )
    watch_beat(state, seat, card, partner, counts[WATCH_BEAT][table])
    mean, variance = later_tricks(table, own.held, theirs, mood)
    later = later_chance(table, card, theirs, mood)
    mean, variance = mean - later, variance - later * (1.0 - later)
    if partner >= 0:
        his, his_variance = partner_tricks(table, need_of(public, partner), n_left)
        mean, variance = mean + his, variance + his_variance
    watch_met(state, seat, (mean, variance), ended, counts[WATCH_MET][table])


@kernel
def won_by(won: Any, card: Any) -> Any:
    """1.0 for a card that took a trick."""
    return 1.0 if has(won, card) else 0.0


@kernel
def watch_beat(state: Any, seat: Any, card: Any, partner: Any, cells: Any) -> None:
    """Note whether a card beat that which had the trick, as the seat of this one saw it."""
    public = state.public
    if public.key == EXCUSE:
        return
    holder = np.int64(public.winning)
    place = beat_place(public, seat, public.key, public.best, against(public, state.own[holder]))
    if place[0] < 0:
        return
    friend = holder ^ 2 if partner >= 0 else np.int64(-1)
    stage = stage_of(count(state.own[seat].held) - 1)
    beats = POWER[public.key, card] > POWER[public.key, public.best]
    cell = cells[place[0], place[1], place[2], role_of(public, seat, friend), stage]
    note(cell, np.float64(beats), 1.0)


@kernel
def watch_met(state: Any, seat: Any, tricks: Any, ended: Any, cells: Any) -> None:
    """Note whether the need after this trick is met, and within one."""
    public = state.public
    has_teams = public.rules.teams != 0
    winner = np.int64(ended.winners[public.n_done])
    n_left = np.int64(public.n_tricks) - np.int64(public.n_done) - 1
    need = need_after(public, seat, winner, has_teams)
    if n_left == 0 or need < 0 or need > n_left:
        return
    off = abs(side_need(ended, seat, has_teams))
    tension = tension_of(wanted_after(public, winner, has_teams), n_left)
    row = cells[min(need, MOST_NEED), tension, 1 if winner == seat else 0]
    x, y = met_spot(tricks[0] - np.float64(need), tricks[1])
    j, y = part_of(y, WIDTHS)
    share(row[:, j], x, STEPS, 1.0 - y, off)
    share(row[:, j + 1], x, STEPS, y, off)
