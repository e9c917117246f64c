"""Bid the tricks a hand is worth, then play what makes the bid likeliest, card after card.

Sees     own cards, bids, all cards played, who has shown to lack which suits, what each seat needs.
Bid      The one worth the most points by the tricks its cards, lengths and the bids before promise
         (`bidding`); the second of two partners corrects the first to their contract. The
         first bids the tricks of his own hand; where zero is special, zero with next to none.
Play     The card worth the most points by who then takes the trick, and the chance that the tricks
         to come meet what is needed (`reading`). With the bid lost, it spoils those of others.
         Both read `tables` learned by self-play, for each number of seats and deck.
Params   aim      tricks to expect beyond the estimate
         special  what zero and all tricks seem worth where they are special (R8), 1 for what they
                  are: beyond, they are bid more often; 0 bids and plays as in standard scoring
         team     0 for a partner who looks to his own bid only
         spite    points that the success of each opponent seems to cost
         stray    how much more, by chance, a bid may seem to be worth: 0.3 for up to 30 %
Strength points a hand over the mean of the others, all random_legal or all fair_share, in standard
         scoring; and over all with special=0 in special (1,000 matches in every rotation, in
         special 4,000, seed 7, 95 % over blocks); then the bids made among its like, in standard:
    3p-extended  +1.377 +- 0.015  +0.638 +- 0.016  +0.001 +- 0.001  47.7 %
    3p-basic     +1.359 +- 0.016  +0.619 +- 0.016  +0.002 +- 0.001  48.4 %
    4p-extended  +1.877 +- 0.019  +0.903 +- 0.017  +0.008 +- 0.002  53.6 %
    4p-basic     +1.849 +- 0.020  +0.679 +- 0.016  +0.012 +- 0.003  54.7 %
    5p-extended  +2.458 +- 0.024  +1.006 +- 0.020  +0.010 +- 0.003  58.2 %
         The same for two partners, points being their side's: over two with team=0 in standard
         scoring, over two with special=0 in special (of 16,000 matches):
    4p-extended-teams  +0.445 +- 0.042  +0.002 +- 0.002
    4p-basic-teams     +0.413 +- 0.041  +0.007 +- 0.004
         So with 3 seats, and in teams, what it does about special scoring pays as good as nothing:
         where a seat has a third of the tricks or more, or a side half, zero is seldom in reach.
Wins     of 100 matches, by one of them against the others, all random_legal or all fair_share; in
         teams by two partners (standard scoring, 1,000 matches in every rotation, seed 7, 95 %
         over blocks, +- 0.3 where not one was lost):
    3p-extended         100.0 +- 0.3  86.9 +- 1.2
    3p-basic             99.9 +- 0.1  85.5 +- 1.3
    4p-extended          99.9 +- 0.1  83.3 +- 1.1
    4p-basic             99.8 +- 0.2  72.6 +- 1.4
    5p-extended          99.4 +- 0.2  74.8 +- 1.2
    4p-extended-teams   100.0 +- 0.3  94.8 +- 1.0
    4p-basic-teams      100.0 +- 0.3  95.4 +- 0.9
"""

from typing import Any

import numpy as np
from simcards_strategies.double_knot.bidding import SPITE, TEAMLY, stakes, to_bid
from simcards_strategies.double_knot.reading import (
    against,
    beat_chance,
    beat_place,
    later_chance,
    later_tricks,
    mood_of,
    need_of,
    outlook,
    partner_of,
    partner_tricks,
    role_of,
    side_need,
    stage_of,
    table_of,
    tension_of,
    theirs_chance,
)

from simcards.cards import NONE, ONE, count, lowest
from simcards.games.double_knot.deck import EXCUSE, POWER
from simcards.games.double_knot.kernels import BID, BIDS, left_of
from simcards.jit import kernel
from simcards.strategy import Param, Strategy


def choose(public: Any, own: Any, legal: Any, word: Any, params: Any) -> Any:
    """Bid, or play: each time what is worth most."""
    partner = partner_of(public.rules, own.seat) if params[TEAMLY] > 0.0 else np.int64(-1)
    table = table_of(public.rules, partner)
    if public.phase == BID:
        return np.int64(BIDS) + to_bid(public, own, (table, partner), word, params)
    return to_play(public, own, legal[0], (table, partner), params)


# --- The play -------------------------------------------------


@kernel
def to_play(public: Any, own: Any, legal: Any, side: Any, params: Any) -> Any:
    """The card worth the most points."""
    table, partner = side
    theirs = against(public, own)
    n_left = count(own.held) - 1
    mood = mood_of(public, np.int64(own.seat), partner, n_left)
    mean, variance = later_tricks(table, own.held, theirs, mood)
    if partner >= 0:
        his, his_variance = partner_tricks(table, need_of(public, partner), n_left)
        mean += his
        variance += his_variance
    best, action = -np.inf, lowest(legal)
    left = legal
    while left != NONE:
        card = lowest(left)
        left &= left - ONE
        later = later_chance(table, card, theirs, mood)
        tricks = (mean - later, variance - later * (1.0 - later))
        worth = worth_of(public, own, card, theirs, (table, partner, n_left, tricks), params)
        if worth > best:
            best, action = worth, card
    return action


@kernel
def worth_of(public: Any, own: Any, card: Any, theirs: Any, view: Any, params: Any) -> Any:
    """What a card is worth in points: over all who may take the trick with it played."""
    table, partner, n_left, _ = view
    players = np.int64(public.rules.players)
    if card == EXCUSE and public.n_trick == 0:
        return mean_of_others(public, own, view, params)
    key = np.int64(public.key) if public.key != EXCUSE else card
    takes = key == card or POWER[key, card] > POWER[key, public.best]
    holder = np.int64(own.seat) if takes else np.int64(public.winning)
    best = card if takes else np.int64(public.best)
    friend = holder ^ 2 if partner >= 0 else np.int64(-1)
    stage = stage_of(n_left)
    held, beaten, worth = 1.0, 0.0, 0.0
    seat = np.int64(own.seat)
    for _ in range(players - 1 - np.int64(public.n_trick)):
        seat = np.int64(left_of(seat, players))
        place = beat_place(public, seat, key, best, theirs)
        chance = beat_chance(table, place, role_of(public, seat, friend), stage)
        if chance > 0.0:
            held *= 1.0 - chance
            beaten += chance
            worth += chance * worth_taken(public, own, seat, view, params)
    if beaten > 0.0:
        worth *= (1.0 - held) / beaten
    return worth + held * worth_taken(public, own, holder, view, params)


@kernel
def mean_of_others(public: Any, own: Any, view: Any, params: Any) -> Any:
    """What the Excuse led is worth: anybody else may take the trick."""
    players = np.int64(public.rules.players)
    worth = 0.0
    for seat in range(players):
        if seat != own.seat:
            worth += worth_taken(public, own, seat, view, params)
    return worth / np.float64(players - 1)


@kernel
def worth_taken(public: Any, own: Any, winner: Any, view: Any, params: Any) -> Any:
    """Points to come if `winner` takes this trick; less SPITE for each opponent's success."""
    table, partner, n_left, tricks = view
    has_teams = partner >= 0
    seat = np.int64(own.seat)
    wanted = wanted_after(public, winner, has_teams)
    tension = tension_of(wanted, n_left)
    makers, others = 0.0, 0.0
    for other in range(public.rules.players):
        if other != seat and other != partner:
            need = need_after(public, other, winner, has_teams)
            makers += theirs_chance(table, need, tension, n_left)
            others += 1.0
    need = need_after(public, seat, winner, has_teams)
    exact, near = outlook(table, need, wanted, n_left, np.int64(winner == seat), tricks)
    contract = need + taken_after(public, seat, winner, has_teams)
    made, rest = stakes(public, contract, partner, params)
    worth = exact * (made + rest[1] * (1.0 - makers / others)) + near * rest[0]
    return worth - params[SPITE] * makers


@kernel
def is_side(seat: Any, other: Any, has_teams: Any) -> Any:
    """Whether two seats are one side."""
    return seat == other or (has_teams and (seat ^ other) == 2)


@kernel
def need_after(public: Any, seat: Any, winner: Any, has_teams: Any) -> Any:
    """What a side lacks of its contract once `winner` has this trick."""
    return side_need(public, seat, has_teams) - np.int64(is_side(seat, winner, has_teams))


@kernel
def taken_after(public: Any, seat: Any, winner: Any, has_teams: Any) -> Any:
    """What a side has taken then."""
    taken = np.int64(public.taken[seat]) + np.int64(is_side(seat, winner, has_teams))
    return taken + np.int64(public.taken[seat ^ 2]) if has_teams else taken


@kernel
def wanted_after(public: Any, winner: Any, has_teams: Any) -> Any:
    """The tricks that all sides together still want then."""
    wanted = np.int64(0)
    for seat in range(2 if has_teams else public.rules.players):
        wanted += max(need_after(public, seat, winner, has_teams), 0)
    return wanted


STRATEGY = Strategy(
    "reckoner",
    choose,
    games=("double_knot",),
    params={
        "aim": Param(0, low=-15, high=15),
        "special": Param(1, low=0, high=10),
        "team": Param(1, low=0, high=1, step=1),
        "spite": Param(0.1, low=0, high=10),
        "stray": Param(0, low=0, high=1),
    },
)
