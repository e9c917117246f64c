"""The script that learns the forecaster's tables: its writing, its fits and what it notes."""

from pathlib import Path

import numpy as np
import pytest
from simcards_strategies.doppelkopf import forecast_tables, learn_forecasts, watch
from simcards_strategies.doppelkopf.counting import N_COUNTS, ONE_ALWAYS, OURS, THEIRS, UNSURE
from simcards_strategies.doppelkopf.stakes import R121, R151

from simcards.game import find_game

NAMES = ("POINTS", "REACH", "HAND_POINTS", "HAND_SCORE", "LEVEL")


@pytest.fixture(scope="module")
def watched():
    return learn_forecasts.self_play(find_game("doppelkopf"), 1, 8)


def test_writing_the_tables_there_are_changes_nothing(tmp_path):
    tables = {name: getattr(forecast_tables, name) for name in NAMES}
    learn_forecasts.write(tables, tmp_path / "again.py")
    again = (tmp_path / "again.py").read_text("utf-8")
    assert again == Path(forecast_tables.__file__).read_text("utf-8")


def test_learning_overwrites_nothing_unasked(capsys):
    with pytest.raises(SystemExit):
        learn_forecasts.main(["--matches", "1"])
    assert "--out" in capsys.readouterr().err


def test_chances_grow_with_what_is_expected_and_shrink_with_what_is_needed():
    reach = forecast_tables.REACH
    assert (np.diff(reach[..., 1:9], axis=-1) <= 0).all()  # 30, 60, ... 211 card points
    for role in range(4):
        even = reach[role, 6, :, R121]  # eleven cards in hand
        assert even[4] < 0.25 < 0.75 < even[12]


def test_a_hand_scores_more_the_more_it_may_take():
    for scores in forecast_tables.HAND_SCORE:
        assert scores[12] > scores[8] > scores[4]


def test_an_open_solo_may_cost_the_less_the_more_hands_are_left():
    level = forecast_tables.LEVEL
    assert level[0] < -1
    assert (np.diff(level) >= 0).all()
    assert level[-1] <= 0


def test_all_that_is_noted_of_stands_adds_up(watched):
    stands, _ = watched
    assert len(stands) == 8 * 24 * 4 * watch.LAST_CARDS
    assert (stands[:, ONE_ALWAYS] == 1).all()
    taken = stands[:, [OURS, THEIRS, UNSURE]].sum(1)
    assert (taken <= 240).all()
    twelve = stands[stands[:, watch.STAGE] == 7]
    assert len(twelve) == 8 * 24 * 4
    assert (twelve[:, [OURS, THEIRS, UNSURE]] == 0).all()
    points = twelve[:, watch.POINTS].astype(int).reshape(-1, 4)
    assert all(len({p, 240 - p} | set(hand)) == 2 or p == 120 for hand in points for p in hand[:1])


def test_hands_are_noted_by_how_they_were_played(watched):
    _, hands = watched
    scores = hands[:, watch.SCORE].astype(int).reshape(-1, 4) - watch.ZERO_SCORE
    assert (scores.sum(1) == 0).all()
    ways = hands[:, watch.WAY].reshape(-1, 4)
    solos = (ways < 7).any(1)
    assert solos.any()
    assert ((ways[solos] < 7).sum(1) == 1).all()
    normal = (np.isin(ways, (8, 9))).all(1)
    assert normal.any()
    assert ((ways[normal] == 8).sum(1) == 2).all()  # two of Re


def test_a_fit_finds_weights_and_the_means_near_each_knot():
    dice = np.random.default_rng(2)
    counts = dice.integers(0, 3, (5000, N_COUNTS))
    weights = dice.normal(0, 5, N_COUNTS)
    points = counts @ weights
    found = learn_forecasts.fit_points(counts, points, np.zeros(N_COUNTS))
    assert found == pytest.approx(weights, abs=0.5)
    expected = dice.uniform(0, 240, 20_000)
    seen = (dice.random(20_000) < expected / 240)[:, None].astype(float)
    knots = learn_forecasts.at_knots(expected, seen, np.full((17, 1), 0.5))[:, 0]
    assert knots[1:16] == pytest.approx(np.arange(1, 16) * 15 / 240, abs=0.08)


def test_forecasts_come_true(watched):
    """In other hands than those learned from: of all with about that chance, about so many."""
    stands, _ = watched
    eleven = stands[(stands[:, watch.STAGE] == 6) & (stands[:, watch.ROLE] < 4)]
    won, said = [], []
    for row in eleven:
        weights = forecast_tables.POINTS[int(row[watch.ROLE]), 6]
        x = min(max(float(row[:N_COUNTS] @ weights) / 15.0, 0.0), 15.999)
        table = forecast_tables.REACH[int(row[watch.ROLE]), 6, :, :]
        low = int(x)
        chance = table[low] + (table[low + 1] - table[low]) * (x - low)
        said.append((chance[R121], chance[R151]))
        won.append((row[watch.POINTS] >= 121, row[watch.POINTS] >= 151))
    assert np.mean(said, 0) == pytest.approx(np.mean(won, 0), abs=0.06)
