"""Imagined deals of Duke: what a seat cannot see, drawn, judged by how others have acted.

A deal fits the better, the less its cards would have been laid face down or kept back on a pass as
they were. Of a few drawn deals one is taken, the likelier the better it fits.
"""

from typing import Any

import numpy as np
from simcards_strategies.duke.reading import by_kind, is_with, threats

from simcards.games.duke.deck import HIDDEN, NO_CARD, copies, one, size_of
from simcards.games.duke.determinize import determinize, n_begun
from simcards.games.duke.kernels import STATE
from simcards.games.duke.rules import MOST_SEATS, N_KINDS, N_PILES, Outcome
from simcards.games.duke.scoring import is_doubled, value_of
from simcards.jit import kernel
from simcards.rng import fraction, word_of
from simcards.scratch import scratch
from simcards.search import copy_state, states_in, views_into, words_of

N_WORDS = words_of(STATE)
state_at = states_in(STATE)
see = views_into(STATE)

# How likely a kind is laid face down, one card beside one ten.
LAID = by_kind(D=0.02, A=0.10, B=0.10, Y=0.25, U=0.25, O=0.40, V=0.25, T=1.0)
KEPT_BACK = 0.35  # how likely a seat passes with the very card, on an opponent's attack
KEPT_LAST = 0.02  # and where countering would have won
TRIES = 6  # deals drawn for one that is taken

VIEW, DRAWN, TAKEN, FREE = range(4)  # places of `words`: as seen, a deal drawn, the one taken


@kernel
def look(words: Any, public: Any, own: Any) -> None:
    """Lay down what the seat sees, defence cards that all know with their owners."""
    see(words, VIEW, public, own)
    state = state_at(words, VIEW)
    for i in range(n_begun(public)):
        turn = public.turns[i]
        if turn.seat != own.seat and turn.defence != HIDDEN:
            state.own[turn.seat].laid[i] = turn.defence
    for seat in range(MOST_SEATS):
        knows = public.rules.players == 3 and public.rules.aside_peek and seat != public.dealer
        if seat != own.seat and not knows:
            state.own[seat].aside = NO_CARD


@kernel
def take_deal(words: Any, seat: Any, key: Any) -> None:
    """Draw deals, and take one of them as likely as it fits."""
    total = 0.0
    for i in range(TRIES):
        copy_state(words, VIEW, DRAWN, N_WORDS)
        state = state_at(words, DRAWN)
        determinize(state, seat, word_of(key, 2 * i))
        fit = fit_of(state, seat)
        total += fit
        if i == 0 or fraction(word_of(key, 2 * i + 1)) * total < fit:
            copy_state(words, DRAWN, TAKEN, N_WORDS)


@kernel
def fit_of(state: Any, seat: Any) -> Any:
    """How well a deal fits what the others did, turn by turn backwards."""
    public = state.public
    hands = scratch(MOST_SEATS)
    for other in range(MOST_SEATS):
        hands[other] = state.own[other].held
    fit = 1.0
    after = np.int64(public.to_act)
    for i in range(n_begun(public) - 1, -1, -1):
        turn = public.turns[i]
        mover = np.int64(turn.seat)
        if i < public.n_turns:
            fit *= passes_fit(public, turn, hands, (after, seat))
            if turn.attack_from == N_PILES:
                hands[mover] += one(turn.attack)
        if turn.defence_from == N_PILES:
            laid = state.own[mover].laid[i]
            hands[mover] += one(laid)
            if turn.face_down and mover != seat:
                fit *= LAID[laid] / laid_sum(hands[mover])
        after = mover
    return fit


@kernel
def laid_sum(held: Any) -> Any:
    """The sum of LAID over the cards of a hand."""
    total = 0.0
    for kind in range(N_KINDS):
        total += LAID[kind] * np.float64(copies(held, kind))
    return total


@kernel
def passes_fit(public: Any, turn: Any, hands: Any, seats: Any) -> Any:
    """How well the passes on an attack fit the hands of that time.

    seats  (who was asked last and did not pass, or leads now; whose view it is)
    """
    players = np.int64(public.rules.players)
    attacker = np.int64(turn.seat)
    after, seat = seats
    fit = 1.0
    other = (attacker + 1) % players
    while other != attacker and other != after:
        if other != seat and not is_with(public, other, attacker):
            if size_of(hands[other]) <= 2 and threats(hands[other], turn.attack) > 0:
                fit *= KEPT_LAST
            elif copies(hands[other], turn.attack) > 0:
                fit *= KEPT_BACK
        other = (other + 1) % players
    return fit


# --- The end of a hand ----------------------------------------


@kernel
def points_won(state: Any) -> Any:
    """R6: the points of a hand that is over; none without a last card."""
    public = state.public
    if public.outcome != Outcome.LAST_CARD:
        return np.int64(0)
    points = value_of(public.rules, public.turns[public.n_turns - 1].attack)
    return points * (public.rules.double_factor if is_doubled(state) else 1)
