"""Ninety-Nine as played: properties of whole matches, every option where it acts, and chance."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ninety_nine_table import GAME, NO_TRUMP, Table
from simcards import engine, show
from simcards.cards import members
from simcards.design import RANDOM_FIRST, Cell, Sitter
from simcards.games.ninety_nine import kernels
from simcards.games.ninety_nine.deck import DECK
from simcards.replay import Replay
from simcards.rng import key_of, root
from simcards.transcripts import write

RULE_SETS = [
    *GAME.variants.values(),
    *(
        {**values, "round_win": "reach_100"}
        for values in GAME.variants.values()
        if values["end_mode"] == "first_to_3"
    ),
]
SEEDS = st.integers(0, 2**63 - 1)


def cell_of(rules):
    return Cell(0, 0, GAME.make_rules(rules), (Sitter("random_legal"),) * 3, 0, 0)


def play(rules, seed, n=20):
    """Matches 0 .. n - 1; per-seat columns as one array [rows, seats]."""
    played = engine.play(GAME, cell_of(rules), seed, RANDOM_FIRST, range(n))
    return by_seat(played.hands), by_seat(played.matches)


def by_seat(columns):
    found = {}
    for name, values in columns.items():
        base, _, seat = name.rpartition("_")
        if seat.isdigit():
            found.setdefault(base, []).append(values)
        else:
            found[name] = values
    return {
        name: np.stack(values, axis=1) if isinstance(values, list) else values
        for name, values in found.items()
    }


# --- Properties of all matches (rules text, section 4.11) -----


@given(rules=st.sampled_from(RULE_SETS), seed=SEEDS)
@settings(max_examples=40, deadline=None)
def test_what_holds_of_every_hand(rules, seed):
    hands, _ = play(rules, seed, n=3)
    bid, taken, score = hands["bid"], hands["taken"], hands["score"]
    assert (taken.sum(axis=1) == 9).all()
    assert ((bid >= 0) & (bid <= 9)).all()
    assert ((score >= 0) & (score <= 99)).all()
    made = bid == taken
    makers = made.sum(axis=1)
    assert (hands["makers"] == makers).all()
    premium = np.array([0, 30, 60])[hands["level"]]
    kept = made[np.arange(len(made)), hands["announcer"]]
    expected = 9 + np.array([0, 30, 40, 30])[makers] + np.where(kept, premium, 2 * premium)
    assert (score.sum(axis=1) == expected).all()
    parts = hands["points_tricks"] + hands["points_bonus"] + hands["points_premium"]
    assert (score == parts).all()
    assert (bid.sum(axis=1)[makers == 3] == 9).all()
    assert (bid.sum(axis=1)[makers == 2] != 9).all()
    assert (hands["decisions"] == 39).all()
    assert (hands["forced"] >= 3).all()  # the last card of each seat


@given(rules=st.sampled_from(RULE_SETS), seed=SEEDS)
@settings(max_examples=40, deadline=None)
def test_what_holds_of_every_match(rules, seed):
    hands, matches = play(rules, seed, n=3)
    first_hand = 0
    for match in range(3):
        n = int(matches["hands"][match])
        mine = slice(first_hand, first_hand + n)
        first_hand += n
        assert n <= engine.max_hands(GAME, GAME.make_rules(rules))
        assert hands["match"][mine].tolist() == [match] * n
        assert hands["hand"][mine].tolist() == list(range(n))
        check_match(rules, {key: values[mine] for key, values in hands.items()}, matches, match)
    assert (matches["ending"] == 0).all()


def check_match(rules, hands, matches, match):
    """Totals, manches, winners and dealers from the hands' scores, by R8 and R9."""
    first = int(matches["first"][match])
    running, totals = np.zeros(3, int), np.zeros(3, int)
    wins, manche, dealer = np.zeros(3, int), 0, first
    has_manches = rules["end_mode"] != "9_hands"
    for hand, score in enumerate(hands["score"].astype(int)):
        assert hands["dealer"][hand] == dealer
        assert hands["manche"][hand] == manche
        running += score
        totals += score
        reached = running >= 100
        ends = bool(has_manches and reached.any())
        assert hands["ends_manche"][hand] == ends
        bonus = [0, 30, 20, 10][reached.sum()] if ends and rules["end_mode"] == "3_bonus" else 0
        assert hands["manche_bonus"][hand].tolist() == (bonus * reached).tolist()
        totals += bonus * reached
        dealer = (dealer + 1) % 3
        if ends:
            top = reached if rules.get("round_win") == "reach_100" else running == running.max()
            wins += top
            running[:] = 0
            manche += 1
            dealer = (first + manche) % 3
        is_last = hand == len(hands["score"]) - 1
        assert is_last == is_over(rules["end_mode"], hand + 1, manche, wins.max())
    assert matches["total"][match].tolist() == totals.tolist()
    assert matches["manches"][match] == manche
    assert matches["manche_wins"][match].tolist() == wins.tolist()
    best = wins.max() if rules["end_mode"] == "first_to_3" else 0
    key = totals + (wins == best) * 10**6 if best else totals
    assert matches["won"][match].tolist() == (key == key.max()).tolist()


def is_over(end_mode, n_hands, manches, most_wins):
    if end_mode == "9_hands":
        return n_hands == 9
    return most_wins == 3 if end_mode == "first_to_3" else manches == 3


def replayed(rules, first, hands):
    """The hands of a transcript played by these rules."""
    replay = Replay(GAME, GAME.make_rules(rules), first)
    for hand in hands:
        replay.lay(hand["deal"])
        for text in hand["actions"]:
            replay.act(text)
    return replay


@given(rules=st.sampled_from(RULE_SETS), seed=SEEDS)
@settings(max_examples=10, deadline=None)
def test_turning_the_table_turns_the_result(rules, seed):
    """Every seat sits one further left, the dealer too: all that changes is who is who."""
    seen = show.match(GAME, cell_of(rules), seed, RANDOM_FIRST, 0)
    hands = write(seen)["hands"]
    for hand in hands:
        rows = hand["deal"]["hands"]
        hand["deal"]["hands"] = rows[-1:] + rows[:-1]
    turned = replayed(rules, (seen.first + 1) % 3, hands)
    for before, after in zip(seen.hands, turned.hands, strict=True):
        for name in ("bids", "taken", "made", "scores"):
            values = before.results[name]
            assert after.results[name] == values[-1:] + values[:-1]
        assert after.results["winners"] == [(seat + 1) % 3 for seat in before.results["winners"]]
        assert after.results["trump"] == before.results["trump"]
    assert turned.standing["winners"] == sorted((s + 1) % 3 for s in seen.standing["winners"])


@given(seed=SEEDS, request=st.sampled_from(["none", "declare", "reveal"]), seat=st.integers(0, 2))
@settings(max_examples=20, deadline=None)
def test_an_announcement_changes_the_premium_alone(seed, request, seat):
    """With the same hands and plays."""
    rules = {"end_mode": "9_hands"}
    seen = show.match(GAME, cell_of(rules), seed, RANDOM_FIRST, 0)
    hands = write(seen, 1)["hands"]
    hands[0]["actions"][2 * seat + 1] = request
    row = replayed(rules, seen.first, hands).hands[0].row
    before = seen.hands[0].row
    for name in ("bid", "taken", "points_tricks", "points_bonus"):
        assert row[name].tolist() == before[name].tolist()
    assert (
        row.score.tolist() == (row.points_tricks + row.points_bonus + row.points_premium).tolist()
    )


# --- Every option where it acts -------------------------------

NINE = {"end_mode": "9_hands"}
FIRST = {"end_mode": "first_to_3"}
FLIPS = {  # option: (rules, its other value, the columns of `hands` or `matches` that it changes)
    "trump_mode": (NINE, "junk", {"trump", "turn_up", "taken"}),
    "end_mode": ({}, "3_plain", {"manche_bonus", "total"}),
    "round_win": (FIRST, "reach_100", {"manche_wins"}),
    "trick_points": (NINE, 2, {"points_tricks", "score", "total"}),
    "bonus_one": (NINE, 31, {"points_bonus", "score", "total"}),
    "bonus_two": (NINE, 21, {"points_bonus", "score", "total"}),
    "bonus_three": (NINE, 11, {"points_bonus", "score", "total"}),
    "declare_points": (NINE, 20, {"points_premium", "score", "total"}),
    "reveal_points": (NINE, 50, {"points_premium", "score", "total"}),
    "manche_target": ({}, 120, {"hands", "total"}),
    "manche_bonus_one": ({}, 31, {"manche_bonus", "total"}),
    "manche_bonus_two": ({}, 21, {"manche_bonus", "total"}),
    "manche_bonus_three": ({"manche_target": 10}, 11, {"manche_bonus", "total"}),
    "manches": ({}, 2, {"hands", "manches"}),
    "hands": (NINE, 8, {"hands"}),
}


def test_every_option_is_flipped_below():
    assert set(FLIPS) == set(GAME.options)


@pytest.mark.parametrize("option", FLIPS)
def test_an_option_changes_what_it_is_about(option):
    """Flipping it changes these columns; a number in the scoring changes no others."""
    rules, value, changed = FLIPS[option]
    before, after = (play(played, seed=99, n=200) for played in (rules, {**rules, option: value}))
    differ = {
        name
        for old, new in zip(before, after, strict=True)
        for name in old
        if not np.array_equal(old[name], new[name])
    }
    assert differ >= changed
    if option in NINE_HANDS_SCORING or option.startswith("manche_bonus"):
        assert differ - {"won"} == changed


NINE_HANDS_SCORING = {
    *("trick_points", "bonus_one", "bonus_two", "bonus_three", "declare_points", "reveal_points")
}


@pytest.mark.parametrize(
    ("option", "makers"), [("bonus_one", 1), ("bonus_two", 2), ("bonus_three", 3)]
)
def test_a_bonus_is_paid_to_each_who_made_his_bid(option, makers):
    hands, _ = play({**NINE, option: 77}, seed=5, n=300)
    made = (hands["bid"] == hands["taken"]) & (hands["makers"] == makers)[:, None]
    assert made.any()
    assert (hands["points_bonus"][made] == 77).all()
    assert not (hands["points_bonus"][~made] == 77).any()


# --- Chance ---------------------------------------------------


def states_of_deals(n, **options):
    """n deals of one seed, as records."""
    table = Table(**options)
    found = np.zeros(n, kernels.STATE)
    for match in range(n):
        with np.errstate(over="ignore"):
            key = np.uint64(key_of(root(11, "deal"), match, 0))
            kernels.deal(table.state, key)
        found[match] = table.records[0]
    return found


@pytest.fixture(scope="module")
def deals():
    return states_of_deals(8000)


def bits(masks):
    """bool[deals, cards]"""
    return (masks[:, None] >> np.arange(36, dtype=np.uint64)) & np.uint64(1) == 1


def within(found, probability, n):
    """Within four standard errors of the probability."""
    return abs(found / n - probability) < 4 * np.sqrt(probability * (1 - probability) / n)


def test_every_deal_is_the_deck(deals):
    held = deals["own"]["held"]
    assert (held[:, 0] | held[:, 1] | held[:, 2] == DECK).all()
    assert all((bits(held[:, seat]).sum(axis=1) == 12).all() for seat in range(3))


def test_every_card_is_equally_likely_at_every_seat(deals):
    """Chi-square over 36 cards x 3 seats; twelve cards a seat leave 35 x 2 degrees of freedom."""
    from scipy.stats import chi2

    n = len(deals)
    counts = np.array([bits(deals["own"]["held"][:, seat]).sum(axis=0) for seat in range(3)])
    statistic = ((counts - n / 3) ** 2 / (n / 3)).sum() * 35 / 36
    assert 0.001 < chi2.sf(statistic, 70) < 0.999


def test_pairs_of_cards_fall_together_as_chance_has_it(deals):
    """Two cards in one hand: 11 in 35; the 630 pairs of one seat with chi-square's own mean."""
    n = len(deals)
    held = bits(deals["own"]["held"][:, 1]).astype(np.int64)
    together = (held.T @ held)[np.triu_indices(36, 1)]
    expected = n * (12 / 36) * (11 / 35)
    assert within(together.sum() / 630, (12 / 36) * (11 / 35), n)
    spread = ((together - expected) ** 2 / expected).mean()
    assert 0.7 < spread / (1 - expected / n) < 1.3


def test_turn_ups_are_37_equal_chances_apart_from_the_deal(deals):
    """P(no trump) = 5/37, each suit 8/37; who holds the turned-up card is one in three."""
    from scipy.stats import chi2

    n = len(deals)
    turn_up = deals["public"]["turn_up"]
    counts = np.bincount(turn_up, minlength=37)
    assert len(counts) == 37
    statistic = ((counts - n / 37) ** 2 / (n / 37)).sum()
    assert 0.001 < chi2.sf(statistic, 36) < 0.999
    trump = deals["public"]["trump"]
    assert within((trump == NO_TRUMP).sum(), 5 / 37, n)
    assert all(within((trump == suit).sum(), 8 / 37, n) for suit in range(4))
    cards = turn_up < kernels.JOKER
    for seat in range(3):
        holds = bits(deals["own"]["held"][cards, seat])[np.arange(cards.sum()), turn_up[cards]]
        assert within(holds.sum(), 1 / 3, cards.sum())


def test_the_rules_do_not_change_the_cards(deals):
    """Two variants with one deck see the same hands."""
    junk = states_of_deals(50, trump_mode="junk", end_mode="9_hands")
    assert (junk["own"]["held"] == deals["own"]["held"][:50]).all()
    assert (junk["public"]["turn_up"] == -1).all()


def test_the_first_dealer_is_random_and_each_as_likely():
    _, matches = play(NINE, seed=3, n=1500)
    assert all(within((matches["first"] == seat).sum(), 1 / 3, 1500) for seat in range(3))


def test_a_match_alone_equals_itself_among_many():
    cell = cell_of({})
    alone = engine.play(GAME, cell, 7, RANDOM_FIRST, range(12, 13))
    many = engine.play(GAME, cell, 7, RANDOM_FIRST, range(40))
    rows = many.hands["match"] == 12
    assert all((many.hands[name][rows] == alone.hands[name]).all() for name in alone.hands)


def test_a_mirror_turns_the_first_dealer_over_the_same_cards():
    plain, turned = (
        show.match(GAME, replace(cell_of(NINE), turn=turn), 7, RANDOM_FIRST, 4) for turn in (0, 1)
    )
    assert turned.first == (plain.first + 1) % 3
    for before, after in zip(plain.hands, turned.hands, strict=True):
        held = [[members(own.held) for own in hand.dealt.own] for hand in (before, after)]
        assert held[0] == held[1]
