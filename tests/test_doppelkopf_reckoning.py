"""What the bots of Doppelkopf reckon with: stakes, friends, chances, counts."""

import numpy as np
import pytest
from simcards_strategies.doppelkopf import counting, reading, saying, stakes
from simcards_strategies.doppelkopf.forecasts import between

from doppelkopf_table import CARD_OF, DEALS, GAME, Table, cards
from simcards.cards import count
from simcards.games.doppelkopf import scoring
from simcards.games.doppelkopf.deck import CLASS_OF, DIAMONDS, TRUMP
from simcards.games.doppelkopf.state import KONTRA, RE
from simcards.signatures import hand_dtype

ENDS = ((0, 0), (20, 1), (45, 3), (75, 4), (100, 5), (120, 6), (121, 6), (140, 7), (160, 8))
ENDS += ((185, 9), (215, 11), (238, 11), (240, 12))  # Re's card points and tricks
OPTIONS = ({}, {"beat_bonus": True}, {"said_points": 5, "under_points": 3, "queens_points": 4})


def mean_values(options, steps, party, solo, weights):
    """The value for a party over ENDS by the scoring itself, and the forecast that tells of them.

    Promises that the party beats are left out: no announcement of its own touches them.
    """
    table = Table(**options)
    table.state.own[0].party = RE
    table.public.steps[RE], table.public.steps[KONTRA] = steps
    row = np.zeros(1, hand_dtype(GAME)).view(np.recarray)[0]
    row.type = 6 if solo else 0
    total, forecast = 0.0, np.zeros(10)
    for weight, (points, tricks) in zip(weights, ENDS, strict=True):
        row.re_points, row.re_tricks = points, tricks
        row.side_won = scoring.side_that_won(*steps, points, tricks)
        value = int(scoring.value_for_re(table.state, row)) * (1 if party == RE else -1)
        mine, own = (points, tricks) if party == RE else (240 - points, 12 - tricks)
        if options.get("beat_bonus"):
            other = steps[0 if party == KONTRA else 1]
            value -= sum(other >= s and mine >= scoring.BEATEN_AT[s] for s in range(2, 6))
        total += weight * value
        reached = [own > 0, *(mine >= needed for needed in stakes.REACHED[1:9]), own == 12]
        forecast += weight * np.array(reached, float)
    return total, tuple(forecast), table.public.rules


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("solo", [False, True])
@pytest.mark.parametrize("party", [RE, KONTRA])
def test_the_mean_value_of_announcements_is_that_of_the_scoring(options, solo, party):
    """R7, R8: for every pair of steps, over a spread of results."""
    weights = np.random.default_rng(4).dirichlet(np.ones(len(ENDS)))
    for re in range(6):
        for kontra in range(6):
            steps = (re, kontra)
            value, forecast, rules = mean_values(options, steps, party, solo, weights)
            mine = steps if party == RE else steps[::-1]
            found = stakes.mean_value(rules, mine, party == RE, forecast, solo)
            assert found == pytest.approx(value), steps


def test_re_pays_from_even_odds_on_and_a_promise_needs_more():
    table = Table()
    table.state.own[0].party = RE

    def gain(win, under):
        chances = (1.0, 1.0, 1.0, 1.0, win, win, under, 0.0, 0.0, 0.0)
        return stakes.gain_of_next(table.public, table.state.own[0], chances, True)

    assert gain(0.5, 0.2) == pytest.approx(0)
    assert gain(0.6, 0.2) == pytest.approx(0.4)  # 2 x (0.6 - 0.4)
    table.public.steps[RE] = 1
    # Kept 1; broken 3 + 3 + 1 lost, with 121 card points: 7 of 8 is the chance to break even.
    assert gain(1.0, 7 / 8) == pytest.approx(0)
    assert gain(1.0, 0.8) < 0 < gain(1.0, 0.9)


def test_a_normal_game_has_one_friend_whoever_he_is():
    table = Table()
    table.dealt(*DEALS["nobody"], dealer=3)  # seats 1 and 3 hold a queen of clubs each
    table.act(*["healthy"] * 4)
    for seat in range(4):
        chances = reading.friends(table.public, table.state.own[seat])
        assert chances[seat] == 1.0
        assert sum(chances) == pytest.approx(2.0)
        others = [chance for other, chance in enumerate(chances) if other != seat]
        assert others == pytest.approx([1 / 3] * 3)


def test_who_announced_re_is_a_friend_of_the_other_queen_and_of_no_one_else():
    table = Table()
    table.dealt(*DEALS["nobody"], dealer=0)
    table.act(*["healthy"] * 4, "re")  # seat 1
    assert reading.friends(table.public, table.state.own[3])[1] == 1.0
    kontra = reading.friends(table.public, table.state.own[0])
    assert kontra[1] == 0.0
    assert sum(kontra) == pytest.approx(2.0)


def test_a_silent_soloist_has_no_friend():
    table = Table()
    table.dealt(*DEALS["2"], dealer=3)
    table.act(*["healthy"] * 4)
    assert reading.friends(table.public, table.state.own[2]) == (0.0, 0.0, 1.0, 0.0)


@pytest.mark.parametrize("reserves", ["healthy", "reservation"])
def test_with_both_queens_of_clubs_one_plays_alone_only_if_one_was_silent(reserves):
    table = Table()
    table.dealt(*DEALS["2"], dealer=3)
    table.act("healthy", "healthy", reserves, "healthy")
    if reserves == "reservation":
        table.act("marriage")
        table.take_trick(1)
    public, own = table.public, table.state.own[2]
    silent = reserves == "healthy"
    role = counting.role_of(public, own, reading.friends(public, own))
    assert saying.is_one_alone(public, own) == silent
    assert role == (counting.SOLOIST if silent else counting.RE_SURE)


def test_whoever_takes_a_trick_of_a_marriage_is_his_holders_friend():
    table = Table()
    table.dealt(*DEALS["2"], dealer=3)
    table.act("healthy", "healthy", "reservation", "healthy", "marriage")
    assert reading.friends(table.public, table.state.own[2]) == (1.0,) * 4


def test_leading_trumps_looks_like_re_and_a_low_plain_card_like_kontra():
    assert reading.lead_looks(CARD_OF["SJ"]) > 1 > reading.lead_looks(CARD_OF["CA"])
    assert reading.lead_looks(CARD_OF["CA"]) > reading.lead_looks(CARD_OF["CK"])


def test_the_chance_to_have_none_is_hypergeometric():
    assert reading.chance_of_none(2, 36, 12) == pytest.approx(24 * 23 / (36 * 35))
    assert reading.chance_of_none(0, 36, 12) == 1.0
    assert reading.chance_of_none(30, 36, 12) == 0.0


def test_higher_cards_are_those_that_beat_it():
    over_ace = reading.HIGHER[DIAMONDS, CLASS_OF[DIAMONDS, CARD_OF["CA"]], CARD_OF["CA"]]
    assert count(over_ace) == 26  # all trumps
    over_ten = reading.HIGHER[DIAMONDS, TRUMP, CARD_OF["HT"]]
    assert count(over_ten) == 0  # not even the other one: the first wins
    assert count(reading.HIGHER[DIAMONDS, TRUMP, CARD_OF["CQ"]]) == 2


def test_a_hand_is_counted_by_its_trumps_aces_and_voids():
    counts = np.zeros(counting.N_COUNTS, np.uint64)
    held = cards("HT CQ CQ DJ D9 D9 CA CA CT SA SK HK")
    counting.count_hand(held, np.uint64(0), DIAMONDS, counts)
    places = {"HT": 0, "CQ": 1, "DJ": 8, "D9": 12}
    for name, place in places.items():
        assert counting.PLACE_OF[DIAMONDS, CARD_OF[name]] == place
    assert counts[:13].tolist() == [1, 2, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 2]
    assert counts[counting.ACES] == 2
    assert counts[counting.PAIRS] == 1
    assert (counts[counting.BACKED], counts[counting.BARE], counts[counting.LOW]) == (1, 0, 2)
    assert (counts[counting.VOIDS], counts[counting.SINGLES]) == (0, 1)
    assert counts[counting.MASTERS] == 6  # nothing is out that could beat them


def test_between_knots_of_a_table_lies_a_share_of_both():
    assert between(0.0) == (0, 0.0)
    assert between(22.5) == (1, 0.5)
    assert between(999.0)[0] == 15
