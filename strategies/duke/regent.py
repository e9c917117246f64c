"""Imagine the deals that fit what was seen, play each out by thumb, and take what wins matches.

Sees     its cards, all cards that were shown, hand sizes, the centre, who passed on what, scores.
Deals    Drawn from all that its view allows (`worlds`), the likelier the better they explain what
         others laid face down and passed on. For each, every action is followed to the hand's end.
Play     By the rules of thumb of vassal, from every seat's own view. With `exact` cards or fewer in
         hands and centre each deal is solved instead: the best play of all seats, each for its
         side, as if all saw all cards (`ending`); the chances are averaged over the deals.
Worth    The chance to win the match from the score after the hand (`race`): points count as they
         bring the target nearer, doubling is worth nothing where a single finish wins.
Params   worlds  deals imagined for a decision
         exact   cards in hands and centre from which on deals are solved
Strength against vassal, seed 7, 95 % over blocks (a match in each rotation): with four seats, two
         against two, 75.3 +- 1.4 % of matches in 1,500 blocks and +0.74 +- 0.04 points a hand; with
         three, one against two, 83.6 +- 1.1 % in 1,500 (fair is 33.3) and +1.43 +- 0.03; with two
         seats 87.1 +- 1.5 % in 800 and +1.59 +- 0.07.
"""

from typing import Any

import numpy as np
from simcards_strategies.duke.ending import (
    DEPTH,
    MOST_CARDS,
    best_result,
    cards_left,
    chance_of,
    result_of,
)
from simcards_strategies.duke.vassal import by_thumb
from simcards_strategies.duke.worlds import (
    DRAWN,
    FREE,
    N_WORDS,
    TAKEN,
    look,
    state_at,
    take_deal,
)

from simcards.cards import NONE, ONE, count, lowest
from simcards.game import NOBODY
from simcards.games.duke.kernels import N_ACTIONS, step
from simcards.jit import kernel
from simcards.rng import mix, word_of
from simcards.scratch import scratch
from simcards.search import copy_state
from simcards.strategy import Param, Strategy

WORLDS, EXACT = range(2)  # indices into params
ROOM = N_WORDS * (FREE + DEPTH + 2)
WHOLE = float(1 << 40)  # a chance of one, as it is summed


def choose(public: Any, own: Any, legal: Any, word: Any, params: Any) -> Any:
    """The action with the best chance over the imagined deals."""
    return by_search(public, own, legal[0], word, (params[WORLDS], params[EXACT]))


@kernel
def by_search(public: Any, own: Any, legal: Any, word: Any, params: Any) -> Any:
    """Add up each action's chances over the deals; the first of the best."""
    words = scratch(ROOM)
    sums = scratch(N_ACTIONS)
    for action in range(N_ACTIONS):
        sums[action] = NONE
    look(words, public, own)
    seat = np.int64(own.seat)
    is_exact = cards_left(public) <= np.int64(params[EXACT])
    n_worlds = np.int64(params[WORLDS])
    for i in range(n_worlds):
        take_deal(words, seat, mix(word_of(word, i)))
        left = legal
        while left != NONE:
            action = lowest(left)
            left &= left - ONE
            sums[action] += np.uint64(WHOLE * chance_after(words, seat, action, is_exact))
    return best_of(sums, legal)


@kernel
def best_of(sums: Any, legal: Any) -> Any:
    """The first of the actions with the highest sum."""
    best = lowest(legal)
    left = legal
    while left != NONE:
        action = lowest(left)
        left &= left - ONE
        if sums[action] > sums[best]:
            best = action
    return best


@kernel
def chance_after(words: Any, seat: Any, action: Any, is_exact: Any) -> Any:
    """The chance of `seat` after an action in the deal that was taken."""
    place = FREE if is_exact else DRAWN
    copy_state(words, TAKEN, place, N_WORDS)
    state = state_at(words, place)
    legal = step(state, action)[0]
    if is_exact:
        result = best_result(words, place, legal)
    else:
        play_out(state, legal)
        result = result_of(state)
    return chance_of(state_at(words, place).public, seat, result)


@kernel
def play_out(state: Any, legal: Any) -> None:
    """Play to the end of the hand by thumb."""
    public = state.public
    while public.to_act != NOBODY:
        if count(legal) == 1:
            action = lowest(legal)
        else:
            action = by_thumb(public, state.own[public.to_act], legal)
        legal = step(state, action)[0]


STRATEGY = Strategy(
    "regent",
    choose,
    games=("duke",),
    params={
        "worlds": Param(32, low=1, high=1000, step=1),
        "exact": Param(10, low=0, high=MOST_CARDS, step=1),
    },
)
