"""Choose what makes the bid likeliest: three cards to bury, then card after card to play.

Sees     own cards and bid, the trump, all cards played and shown, voids, an announcer's bid.
Bid      Of all choices of three cards, the one worth the most points by the chance that the nine
         kept take just so many tricks (`odds`, learned by self-play: `trick_table`).
Play     Of all legal cards, the one worth the most points by the same chance after it, with this
         trick won or lost; against an announcer also by the chance that he fails.
Params   aim         3 bids what the estimate says; 2.5 as if the cards took half a trick less
         declare_at  least chance of success (after exposure) to declare; 0 always, 1 never
         reveal_at   the same to reveal
         stray       how much more, by chance, a bid may seem to be worth: 0.3 for up to 30 %
Strength points a hand over the mean of the other two, 3,000 nine-hand matches in all rotations,
         seed 7, intervals of 95 % over matches: two steady +6.31 +- 0.19 (+4.86 +- 0.12 when it
         never announces), two random_legal +28.41 +- 0.20. Among its like 53 % of bids are made.
"""

from typing import Any

import numpy as np
from simcards_strategies.ninety_nine.odds import (
    above,
    against,
    bid_chance,
    kept_card,
    kept_cards,
    kept_lengths,
    later_chance,
    later_tricks,
    made_chance,
    now_chance,
    one_shorter,
)

from simcards.cards import NONE, ONE, bit, count, highest, lowest
from simcards.game import NOBODY
from simcards.games.ninety_nine.deck import DECK, SUIT_OF
from simcards.games.ninety_nine.kernels import BURY, POWER, REQUEST, REQUESTS
from simcards.games.ninety_nine.rules import Level
from simcards.jit import kernel
from simcards.rng import fraction, mix
from simcards.strategy import Param, Strategy

AIM, DECLARE_AT, REVEAL_AT, STRAY = range(4)  # indices into params
PLAIN_AIM = 3.0
AIMS, CHANCES = Param(PLAIN_AIM, low=-9, high=9), Param(0.5, low=0, high=1)
# What is left of the chance of success once the bid is known, and once all cards are. Against two
# silent planners 0.835 +- 0.014 is when every hand is declared and 0.788 +- 0.014 when every one is
# revealed (27,000 hands, seed 11). Planners make nothing of a revealer's cards and others may, so
# a revelation is taken to cost as much as to declare twice.
LEFT_DECLARED = 0.81
LEFT_REVEALED = 0.65


def choose(public: Any, own: Any, legal: Any, word: Any, params: Any) -> Any:
    """Bury, ask for an announcement, play: each time what is worth most."""
    if public.phase == BURY:
        return to_bury(public, own, word, params)
    if public.phase == REQUEST:
        return to_request(public, own, params)
    return to_play(public, own, legal[0])


# --- The bid --------------------------------------------------


@kernel
def to_bury(public: Any, own: Any, word: Any, params: Any) -> Any:
    """The next card of the best three to bury, what is buried already among them."""
    n_buried = count(own.buried)
    twelve = own.held | own.buried
    trump = np.int64(public.trump)
    all_mean, all_variance = kept_cards(twelve, trump, DECK & ~twelve)
    all_mean += params[AIM] - PLAIN_AIM
    best = -np.inf
    three = NONE
    firsts = own.held if n_buried == 0 else bit(lowest(own.buried))
    while firsts != NONE:
        a = lowest(firsts)
        firsts &= firsts - ONE
        seconds = own.held & above(a) if n_buried == 0 else own.held
        if n_buried > 1:
            seconds = own.buried ^ bit(a)
        while seconds != NONE:
            b = lowest(seconds)
            seconds &= seconds - ONE
            two = bit(a) | bit(b)
            thirds = own.held if n_buried > 1 else own.held & above(b)
            numbers = without(two, twelve, trump, (all_mean, all_variance, params[STRAY]))
            c, worth = best_third(public, word, twelve, two, thirds, numbers)
            if worth > best:
                best = worth
                three = two | bit(c)
    return lowest(three & own.held)


@kernel
def without(two: Any, twelve: Any, trump: Any, numbers: Any) -> Any:
    """Mean and variance of the tricks of twelve cards, when two of them are not kept; and STRAY."""
    mean, variance = kept_cards(two, trump, DECK & ~twelve)
    length_mean, length_variance = kept_lengths(twelve ^ two, trump)
    tricks = numbers[0] - mean + length_mean
    return tricks, numbers[1] - variance + length_variance, numbers[2]


@kernel
def best_third(public: Any, word: Any, twelve: Any, two: Any, thirds: Any, numbers: Any) -> Any:
    """The best card to bury beside two others, and what the bid is worth in points."""
    trump = np.int64(public.trump)
    bonus = mean_bonus(public.rules)
    trick = np.float64(public.rules.trick_points)
    value = np.int64(SUIT_OF[lowest(two)]) + np.int64(SUIT_OF[highest(two)])
    best = -np.inf
    third = np.int64(-1)
    while thirds != NONE:
        card = lowest(thirds)
        thirds &= thirds - ONE
        card_mean, card_variance = kept_card(card, trump, DECK & ~twelve)
        suit = np.int64(SUIT_OF[card])
        length_mean, length_variance = one_shorter(twelve ^ two, suit, trump)
        tricks = numbers[0] - card_mean + length_mean
        bid = value + suit
        made = bid_chance(bid, tricks, numbers[1] - card_variance + length_variance)
        worth = made * (bonus + trick * bid) + (1.0 - made) * trick * tricks
        if numbers[2] > 0.0:
            worth *= 1.0 + numbers[2] * fraction(mix(word + (two | bit(card))))
        if worth > best:
            best = worth
            third = card
    return third, best


@kernel
def mean_bonus(rules: Any) -> Any:
    """What a made bid is worth, not knowing who else makes his; one of the two at even chances."""
    return np.float64(rules.bonus_one + 2 * rules.bonus_two + rules.bonus_three) / 4.0


@kernel
def to_request(public: Any, own: Any, params: Any) -> Any:
    """Announce where the premium outweighs what exposure costs; the break-even is at a half.

    Success puts the premium ahead of both opponents, failure puts both ahead by it.
    """
    trump = np.int64(public.trump)
    mean, variance = kept_cards(own.held, trump, DECK & ~(own.held | own.buried))
    length_mean, length_variance = kept_lengths(own.held, trump)
    mean += length_mean + params[AIM] - PLAIN_AIM
    made = bid_chance(np.int64(own.bid), mean, variance + length_variance)
    rules = public.rules
    bonus = mean_bonus(rules)
    if clears(made, LEFT_REVEALED, params[REVEAL_AT], np.float64(rules.reveal_points), bonus):
        return np.int64(REQUESTS + Level.REVEAL)
    if clears(made, LEFT_DECLARED, params[DECLARE_AT], np.float64(rules.declare_points), bonus):
        return np.int64(REQUESTS + Level.DECLARE)
    return np.int64(REQUESTS)


@kernel
def clears(made: Any, left: Any, least: Any, premium: Any, bonus: Any) -> Any:
    """Whether the chance `made * left` is `least` or more, raised by the bonus lost to exposure.

    At a half it says whether announcing pays: premium (2 made left - 1) > bonus made (1 - left).
    """
    return made * left * premium >= least * (premium + bonus * made * (1.0 - left))


# --- The play -------------------------------------------------


@kernel
def to_play(public: Any, own: Any, legal: Any) -> Any:
    """The card worth the most points."""
    trump = np.int64(public.trump)
    theirs = against(public, own)
    need = np.int64(own.bid) - np.int64(public.taken[own.seat])
    n_left = count(own.held) - 1
    bonus, premium, fails_won, fails_lost = stakes(public, own, n_left)
    trick = np.float64(public.rules.trick_points)
    all_later = later_tricks(own.held, trump, theirs)
    best, action = -np.inf, np.int64(-1)
    left = legal
    while left != NONE:
        card = lowest(left)
        left &= left - ONE
        later = later_chance(card, own.held, trump, theirs)
        wins = now_chance(public, own, card, theirs)
        tricks = all_later[0] - later
        spread = all_later[1] - later * (1.0 - later)
        made = made_after(wins, need, n_left, tricks, spread)
        worth = bonus * made + trick * (wins + tricks)
        if premium > 0.0:
            his = announcer_wins(public, wins)
            worth += premium * (his * fails_won + (1.0 - his) * fails_lost)
        if worth > best:
            best = worth
            action = card
    return action


@kernel
def made_after(wins: Any, need: Any, n_left: Any, tricks: Any, spread: Any) -> Any:
    """The chance to make the bid after a trick that is won with the chance `wins`."""
    made = wins * made_chance(need - 1, n_left, 1, tricks, spread)
    made += (1.0 - wins) * made_chance(need, n_left, 0, tricks, spread)
    return made


@kernel
def stakes(public: Any, own: Any, n_left: Any) -> Any:
    """Points for the own bid and for an announcer's failure; its chance if he wins now or not.

    His bid is known; of the tricks to come he is taken to win one in three.
    """
    bonus = mean_bonus(public.rules)
    announcer = public.announcer
    if announcer == NOBODY:
        return bonus, 0.0, 0.0, 0.0
    reveals = public.level == Level.REVEAL
    rules = public.rules
    premium = np.float64(rules.reveal_points if reveals else rules.declare_points)
    if announcer == own.seat:
        return bonus + premium, 0.0, 0.0, 0.0
    need = np.int64(public.bids[announcer]) - np.int64(public.taken[announcer])
    n = np.float64(n_left)
    fails_won = 1.0 - made_chance(need - 1, n_left, 1, n / 3.0, n / 4.5)
    fails_lost = 1.0 - made_chance(need, n_left, 0, n / 3.0, n / 4.5)
    return bonus, premium, fails_won, fails_lost


@kernel
def announcer_wins(public: Any, wins: Any) -> Any:
    """The chance that the announcer takes this trick, if one's own card wins it with `wins`."""
    he_led = public.announcer == public.leader
    if public.n_trick == 0:
        return (1.0 - wins) / 2.0
    if public.n_trick == 1:
        if wins == 0.0:
            return 0.5
        return 0.0 if he_led else 1.0 - wins
    powers = POWER[public.trump, public.led]
    leader_wins = powers[public.trick[0]] > powers[public.trick[1]]
    return 1.0 if wins == 0.0 and leader_wins == he_led else 0.0


STRATEGY = Strategy(
    "planner",
    choose,
    games=("ninety_nine",),
    params={"aim": AIMS, "declare_at": CHANCES, "reveal_at": CHANCES, "stray": Param(0, 0, 1)},
)
