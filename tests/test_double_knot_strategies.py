"""The bots of Double Knot: legal, repeatable, and as strong as their docstrings say."""

import re
from functools import cache

import numpy as np
import pytest
from simcards_strategies.double_knot import bidding, reading

from simcards.cards import members
from simcards.engine import param_array
from simcards.game import find_game
from simcards.games.double_knot.deck import CARD_OF
from simcards.games.double_knot.kernels import BIDS
from simcards.strategy import find, parse_sitter
from simcards.strategy import names as strategy_names
from tables import begun, played_in_rotation, rules_of

GAME = find_game("double_knot")
SEED = 11  # another than that of the strengths stated
SOLO = ("3p-extended", "3p-basic", "4p-extended", "4p-basic", "5p-extended")
TEAMS = ("4p-extended-teams", "4p-basic-teams")


@cache
def all_played(variant, line_up, matches, options=()):
    """(sitters, all that was played) of each rotation."""
    rules = GAME.make_rules({**GAME.variants[variant], **dict(options)})
    return played_in_rotation(GAME, rules, line_up, SEED, matches)


def played(*args):
    """(sitters, stored columns of the hands) of each rotation."""
    return [(sitters, found.hands) for sitters, found in all_played(*args)]


def by_seat(hands, name, seats):
    return np.array([hands[f"{name}_{seat}"] for seat in range(seats)], np.float64)


def against(variant, first, other):
    """The line-up of one of the first, in teams of a side of it, among others."""
    seats = rules_of(GAME, variant).players
    return (first, other) * 2 if "teams" in variant else (first, *(other,) * (seats - 1))


def edge(variant, first, other, matches):
    """Points a hand of the first over the mean of the others, and the half width at 95 %.

    The unit is the block: one match number over all rotations; points over hands is a ratio.
    """
    line_up = against(variant, first, other)
    label = parse_sitter(first).label
    over, n = np.zeros(matches), np.zeros(matches)
    for sitters, hands in played(variant, line_up, matches):
        scores = by_seat(hands, "score", len(line_up))
        mine = np.array([sitter == label for sitter in sitters])
        lead = scores[mine].mean(0) - scores[~mine].mean(0)
        over += np.bincount(hands["match"], lead, matches)
        n += np.bincount(hands["match"], minlength=matches)
    found = over.sum() / n.sum()
    return found, 1.96 * np.sqrt(((over - found * n) ** 2).sum()) / n.sum()


def wins(variant, first, other, matches):
    """The same of the matches of 100 that the first, or its side, wins; of none lost, 3 blocks."""
    line_up = against(variant, first, other)
    label = parse_sitter(first).label
    shares = []
    for sitters, found in all_played(variant, line_up, matches):
        won = by_seat(found.matches, "won", len(line_up))
        mine = np.array([sitter == label for sitter in sitters])
        shares.append(100 * won[mine].sum(0) / won.sum(0))
    blocks = np.mean(shares, 0)
    half = 1.96 * blocks.std(ddof=1) / np.sqrt(matches)
    return blocks.mean(), half if half > 0 else 300 / matches


def share_of_bids(variant, name, bid=None, matches=200):
    """The share of exact bids in mirror; or of bids of so many tricks."""
    seats = rules_of(GAME, variant).players
    shares = []
    for _, hands in played(variant, (name,) * seats, matches):
        bids = by_seat(hands, "bid", seats)
        met = bids == by_seat(hands, "taken", seats)
        shares.append((met if bid is None else bids == bid).mean())
    return float(np.mean(shares))


def stated(name, section):
    """Pairs (estimate, half width) of a section of a docstring, by the rule set of their row."""
    text = re.split(r"\n(?=\w)", find(name).doc.split(f"\n{section} ")[1])[0]
    rows = re.findall(r"^\s+(\dp-\S+) (.*)$", text, re.MULTILINE)
    numbers = r"([+-]?\d+\.\d+) \+- (\d+\.\d+)"
    return {row: [(float(a), float(b)) for a, b in re.findall(numbers, rest)] for row, rest in rows}


# --- Strength -------------------------------------------------


PAIRS = [
    ("fair_share", "random_legal", 0),
    ("reckoner", "random_legal", 0),
    ("reckoner", "fair_share", 1),
]


@pytest.mark.parametrize("variant", SOLO)
@pytest.mark.parametrize(("name", "other", "column"), PAIRS)
def test_a_bot_is_as_much_stronger_as_it_states(variant, name, other, column):
    says, wide = stated(name, "Strength")[variant][column]
    found, half = edge(f"{variant}-standard", name, other, 400)
    assert found - half > 0
    assert abs(found - says) < half + wide


@pytest.mark.parametrize("variant", [*SOLO, *TEAMS])
@pytest.mark.parametrize(("name", "other", "column"), PAIRS)
def test_a_bot_wins_as_many_matches_as_it_states(variant, name, other, column):
    says, wide = stated(name, "Wins")[variant][column]
    found, half = wins(f"{variant}-standard", name, other, 400)
    assert found - half > (50 if "teams" in variant else 100 / int(variant[0]))
    assert abs(found - says) < half + wide


@pytest.mark.parametrize(("variant", "least"), list(zip(SOLO, (44, 46, 50, 51, 55), strict=True)))
def test_bids_come_true_more_often_than_for_the_goal_bots_of_the_rules(variant, least):
    found = 100 * share_of_bids(f"{variant}-standard", "reckoner")
    assert found > least
    says = re.search(rf"{variant} .* (\d\d\.\d) %", find("reckoner").doc)
    assert found == pytest.approx(float(says[1]), abs=1.5)


@pytest.mark.parametrize("variant", ["4p-extended", "4p-basic", "5p-extended"])
def test_zero_on_purpose_pays_under_special_scoring(variant):
    says, wide = stated("reckoner", "Strength")[variant][2]
    found, half = edge(f"{variant}-special", "reckoner", "reckoner:special=0", 1500)
    assert found - half > 0
    assert abs(found - says) < half + wide


@pytest.mark.parametrize(
    ("variant", "column"),
    [("3p-extended", 2), ("3p-basic", 2), ("4p-extended-teams", 1), ("4p-basic-teams", 1)],
)
def test_zero_on_purpose_changes_as_good_as_nothing_with_3_seats_and_in_teams(variant, column):
    says, wide = stated("reckoner", "Strength")[variant][column]
    found, half = edge(f"{variant}-special", "reckoner", "reckoner:special=0", 2000)
    assert found - half > -0.01
    assert found + half < 0.02
    assert abs(found - says) < half + wide


@pytest.mark.parametrize("variant", SOLO)
def test_zero_is_bid_on_purpose_under_special_scoring_only(variant):
    standard, special = (f"{variant}-{scoring}" for scoring in ("standard", "special"))
    usual = share_of_bids(standard, "reckoner", 0)
    assert share_of_bids(standard, "reckoner:special=0", 0) == usual
    assert share_of_bids(standard, "reckoner:special=3", 0) == usual
    assert share_of_bids(special, "reckoner", 0) > usual
    assert share_of_bids(special, "reckoner:special=3", 0) > 2 * usual
    assert share_of_bids(special, "reckoner:special=0", 0) == pytest.approx(usual, abs=0.01)


def test_more_points_for_zero_make_it_bid_more_often():
    def share(points):
        line_up = ("reckoner",) * 4
        options = (("special_points", points),)
        columns = played("4p-basic-special", line_up, 50, options)
        return np.mean([by_seat(hands, "bid", 4) == 0 for _, hands in columns[:1]])

    assert share(2) < share(4) < share(8)


@pytest.mark.parametrize("variant", TEAMS)
def test_partners_who_look_to_their_contract_beat_such_as_do_not(variant):
    says, wide = stated("reckoner", "Strength")[variant][0]
    found, half = edge(f"{variant}-standard", "reckoner", "reckoner:team=0", 200)
    assert found - half > 0
    assert abs(found - says) < half + wide


# --- Parameters and properties --------------------------------


def test_aim_moves_the_bids():
    def mean_bid(aim):
        columns = played("4p-basic-standard", (f"reckoner:aim={aim}",) * 4, 50)
        return np.mean([by_seat(hands, "bid", 4).mean() for _, hands in columns])

    assert mean_bid(-0.5) < mean_bid(0) < mean_bid(0.5)


def test_more_is_bid_beyond_the_share():
    for more, bid in ((0, 3), (1, 4), (-1, 2), (-9, 0), (99, 11)):
        _, hands = played("4p-extended-standard", (f"fair_share:more={more}",) * 4, 1)[0]
        assert (by_seat(hands, "bid", 4) == bid).all()


def test_spite_spoils_the_bids_of_others():
    others = [
        np.mean(
            [
                (by_seat(hands, "bid", 4) == by_seat(hands, "taken", 4))[
                    [sitter == "reckoner" for sitter in sitters]
                ].mean()
                for sitters, hands in played(
                    "4p-basic-standard", (f"reckoner:spite={spite}", *("reckoner",) * 3), 200
                )
            ]
        )
        for spite in (0, 3)
    ]
    assert others[1] < others[0] - 0.01


def test_straying_is_a_choice_by_chance_and_costs_points():
    found, half = edge("3p-basic-standard", "reckoner:stray=0.5", "reckoner", 300)
    assert found + half < 0


@pytest.mark.parametrize("variant", GAME.variants)
def test_bots_act_legally_and_repeat_themselves(variant):
    seats = rules_of(GAME, variant).players
    line_up = ("reckoner", "fair_share", "reckoner:stray=0.3", "reckoner:team=0", "reckoner")
    both = [all_played.__wrapped__(variant, line_up[:seats], 3) for _ in range(2)]
    for (_, first), (_, second) in zip(*both, strict=True):
        for name in first.hands:
            assert (first.hands[name] == second.hands[name]).all()


@pytest.mark.parametrize("variant", TEAMS)
def test_the_first_of_two_partners_bids_zero_more_often_where_it_is_special(variant):
    def zeros(scoring, name):
        share, n = 0, 0
        for _, hands in played(f"{variant}-{scoring}", (name,) * 4, 100):
            bids = by_seat(hands, "bid", 4)
            first = (hands["dealer"].astype(int) + 1) % 4
            share += (bids[first, np.arange(len(first))] == 0).sum()
            n += len(first)
        return share / n

    usual = zeros("standard", "reckoner")
    assert zeros("special", "reckoner:special=0") == pytest.approx(usual, abs=0.01)
    assert usual < zeros("special", "reckoner") < zeros("special", "reckoner:special=2")


def test_the_names_are_found_for_this_game_only():
    assert {"fair_share", "reckoner"} <= set(strategy_names("double_knot"))
    assert not {"fair_share", "reckoner"} & set(strategy_names("ninety_nine"))


# --- What they read -------------------------------------------


def mask(names):
    return np.uint64(sum(1 << CARD_OF[name] for name in names.split()))


def dealt(variant, held):
    """A state in which the seat to act holds these cards, and the others the rest."""
    rules = rules_of(GAME, variant)
    state = begun(GAME, rules, 5)
    seat = int(state.public.to_act)
    left = sum(int(state.own[i].held) for i in range(rules.players)) & ~int(mask(held))
    cards = members(left)
    size = int(state.public.n_tricks)
    for i in range(1, rules.players):
        other = (seat + i) % rules.players
        state.own[other].held = np.uint64(sum(1 << card for card in cards[:size]))
        cards = cards[size:]
    state.own[seat].held = mask(held)
    return state, seat


def bid_of(state):
    """What the reckoner bids for the seat to act."""
    params = param_array(find("reckoner"), {})
    own, legal = state.own[int(state.public.to_act)], GAME.kernels.legal_actions(state)
    choose = find("reckoner").choose
    return int(choose(state.public, own, legal, np.uint64(1), params)) - BIDS


STRONG = "XM XS XW XL XY XK AK 8YK 5YK 9LK 6LK"
WEAK = "AM 2MK 3MW 4MS AS 2SY 3SK AW 2WL 4WL 5ML"


def test_strong_hands_bid_many_tricks_and_weak_ones_few():
    assert bid_of(dealt("4p-extended-standard", STRONG)[0]) >= 7
    assert bid_of(dealt("4p-extended-standard", WEAK)[0]) <= 1


def test_the_second_of_two_partners_corrects_the_first():
    hand = "XM 9MS 4MS XS 2SY 7WY 4WL 3LY 6LK 4YK 5YK"
    bids = {}
    for promised in (0, 2, 5, 8):
        state, seat = dealt("4p-extended-teams-standard", hand)
        partner = (seat + 2) % 4
        state.public.bids[partner] = promised
        state.public.bids[(seat + 3) % 4] = 3
        bids[promised] = bid_of(state)
    assert bids[0] >= bids[2] >= bids[5] >= bids[8]
    assert bids[0] > bids[8]


def test_no_one_beats_the_crown_of_knots_and_any_one_the_ace_of_moons():
    hand = "XK AM AS AW AL AY 2MK 3MW 4MS 5ML 6MW 7ML 8MS 9MS EX"
    state, seat = dealt("3p-extended-standard", hand)
    other = (seat + 1) % 3
    theirs = reading.against(state.public, state.own[seat])
    crown, ace = CARD_OF["XK"], CARD_OF["AM"]
    assert reading.beat_place(state.public, other, crown, crown, theirs)[0] == -1
    above, below, trumps = reading.beat_place(state.public, other, ace, ace, theirs)
    assert (above, below, trumps) == (reading.SOME[5], 0, reading.SOME[24])


def test_suits_that_nobody_else_holds_are_not_against_one():
    state, seat = dealt("4p-basic-standard", "XM 9MS AS 2SY XW 7WY XL AY XK")
    theirs = reading.against(state.public, state.own[seat])
    moons = np.uint64(reading.MASKS[0])
    assert theirs & moons
    for i in range(1, 4):
        state.public.lacks[(seat + i) % 4] |= moons
        gone = reading.against(state.public, state.own[seat]) & moons == 0
        assert gone == (i == 3)


def test_every_hand_has_as_many_places_as_cards_and_suits():
    for variant, cards in (("3p-extended-standard", 15), ("5p-extended-standard", 9)):
        state = begun(GAME, rules_of(GAME, variant), 8)
        for seat in range(state.public.rules.players):
            places = np.zeros(bidding.N_PLACES, np.uint64)
            n = bidding.bid_places(state.public, state.own[seat], places)
            excuse = int(state.own[seat].held) >> CARD_OF["EX"] & 1
            assert n == cards - excuse + 9
            assert len(set(places[:n].tolist())) == n
            assert places[:n].max() < bidding.N_WEIGHTS
