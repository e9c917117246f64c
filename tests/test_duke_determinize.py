"""Duke's `determinize` against what the rules allow, counted one by one.

Whether a way to lay the unseen cards fits a view is found out by playing the hand again with it:
all that was played must be legal, and what everybody has seen the same to the last byte.
"""

import random
from collections import Counter
from itertools import combinations, islice
from math import comb

import numpy as np
import pytest
from scipy import stats

from duke_table import (
    BOTH_DUKES,
    DEAD_END,
    DEAD_END_PILES,
    DEAD_END_TURNS,
    FIVE_AND_NEXT,
    FIVE_AND_PARTNER,
    FIVE_TENS,
    FOR_TWO,
    GAME,
    NOBODY,
    PILES,
    Table,
    cards,
)
from duke_ways import (
    DECK,
    MOST_UNSEEN,
    MOST_WAYS,
    Hand,
    all_ways,
    contents,
    drawn,
    face_down,
    n_begun,
    places,
    played_again,
    probabilities,
)
from simcards.games.duke import kernels
from simcards.games.duke.determinize import draw_apart
from simcards.games.duke.rules import LETTERS
from tables import copied, legal

# --- Small endings --------------------------------------------


def dealt(options, key):
    rules = GAME.make_rules(options)
    return Hand(rules, key % rules.players, lambda state: kernels.deal(state, np.uint64(key)))


def play_on(hand, dice, stop):
    """Random actions until `stop(state)`; whether it came to that.

    Whoever can attacks with a Duke, and counters rather than passes, so that few cards are left.
    """
    while hand.to_act != NOBODY:
        if stop(hand.state):
            return True
        actions = legal(GAME, hand.state)
        first = {kernels.ATTACKS, kernels.ASK, kernels.KEEP} & set(actions)
        counters = [action for action in actions if action != kernels.PASS]
        hand.act(dice.choice(sorted(first) or counters or actions))
    return False


def endings(options, wanted, also=lambda state: True):
    """So many hands, each stopped where every seat's unseen cards can lie in few ways."""

    def stop(state):
        if state.public.phase in (kernels.ASKING, kernels.ANSWERING) or not also(state):
            return False
        seats = range(state.public.rules.players)
        if max(sum(places(state, seat).values()) for seat in seats) > MOST_UNSEEN:
            return False
        few = (islice(all_ways(state, seat), MOST_WAYS) for seat in seats)
        return max(sum(1 for _ in ways) for ways in few) < MOST_WAYS

    found = []
    for key in range(4000):
        hand = dealt(options, key)
        if play_on(hand, random.Random(key), stop):
            found.append(hand)
            if len(found) == wanted:
                return found
    raise AssertionError("not enough endings")


def assert_drawn_as_counted(hand, seat):
    expected = probabilities(hand, seat)
    n = max(1000, 12 * len(expected))
    found = drawn(hand.state, seat, n)
    assert set(found) <= set(expected)
    likely = {way: p for way, p in expected.items() if n * p >= 5}
    observed = [found[way] for way in likely]
    wanted = [n * p for p in likely.values()]
    rest = n - sum(observed), n - sum(wanted)
    if rest[1] > 1e-6:
        observed.append(rest[0])
        wanted.append(rest[1])
    if len(observed) > 1:
        assert stats.chisquare(observed, wanted).pvalue > 1e-4
    return len(expected)


RULE_SETS = {
    "four": {},
    "four-goita": GAME.variants["goita"],
    "four-forced": {"demoralise": "forced", "duke_attack": "goita_own"},
    "three": {"players": 3},
    "three-no-peek": {"players": 3, "aside_peek": False, "duke_attack": "goita"},
    "two": {"players": 2},
    "two-goita": {"players": 2, "duke_attack": "goita"},
    "two-goita-own": {"players": 2, "duke_attack": "goita_own"},
}


@pytest.mark.parametrize("name", RULE_SETS)
def test_small_endings_are_drawn_as_they_are_counted(name):
    n_ways_seen = 0
    for hand in endings(RULE_SETS[name], wanted=2):
        for seat in range(hand.rules.players):
            n_ways_seen += assert_drawn_as_counted(hand, seat)
    assert n_ways_seen > 20


@pytest.mark.parametrize("rule", ["goita", "goita_own"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_duke_attack_that_proves_the_other_duke_is_taken_into_account(players, rule):
    """R5, R10."""

    def proves(state):
        return state.public.duke_seat < 4 and int(state.public.shown) & 255 == 1

    options = {"players": players, "duke_attack": rule}
    if players == 4:
        options["demoralise"] = "off"
    for hand in endings(options, 1, also=proves):
        owner = int(hand.state.public.duke_seat)
        for seat in set(range(players)) - {owner}:
            expected = probabilities(hand, seat)
            where = list(places(hand.state, seat))
            for way in expected:
                at = [place for place, part in zip(where, way, strict=True) if "D" in part]
                assert not at or {place[1] for place in at} == {owner}
            assert_drawn_as_counted(hand, seat)


def test_the_other_duke_lies_in_each_place_as_often():
    """R5: a hand of four and two cards face down, any of which may be the Duke."""
    table = Table(BOTH_DUKES, duke_attack="goita").play("d:T a:D - d:T a:Y")
    where = Counter()
    state = copied(table.state)
    n = 3000
    for key in range(n):
        kernels.determinize(state, 1, np.uint64(key))
        own = state.own[0]
        found = [i for i in range(2) if own.laid[i] == 0]
        where[found[0] if found else "hand"] += 1
    assert sum(where.values()) == n
    assert (
        stats.chisquare([where[0], where[1], where["hand"]], [n / 6, n / 6, n * 4 / 6]).pvalue
        > 1e-3
    )


def test_with_goita_the_other_duke_was_in_hand_when_the_turn_began():
    """It is there still, or was laid down in this very turn; it is not what lay there before."""
    table = Table(BOTH_DUKES, duke_attack="goita").play("d:T a:Y - d:T a:D")
    drawn_state, where = copied(table.state), set()
    for key in range(200):
        kernels.determinize(drawn_state, 1, np.uint64(key))
        own = drawn_state.own[0]
        laid = "".join(LETTERS[own.laid[turn]] for turn in range(2))
        where.add((laid.find("D"), cards(own.held).count("D")))
    assert where == {(1, 0), (-1, 1)}


def test_an_attack_with_a_duke_of_the_centre_proves_that_the_other_was_laid_down_before_it():
    """With goita_own: neither in the hand, whose Dukes free no card of the centre, nor later."""
    centre = ["TD", "TY", "AY", *PILES[3:]]
    table = Table(["DYUOVTTT", FOR_TWO[1]], centre=centre, duke_attack="goita_own")
    for turn in ("d:D a:c0 pass", "d:T a:T"):
        table.play(turn)
        drawn_state = copied(table.state)
        for key in range(60):
            kernels.determinize(drawn_state, 1, np.uint64(key))
            assert LETTERS[drawn_state.own[0].laid[0]] == "D"


def test_two_barred_dukes_are_not_held_before_an_attack_in_a_game_for_two():
    """R9: with the centre empty and one of three cards laid, seat 1 held no two Dukes alone."""

    def about_to(state):
        public = state.public
        return (
            public.phase == kernels.ATTACK
            and public.open == 0
            and public.hand_sizes[public.to_act] == 2
            and public.dukes_up == 0
            and any(int(own.held) & 255 for own in state.own[:2])
            and bool(face_down(public, public.to_act))
        )

    n_limited = 0
    for hand in endings({"players": 2}, 4, also=about_to):
        seat = 1 - hand.to_act
        assert_drawn_as_counted(hand, seat)
        lie = "".join(contents(hand.state, place) for place in places(hand.state, seat))
        n_limited += lie.count("D") == 2
    assert n_limited  # both Dukes unseen, and yet not both in the hand


@pytest.mark.parametrize("n_laid", [1, 2, 4])
def test_cards_are_laid_with_either_duke_or_both_each_way_as_likely(n_laid):
    """All ways to lay so many of two Dukes and as many others, but for both Dukes left."""
    both = [1, 2]  # the Dukes come first
    others = [1 << 10 + i for i in range(n_laid)]
    ways = [sum(way) for way in combinations(both + others, n_laid)]
    ways = [way for way in ways if way & 3]
    drawn_from = np.uint64(sum(both + others))
    keys = np.random.default_rng(1).integers(2**64, size=400 * len(ways), dtype=np.uint64)
    laid = Counter(int(draw_apart(drawn_from, n_laid, key, 0)) for key in keys)
    assert set(laid) == set(ways)
    assert stats.chisquare([laid[way] for way in ways]).pvalue > 1e-4


def test_two_free_dukes_may_be_held_before_an_attack_in_a_game_for_two():
    table = Table(DEAD_END, centre=DEAD_END_PILES, duke_attack="goita")
    table.play(f"{DEAD_END_TURNS} d:U")
    state, held = copied(table.state), set()
    for key in range(200):
        kernels.determinize(state, 0, np.uint64(key))
        held.add(cards(state.own[1].held))
    assert "DD" in held  # which it is


# --- Tens -----------------------------------------------------


def split_of_tens(table, seat, n=4000):
    """How often the other three seats were drawn to have had these numbers of tens."""
    found = Counter()
    state = copied(table.state)
    for key in range(n):
        kernels.determinize(state, seat, np.uint64(key))
        found[tuple(tens(state, (seat + k) % 4) for k in (1, 2, 3))] += 1
    return found


def tens(state, seat):
    """The tens a seat was dealt: held, or played in whatever turn."""
    public, own = state.public, state.own[seat]
    n = cards(own.held).count("T")
    for i, turn in enumerate(public.turns[: n_begun(public)]):
        if turn.seat == seat:
            n += own.laid[i] == 7
            n += i < public.n_turns and turn.attack == 7
    return int(n)


def expected_tens(table, seat, allowed):
    """The probability of each split that `allowed` does not exclude: hypergeometric."""
    n_tens = 10 - tens(table.state, seat)
    ways = {
        (a, b, n_tens - a - b): comb(8, a) * comb(8, b) * comb(8, n_tens - a - b)
        for a in range(9)
        for b in range(9)
        if 0 <= n_tens - a - b <= 8 and allowed(a, b, n_tens - a - b)
    }
    return {split: n / sum(ways.values()) for split, n in ways.items()}


def pair(a, b):
    return a == 5 and b == 5


TENS = [
    # hands, first seat, talk, options, who looks on, what is allowed of the three after him
    (FIVE_TENS, 1, "ask keep", {}, 1, lambda a, b, c: c >= 5),
    (FIVE_TENS, 1, "ask", {}, 2, lambda a, b, c: b >= 5),
    (FIVE_TENS, 1, "silent", {}, 1, lambda a, b, c: True),
    (FIVE_TENS, 1, "", {}, 0, lambda a, b, c: True),
    (FIVE_TENS, 1, "", {}, 3, lambda a, b, c: a >= 5),
    (FIVE_TENS, 1, "keep", {"demoralise": "mandatory"}, 1, lambda a, b, c: c >= 5 > max(a, b)),
    (FIVE_TENS, 1, "", {"demoralise": "mandatory"}, 2, lambda a, b, c: b >= 5 > max(a, c)),
    (FIVE_AND_NEXT, 0, "", {"demoralise": "mandatory"}, 2, lambda a, b, c: b >= 5),
    (
        FIVE_AND_NEXT,
        0,
        "keep keep",
        {"demoralise": "mandatory"},
        3,
        lambda a, b, c: min(a, b) >= 5 > c,
    ),
    (BOTH_DUKES, 0, "", {"demoralise": "mandatory"}, 1, lambda a, b, c: max(a, b, c) < 5),
    (BOTH_DUKES, 0, "", {"demoralise": "forced"}, 1, lambda a, b, c: max(a, b, c) < 5),
    (
        *(BOTH_DUKES, 0, "", {"demoralise": "off", "special_hands": "goita"}, 1),
        lambda a, b, c: max(a, b, c) <= 5 and not pair(a, c),
    ),
    (
        *(FIVE_TENS, 1, "silent", {"special_hands": "goita"}, 0),
        lambda a, b, c: max(a, b, c) <= 5 and b < 5,
    ),
    (
        *(FIVE_TENS, 1, "ask keep", {"special_hands": "goita"}, 3),
        lambda a, b, c: a == 5 and max(b, c) <= 5 and not pair(a, c),
    ),
]


@pytest.mark.parametrize(("hands", "first", "talk", "options", "seat", "allowed"), TENS)
def test_r7_tens_are_as_many_as_they_can_be(hands, first, talk, options, seat, allowed):
    table = Table(hands, first=first, **options).play(talk)
    expected = expected_tens(table, seat, allowed)
    n = 4000
    found = split_of_tens(table, seat, n)
    assert set(found) <= set(expected)
    likely = {split: p for split, p in expected.items() if n * p >= 5}
    observed = [found[split] for split in likely]
    rest = n - sum(observed), n * (1 - sum(likely.values()))
    wanted = [n * p for p in likely.values()] + ([rest[1]] if rest[1] > 1e-6 else [])
    observed += [rest[0]] if rest[1] > 1e-6 else []
    if len(observed) > 1:
        assert stats.chisquare(observed, wanted).pvalue > 1e-4


@pytest.mark.parametrize(
    ("first", "played"),
    [
        (0, "ask keep d:T a:T d:T a:U pass pass d:U a:T - d:T a:O"),  # two lie face up in attack
        (3, "ask keep d:T a:T d:T a:Y"),  # and here one in defence
    ],
)
def test_r7_tens_that_were_played_count_as_dealt(first, played):
    """Five were shown, and some lie face up now: that many were dealt, and no more must be."""
    table = Table(FIVE_TENS, first=first).play(played)
    found = set()
    for key in range(300):
        state = copied(table.state)
        kernels.determinize(state, 1, np.uint64(key))
        found.add(tens(state, 0))
    assert min(found) == 5


def test_partners_with_five_tens_each_show_both():
    table = Table(FIVE_AND_PARTNER, first=2).play("ask keep ask keep")
    assert set(split_of_tens(table, 1, 200)) == {(5, 0, 5)}


# --- All positions --------------------------------------------


@pytest.mark.parametrize("name", RULE_SETS)
@pytest.mark.parametrize("key", range(3))
def test_every_position_is_redrawn_to_one_that_fits(name, key):
    """Played again with the cards drawn, the hand comes to the same position."""
    hand, dice = dealt(RULE_SETS[name], key + 50), random.Random(key)
    while hand.to_act != NOBODY:
        for seat in range(hand.rules.players):
            state = copied(hand.state)
            kernels.determinize(state, seat, np.uint64(key))
            where = list(places(state, seat))
            way = tuple(contents(state, place) for place in where)
            again = played_again(hand, seat, way, where)
            assert again is not None
            assert again.state.public.tobytes() == hand.state.public.tobytes()
            for other in range(hand.rules.players):
                own, seen = again.state.own[other], state.own[other]
                assert (own.held, own.aside) == (seen.held, seen.aside)
        hand.act(dice.choice(legal(GAME, hand.state)))


def test_the_same_key_draws_the_same():
    table = Table(BOTH_DUKES)
    states = [copied(table.state) for _ in range(3)]
    for state, key in zip(states, (3, 3, 4), strict=True):
        kernels.determinize(state, 1, np.uint64(key))
    assert states[0].tobytes() == states[1].tobytes() != states[2].tobytes()
    assert sum(int(own.held) for own in states[0].own[:4]) == int(DECK)
