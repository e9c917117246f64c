"""Rules of thumb for two seats, where the cards of the centre are everybody's (R9).

A turn is worth the chance to win the hand after it: with the lead if its attack stands, and else
with an attack of the other seat to answer. What a card of the centre costs is that the hand stays
as long; what it brings is an attack that stands, or one counter less for the other seat.
"""

from typing import Any

import numpy as np
from simcards_strategies.duke.reading import KEEP, best_last, last_points, stands

from simcards.cards import NONE, ONE, count, lowest
from simcards.games.duke.deck import COUNTERS, DUKE, kinds_of, one, size_of
from simcards.games.duke.determinize import unseen
from simcards.games.duke.dukes import duke_unlocked
from simcards.games.duke.kernels import ATTACKS, PASS
from simcards.games.duke.rules import N_KINDS, Phase
from simcards.jit import kernel

# The chance to win a hand by the cards left in hand, with the lead or once attacked: 150 matches
# of regents among themselves, smoothed.
LEADING = np.array([1.0, 1.0, 1.0, 0.75, 0.73, 0.66, 0.64, 0.57, 0.52])
ATTACKING = np.array([1.0, 0.80, 0.73, 0.62, 0.58, 0.56, 0.54, 0.52, 0.50])
WON = 2.0  # a turn that wins at once
A_POINT = 0.02  # what a point more is worth, in chances to win the hand
KEPT_SHARE = 0.2  # of what a card in hand is worth keeping for, lost when it is played
TWO = np.int64(2)  # cards of a turn
OPEN_STANDS = 0.05  # the chance to stand against a card that both see in the centre
PILE_BITS = np.uint64(N_KINDS)


@kernel
def by_pair(public: Any, own: Any, actions: Any) -> Any:
    """The action of these that the rules of thumb say."""
    rest = unseen(public, own)
    if public.phase == Phase.ATTACK:
        turn = public.turns[public.n_turns]
        laid = (np.int64(own.laid[public.n_turns]), NONE, turn.face_down != 0)
        choices = actions >> np.uint64(ATTACKS)
        return np.int64(ATTACKS) + best_attack(public, own.held, choices, laid, rest)[0]
    best = np.int64(PASS)
    most = -1.0
    left = actions
    if public.phase == Phase.RESPOND:
        most = 1.0 - LEADING[public.hand_sizes[public.attacker]]
        left ^= ONE << np.uint64(PASS)
    while left != NONE:
        choice = lowest(left)
        left &= left - ONE
        worth = defence_worth(public, own, choice, rest)
        if worth > most:
            most = worth
            best = choice
    return best


@kernel
def defence_worth(public: Any, own: Any, choice: Any, rest: Any) -> Any:
    """What a defence card is worth: the best attack after it."""
    is_lead = public.phase == Phase.LEAD
    kind = kind_of(public, choice)
    held = own.held
    taken = NONE
    cost = 0.0
    if choice < N_KINDS:
        held -= one(kind)
        cost = KEPT_SHARE * KEEP[kind]
    else:
        taken = ONE << np.uint64(choice - N_KINDS)
        is_lead &= public.rules.centre_double != 0
    choices = kinds_of(held) | (np.uint64(public.open) & ~taken) << PILE_BITS
    is_free = duke_unlocked(public, own, False) or (kind == DUKE and public.phase == Phase.RESPOND)
    if not is_free:
        choices &= ~(np.uint64(public.piles[DUKE]) << PILE_BITS)
        if size_of(held) > 1:
            choices &= ~(ONE << np.uint64(DUKE))
    if choices == NONE:
        return -1.0
    return best_attack(public, held, choices, (kind, taken, is_lead), rest)[1] - cost


@kernel
def best_attack(public: Any, held: Any, choices: Any, laid: Any, rest: Any) -> Any:
    """The best of these attacks, and what it is worth.

    laid  (the defence card's kind, the pile it is from, whether it may double an attack)
    """
    best = lowest(choices)
    most = -2.0
    while choices != NONE:
        choice = lowest(choices)
        choices &= choices - ONE
        kind = kind_of(public, choice)
        left = held
        taken: Any = laid[1]
        cost = 0.0
        if choice < N_KINDS:
            left = held - one(kind)
            cost = KEPT_SHARE * KEEP[kind]
        else:
            taken |= ONE << np.uint64(choice - N_KINDS)
        if left == NONE:
            worth = WON + A_POINT * last_points(public.rules, laid[0], kind, laid[2])
        else:
            worth = attack_worth(public, left, kind, taken, rest) - cost
        if worth > most:
            most = worth
            best = choice
    return best, most


@kernel
def attack_worth(public: Any, left: Any, kind: Any, taken: Any, rest: Any) -> Any:
    """What it is worth to attack with `kind`, with the cards `left` kept and the piles `taken`."""
    other = 1 - np.int64(public.to_act)
    n_left, n_others = size_of(left), np.int64(public.hand_sizes[other])
    n_turned = count(taken & np.uint64(public.covered))  # as unknown as his hand
    chance = stands(kind, rest, n_others + n_turned)
    if is_open(public, kind, taken):
        chance = OPEN_STANDS
    led = LEADING[n_left]
    if n_left <= TWO:
        led += A_POINT * best_last(public.rules, left)
    return chance * led + (1.0 - chance) * (1.0 - ATTACKING[max(n_others, TWO) - TWO])


@kernel
def is_open(public: Any, kind: Any, taken: Any) -> Any:
    """R9: whether a face-up card of the centre, the piles `taken` aside, counters an attack."""
    there = np.uint64(public.piles[kind])
    if COUNTERS[kind] & 1 != 0:
        there |= np.uint64(public.piles[DUKE])
    return there & ~taken != NONE


@kernel
def kind_of(public: Any, choice: Any) -> Any:
    """The kind of a card of the hand, or of a pile's top."""
    return np.int64(choice) if choice < N_KINDS else np.int64(public.tops[choice - N_KINDS])
