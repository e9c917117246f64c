"""The script that learns the reckoner's tables: its writing, its fits and its counts."""

import numpy as np
import pytest
from simcards_strategies.double_knot import learn_tables, tables, watch
from simcards_strategies.double_knot.bidding import N_WEIGHTS

from simcards.game import find_game

WEIGHTS = ("WEIGHTS", "ZERO_WEIGHTS")


def test_writing_the_tables_there_are_changes_nothing():
    percents = {name: getattr(tables, name) for name in watch.NAMES}
    weights = {name: getattr(tables, name) for name in WEIGHTS}
    text = learn_tables.text_of(percents, weights)
    assert text == learn_tables.Path(tables.__file__).read_text("utf-8")


def test_learning_overwrites_nothing_unasked(capsys):
    with pytest.raises(SystemExit):
        learn_tables.main(["--hands", "1"])
    assert "--out" in capsys.readouterr().err


def test_what_was_never_seen_stays_as_it_was():
    for name in watch.NAMES:
        there = getattr(tables, name)
        assert (learn_tables.learned(name, np.zeros((*there.shape, 2))) == there).all()
    assert (learn_tables.fit_weights(tables.WEIGHTS[0], np.zeros((0, watch.BID_ROW)), 0)
            == tables.WEIGHTS[0]).all()  # fmt: skip


def test_much_that_was_seen_outweighs_what_was_thought():
    found = np.zeros((*tables.LATER.shape, 2))
    found[..., 0], found[..., 1] = 3000.0, 10_000.0
    assert (learn_tables.learned("LATER", found) == 30).all()


def test_the_tables_know_that_cards_with_more_above_them_win_less():
    means = tables.LATER[:, :44].mean((0, 1, 3, 4, 5))
    assert (np.diff(means) < 0).all()
    beaten = tables.BEAT.astype(float)
    assert beaten[:, 3, 1].mean() > beaten[:, 1, 1].mean()
    assert beaten[..., 0, :].mean() > beaten[..., 1, :].mean()  # who wants tricks takes more


def test_a_fit_finds_what_a_card_is_worth():
    rng = np.random.default_rng(3)
    bids = np.zeros((4000, watch.BID_ROW))
    bids[:, 0] = rng.integers(0, 5, 4000)
    bids[:, watch.N_OF] = 1
    bids[:, watch.TOOK] = bids[:, 0] + rng.normal(0, 0.3, 4000)
    found = learn_tables.fit_weights(np.zeros(N_WEIGHTS), bids, watch.EXPECTED)
    assert found[:5] == pytest.approx([0, 1, 2, 3, 4], abs=0.15)
    assert (found[5:] == 0).all()


def test_self_play_counts_every_play_and_bid_once():
    n_hands, seats, tricks = 40, 4, 11
    counts, bids = learn_tables.self_play(
        find_game("double_knot"), "4p-extended-standard", "reckoner", 1, n_hands
    )
    found = dict(zip(watch.NAMES, counts, strict=True))
    held_back = n_hands * seats * sum(range(tricks))
    assert found["LATER"][..., 1].sum() == held_back
    assert found["LATER"][..., 0].sum() <= held_back
    assert found["BEAT"][..., 1].sum() <= n_hands * tricks * (seats - 1)
    assert found["PARTNER"].sum() == 0
    assert found["BIDS_MET"][..., 0, 1].sum() == pytest.approx(n_hands * seats)
    assert len(bids) == n_hands * seats
    hands = bids.reshape(n_hands, seats, -1)
    assert (hands[:, :, watch.TOOK].sum(1) == tricks).all()
    exact = (bids[:, watch.TOOK] == bids[:, watch.BADE]).sum()
    assert found["BIDS_MET"][..., 0, 0].sum() == pytest.approx(exact)


def test_self_play_of_partners_watches_them():
    counts, _ = learn_tables.self_play(
        find_game("double_knot"), "4p-basic-teams-special", "reckoner", 1, 20
    )
    found = dict(zip(watch.NAMES, counts, strict=True))
    assert found["PARTNER"][6, ..., 1].sum() == 20 * 9 * 4
    assert found["BIDS_MET"][6, ..., 0, 1].sum() == pytest.approx(20 * 2)  # who bids second
