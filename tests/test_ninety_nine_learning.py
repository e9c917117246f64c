"""The script that learns the planner's table: its writing, its fits and its counts."""

import numpy as np
import pytest
from simcards_strategies.ninety_nine import fit_table, learn_table, trick_table

from simcards.game import find_game

NUMBERS = ("KEPT", "LENGTH", "BID", "MADE")


def tables(names):
    return {name: getattr(trick_table, name) for name in names}


def test_writing_the_table_there_is_changes_nothing(tmp_path):
    learn_table.write(tables(learn_table.NAMES), tables(NUMBERS), tmp_path / "again.py")
    again = (tmp_path / "again.py").read_text("utf-8")
    assert again == learn_table.Path(trick_table.__file__).read_text("utf-8")


def test_learning_overwrites_nothing_unasked(capsys):
    with pytest.raises(SystemExit):
        learn_table.main(["--matches", "1"])
    assert "--out" in capsys.readouterr().err


def test_the_table_knows_that_higher_cards_win_more_and_trumps_most():
    for name in ("CARD", "LEAD"):
        wins = getattr(trick_table, name)
        assert wins.min() >= 0
        assert wins.max() <= 1
        means = wins.reshape(-1, 6, 6).mean((0, 2))  # by cards above
        assert (np.diff(means) < 0).all()
    trump, threatened = trick_table.CARD[:, 0], trick_table.CARD[:, 3]
    assert trump.mean() > threatened.mean()


def random_bids(n=400):
    rng = np.random.default_rng(3)
    cards = rng.integers(0, 180, (n, 9))
    suits = np.arange(4) % 3 * 10 + rng.integers(0, 6, (n, 4))
    return np.column_stack([cards, suits, rng.integers(0, 10, n), rng.integers(0, 2, n)])


def test_the_slope_of_the_bids_likelihood_is_its_derivative():
    parts = (trick_table.KEPT, trick_table.LENGTH, trick_table.BID.T)
    values = np.concatenate([part.ravel() for part in parts])
    bids = random_bids()
    _, slope = fit_table.bid_loss(values, bids)
    for place in np.random.default_rng(4).integers(0, len(values), 60):
        step = np.zeros(len(values))
        step[place] = 1e-6
        ahead, behind = (fit_table.bid_loss(values + s, bids)[0] for s in (step, -step))
        assert slope[place] == pytest.approx((ahead - behind) / 2e-6, rel=1e-3, abs=1e-7)


def test_a_fit_finds_how_often_a_need_is_met():
    rng = np.random.default_rng(5)
    n = 4000
    rows = np.column_stack(
        [np.ones(n), np.full(n, 3), np.ones(n), np.full(n, 0.5), np.zeros(n), rng.random(n) < 0.7]
    )
    top, spread, base, led, _ = fit_table.fit_shape(rows, np.array([0.5, 1.0, 0.1, 0.0, 0.0]))
    width = 0.5 + base
    assert top * width / (width + spread * led * led) == pytest.approx(0.7, abs=0.03)


def test_self_play_counts_every_card_and_bid_once():
    counts, bids, samples = learn_table.self_play(find_game("ninety_nine"), 1, 10)
    n_hands = 90
    assert counts[0][..., 1].sum() == n_hands * 3 * sum(range(9))  # cards held back at each play
    assert counts[1][..., 1].sum() == n_hands * 9  # leads
    assert len(bids) == n_hands * 3
    assert len(samples) == n_hands * 27
    last = samples[samples[:, fit_table.LEFT] == 0]
    assert ((last[:, fit_table.NEED] == 0) == last[:, fit_table.MET]).all()
    assert last[:, fit_table.MET].sum() == bids[:, fit_table.BID_MET].sum()
