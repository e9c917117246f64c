"""A game's own sections: what it declares is what is found, said, drawn and compared."""

from dataclasses import replace

import pytest

from known_run import holds, keys, run_of, section
from simcards import report
from simcards.report import effects, topics
from simcards.report.source import Source
from simcards.topics import POINTS, Breakdown, Rate, Topic

BY_BID = Breakdown(
    title="Bids of each strategy",
    keys={"strategy": "strategy", "bid": "bid"},
    rates=(
        Rate("bid in", "1", of=1),
        Rate("among all", "1", of=0),
        Rate("met", "taken = bid"),
        Rate("points a hand", "score", unit=POINTS),
    ),
    says="{strategy} meets {met} of its bids of {bid}",
    charted=("met", "points a hand"),
)
DECLARED = Breakdown(
    title="Who declares",
    keys={"level": "request"},
    rates=(Rate("share of seats", "1", of=0), Rate("asking", "request != 'none'", matters=0.02)),
)


@pytest.fixture
def declare(monkeypatch):
    def declared(*breakdowns):
        found = (Topic("own", "Its own", breakdowns, ("A note.",)),)
        monkeypatch.setattr("simcards.games.ninety_nine.topics.TOPICS", found)

    return declared


def rows_of(found):
    return {tuple(row.keys.values()): row.rates for row in found}


def test_a_rate_is_a_ratio_of_sums_in_each_row(source):
    rows = rows_of(topics.find(source, BY_BID))
    frame = source.db.execute(
        "SELECT strategy, bid, avg(CAST(taken = bid AS INT)) met, avg(score) AS points FROM seats "
        "GROUP BY ALL"
    ).fetchall()
    assert len(rows) == len(frame)
    for strategy, bid, met, points in frame:
        assert rows[strategy, str(bid)]["met"].value == pytest.approx(met)
        assert rows[strategy, str(bid)]["points a hand"].value == pytest.approx(points)


def test_the_whole_of_a_rate_may_span_rows(source):
    rows = rows_of(topics.find(source, BY_BID))
    strategies = {strategy for strategy, _ in rows}
    for strategy in strategies:
        own = [rates["bid in"].value for (name, _), rates in rows.items() if name == strategy]
        assert sum(own) == pytest.approx(1)
    assert sum(rates["among all"].value for rates in rows.values()) == pytest.approx(1)


def test_rows_follow_codes_and_skipped_ones_still_count(source):
    rows = rows_of(topics.find(source, DECLARED))
    assert list(rows) == [("none",), ("declare",)]  # not by the alphabet
    skipping = rows_of(topics.find(source, replace(DECLARED, skip=("none",))))
    assert list(skipping) == [("declare",)]
    assert skipping["declare",]["share of seats"] == rows["declare",]["share of seats"]


def test_made_up_names_have_their_own_order(source):
    kinds = "CASE WHEN taken > bid THEN 'over' WHEN taken < bid THEN 'under' ELSE 'met' END"
    own = replace(DECLARED, keys={"end": kinds}, order=("under", "met", "over"))
    assert list(rows_of(topics.find(source, own))) == [("under",), ("met",), ("over",)]


def test_rows_can_be_told_apart_by_contest(source):
    found = topics.find(source, DECLARED, by_contest=True)
    assert {row.contest for row in found} == {one.number for one in source.contests}


def test_a_section_says_draws_and_lists_what_was_declared(folder, declare):
    few = replace(BY_BID, title="Fewer", rates=BY_BID.rates[:1], says="", charted=())
    declare(BY_BID, few, replace(DECLARED, title="Never", where="bid > 100"))
    page = report.build(folder)
    own = section(page, "own")
    assert keys(page).index("own") == keys(page).index("effects") - 1
    assert "of its bids of" in own.lead[0]
    assert own.lead[1] == "Never: nothing of the kind happened in this run."
    assert "points a hand" in own.figures[0].alt
    assert own.tables[0].columns[:4] == ["strategy", "bid", "bid in", "among all"]  # many: no 95%
    assert "±" in own.tables[0].rows[0][2]
    assert own.tables[1].title.endswith("by contest")
    assert own.tables[2].columns[:4] == ["strategy", "bid", "bid in", "95%"]
    assert own.notes[0] == "A note."
    formulas = {row[0]: row[2] for row in section(page, "method").tables[0].rows}
    assert formulas["Its own: met"] == "sum(taken = bid) / sum(1)"


def test_what_matters_is_compared_between_options(tmp_path, declare):
    declare(DECLARED)
    rules = ({"declare_points": 30}, {"declare_points": 20})
    run = Source(run_of(tmp_path, n_blocks=60, rules=rules))
    (found,) = (one for one in effects.find(run) if one.metric == "asking")
    assert found.margin == 0.02
    assert holds(found.effect, 0)
