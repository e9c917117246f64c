"""Duke, R2: how hands make a match, and what holds of all matches that bots play."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from duke_table import (
    BOTH_DUKES,
    DUKE_DUKE,
    FIVE_TENS,
    GAME,
    OPENING,
    STUCK,
    STUCK_PILES,
    STUCK_TURNS,
    TWO_TENS_LEFT,
    Table,
)
from simcards.design import RANDOM_FIRST, Cell, Sitter
from simcards.engine import max_hands, play
from simcards.games.duke.rules import KINDS, value_option

TEN_POINTS = "d:A a:A - d:V a:V - d:T a:T - d:D a:D"
TWO_POINTS = "d:A a:V - d:B a:V - d:T a:T - d:T a:T"
OF_THE_MATCH = (
    *("first", "hand", "annulled", "void", "totals", "hands_won"),
    *("n_last_turns", "last_turns", "last_held", "last_unused"),
    *("duke_since", "duke_until", "duke_held"),  # which mean nothing without `duke_seat`
)
SEEDS = st.integers(0, 2**63 - 1)
RULE_SETS = [
    *GAME.variants.values(),
    {"players": 2, "stuck_lead": "void"},
    {"players": 2, "centre_double": False, "duke_attack": "goita_own"},
    {"players": 3, "aside_peek": False, "next_first": "winner"},
    {"demoralise": "forced", "special_hands": "goita"},
    {"rounds": 7, "reveal_at_end": "all"},
]


def turned(hands, k):
    """The hands moved k seats clockwise."""
    return [hands[(seat - k) % 4] for seat in range(4)]


def cell_of(options):
    rules = GAME.make_rules(options)
    return Cell(0, 0, rules, (Sitter("random_legal"),) * rules.players, 0, 0)


def played(options, seed=5, n=300, plays=False):
    return play(GAME, cell_of(options), seed, RANDOM_FIRST, range(n), plays=plays)


# --- R2 -------------------------------------------------------


def test_r2_a_match_of_four_hands():
    table = Table(DUKE_DUKE).play(TEN_POINTS)
    assert (table.totals, table.next_first) == ([10, 0], 1)
    table.deal(turned(TWO_TENS_LEFT, 1)).play(TWO_POINTS)
    assert (table.totals, table.next_first) == ([10, 2], 2)
    table.deal(FIVE_TENS).play("0:ask 2:annul")
    assert (table.totals, table.next_first) == ([10, 2], 2)
    table.deal(turned(DUKE_DUKE, 2)).play(TEN_POINTS)
    assert table.totals == [20, 2]
    assert table.replay.standing["winners"] == [0]
    assert table.public.won.tolist() == [1, 0, 1, 0]
    assert table.public.totals.tolist() == [20, 2, 20, 2]


def test_r2_next_first():
    assert Table(DUKE_DUKE, next_first="winner").play(TEN_POINTS).next_first == 0
    assert Table(DUKE_DUKE).play(TEN_POINTS).next_first == 1


@pytest.mark.parametrize(
    ("hands", "played", "options", "starter"),
    [
        (DUKE_DUKE, TEN_POINTS, {}, 1),
        (BOTH_DUKES, "d:T a:D - d:T a:Y - d:T a:U - d:T a:D", {"duke_attack": "goita"}, 1),
        (FIVE_TENS, "ask annul", {}, 0),
        (FIVE_TENS, "ask keep d:T a:T - d:T a:T - d:T a:Y - d:U a:O", {}, 1),
    ],
)
def test_r3_a_hand_is_dealt_as_if_it_were_the_first(hands, played, options, starter):
    after = Table(hands, first=(starter - ("annul" not in played)) % 4, **options).play(played)
    after.deal(OPENING)
    fresh = Table(OPENING, first=starter, **options)
    for name in set(after.public.dtype.names) - set(OF_THE_MATCH):
        assert np.array_equal(after.public[name], fresh.public[name]), name
    assert after.state.own.tobytes() == fresh.state.own.tobytes()


@pytest.mark.parametrize(("target", "over"), [(9, True), (10, True), (11, False)])
def test_r2_exactly_the_target_is_enough(target, over):
    assert Table(DUKE_DUKE, target=target).play(TEN_POINTS).replay.is_over == over


def test_r2_rounds_are_counted_without_annulled_deals_and_equal_totals_share_the_win():
    table = Table(DUKE_DUKE, rounds=2).play(TEN_POINTS)
    table.deal(FIVE_TENS).play("0:ask 2:annul")
    assert not table.replay.is_over
    table.deal(turned(DUKE_DUKE, 1)).play(TEN_POINTS)
    assert table.totals == [10, 10]
    assert table.replay.standing["winners"] == [0, 1]
    assert table.public.won.tolist() == [1, 1, 1, 1]


def test_r2_the_same_seat_starts_until_a_deal_is_kept():
    found = played({"demoralise": "forced"}, n=200).hands
    same = (found["match"][1:] == found["match"][:-1]).nonzero()[0]
    void = found["annulled"][same] == 1
    moved = (found["dealer"][same + 1] - found["dealer"][same]) % 4
    assert (moved[void] == 0).all()
    assert (moved[~void] == 1).all()
    assert 0.14 < void.mean() < 0.20  # 16.7 % of deals have a holder


def test_r2_a_match_of_annulled_deals_only_is_cut_off():
    table = Table(FIVE_TENS)
    for n in range(100):
        assert not table.replay.is_over
        table.play("ask annul")
        assert table.public.annulled == n + 1
        if n < 99:
            table.deal(FIVE_TENS)
    assert table.replay.is_over
    assert table.public.capped


def test_r2_a_long_match_is_cut_off_after_so_many_deals_annulled_ones_among_them():
    found = played({"target": 10_000}, n=3)
    assert (found.matches["ending"] == 1).all()
    assert (found.matches["hands"] == 1000).all()
    assert (found.matches["annulled"] > 0).all()
    assert (found.matches["annulled"] < 100).all()


@pytest.mark.parametrize(("rounds", "hands"), [(0, 100), (101, 101)])
def test_r2_void_hands_are_rounds_and_do_not_cut_a_match_of_rounds_off(rounds, hands):
    table = Table(STUCK, centre=STUCK_PILES, stuck_lead="void", rounds=rounds)
    for n in range(1, hands + 1):
        assert not table.play(STUCK_TURNS).row.score.any()
        assert table.replay.is_over == (n == hands)
        if n < hands:
            table.deal(STUCK[::-1] if n % 2 else STUCK, centre=STUCK_PILES)
    assert (table.public.hand, table.public.void) == (hands, hands)
    assert table.public.capped == (rounds == 0)


@pytest.mark.parametrize(
    ("options", "most"),
    [
        ({"demoralise": "off"}, 29),
        ({"players": 2}, 29),
        ({"players": 3}, 43),
        ({}, 129),
        ({"players": 2, "stuck_lead": "void"}, 129),
        ({"players": 2, "value_ten": 0}, 1000),
        ({"players": 2, "target": 10_000}, 1000),
        ({"rounds": 9, "demoralise": "off"}, 9),
        ({"rounds": 9}, 109),
        ({"players": 2, "rounds": 9, "stuck_lead": "void"}, 9),
    ],
    ids=str,
)
def test_r2_the_longest_match(options, most):
    rules = GAME.make_rules(options)
    assert max_hands(GAME, rules) == most
    assert rules.fixed_hands == (9 if most == 9 else None)


# --- Properties -----------------------------------------------


@given(options=st.sampled_from(RULE_SETS), seed=SEEDS)
@settings(max_examples=25, deadline=None)
def test_what_holds_of_every_hand(options, seed):
    rules = GAME.make_rules(options)
    hands = played(options, seed, n=20).hands
    ended = hands["outcome"] == 0
    points = np.max([hands[f"score_{seat}"] for seat in range(rules.players)], axis=0)
    assert set(points[ended].tolist()) <= {1, 2, 3, 4, 5, 6, 8, 10}
    assert not points[(hands["outcome"] == 1) | (hands["outcome"] == 2)].any()
    assert (hands["turns"] == hands["leads"] + hands["counters"]).all()
    assert (hands["from_lead"] >= hands["doubled"]).all()
    sums = {"attacks": "turns", "led": "leads", "countered": "counters", "passed": "passes"}
    for part, whole in sums.items():
        total = sum(hands[f"{part}_{seat}"].astype(int) for seat in range(rules.players))
        assert np.array_equal(total, hands[whole]), part
    most = {4: 66, 3: 50, 2: 46}[rules.players]
    assert (hands["decisions"] <= most).all()
    assert (hands["turns"] <= (16 if rules.players == 2 else 13)).all()
    if rules.players > 2:
        assert not hands["centre_cards"].any()
        size = 10 if rules.players == 3 else 8
        for seat in range(rules.players):
            played_cards = 2 * hands[f"attacks_{seat}"].astype(int)
            assert np.array_equal(played_cards, size - hands[f"left_{seat}"])
    spoken = hands["decisions"] - 2 * hands["turns"] - hands["passes"]
    if rules.players == 3 or rules.demoralise in ("off", "forced"):
        lone = spoken[ended] == -1  # a lone attack has no defence card
        assert (lone | (spoken[ended] == 0)).all()
        assert rules.players == 2 or not lone.any()


def test_points_of_each_rule_add_up_in_the_match_too():
    found = played({"demoralise": "mandatory", "special_hands": "goita"}, n=100)
    for seat in range(4):
        totals = np.zeros(100, int)
        np.add.at(totals, found.hands["match"], found.hands[f"score_{seat}"].astype(int))
        assert np.array_equal(totals, found.matches[f"total_{seat}"])
    assert (found.hands["outcome"] >= 3).any()
    won = [found.matches[f"hands_won_{seat}"] for seat in range(4)]
    assert np.array_equal(won[0], won[2])
    assert np.array_equal(found.matches["annulled"] + won[0] + won[1], found.matches["hands"])


@pytest.mark.parametrize(
    ("options", "points", "doubled", "first_wins"),
    [
        ({}, 2.78, 0.255, 0.313),
        ({"players": 3}, 2.84, 0.331, 0.381),
        ({"players": 2}, 2.52, 0.161, 0.506),
    ],
    ids=["4", "3", "2"],
)
def test_random_bots_score_as_they_did_elsewhere(options, points, doubled, first_wins):
    """Means of 12,000 hands by an independent program; both samples have errors."""
    hands = played(options, n=1500).hands
    ended = hands["outcome"] == 0
    seats = GAME.make_rules(options).players
    score = np.max([hands[f"score_{seat}"] for seat in range(seats)], axis=0)[ended]
    assert abs(score.mean() - points) < 0.06
    assert abs(hands["doubled"][ended].mean() - doubled) < 0.02
    assert abs((hands["winner"] == hands["dealer"])[ended].mean() - first_wins) < 0.02


BASE = {4: {}, 3: {"players": 3}, 2: {"players": 2}}
CHANGES = [
    *((n, "target", 7) for n in BASE),
    *((n, "duke_attack", rule) for n in BASE for rule in ("goita", "goita_own")),
    *((n, "next_first", "winner") for n in BASE),
    *((n, "double", "off") for n in BASE),
    *((n, "reveal_at_end", "all") for n in BASE),
    *((n, "rounds", 3) for n in BASE),
    *((4, "demoralise", rule) for rule in ("mandatory", "off", "forced")),
    (4, "special_hands", "goita"),
    (3, "aside_peek", False),
    (2, "centre_double", False),
    (2, "stuck_lead", "void"),
    *((4, value_option(kind), 9) for kind in KINDS),
    (4, "double_factor", 3),
]
SEEN_ONLY = ("reveal_at_end", "aside_peek")  # they change what is seen, not what random bots do


@pytest.mark.parametrize(("players", "option", "value"), CHANGES)
def test_every_option_changes_something(players, option, value):
    base, changed = BASE[players], {**BASE[players], option: value}
    one, other = played(base), played(changed)
    differs = any(
        len(one.hands[name]) != len(other.hands[name])
        or not np.array_equal(one.hands[name], other.hands[name])
        for name in one.hands
    )
    assert differs == (option not in SEEN_ONLY)  # for those see test_duke_seats


@pytest.mark.parametrize(("option", "value"), [("special_factor", 3), ("eight_tens", 11)])
def test_the_numbers_of_special_hands_change_something(option, value):
    base = {"special_hands": "goita", "demoralise": "forced"}
    n = 300 if option == "special_factor" else 6000
    one, other = played(base, n=n), played({**base, option: value}, n=n)
    assert not np.array_equal(one.matches["total_0"], other.matches["total_0"])
