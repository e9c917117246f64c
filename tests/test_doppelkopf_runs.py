"""Doppelkopf from config to report: what its own sections tell is what the records say."""

from functools import cache
from pathlib import Path

import numpy as np
import polars as pl
import pytest

import simcards
from doppelkopf_table import GAME
from runs import play
from simcards import report
from simcards.config import load
from simcards.config_text import target_lines
from simcards.report import topics
from simcards.report.source import Source

CONFIG = """# What do the three rule sets change?
game = "doppelkopf"
matches = 30
seed = 3
line_ups = ["rule_of_thumb", ["random_legal", "rule_of_thumb", "random_legal", "random_cards"]]
variants = ["bsw", "ddv"]
"""
CONFIGS = Path(__file__).parent.parent / "configs"
LIMITS = {"no 90": 90, "no 60": 60, "no 30": 30}
ITEMS = {
    "won": "won",
    "fox": "fox",
    "against the queens of clubs": "queens",
    "under 90": "under_90",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    place = tmp_path_factory.mktemp("own")
    (place / "small.toml").write_text(CONFIG)
    return play(place / "small.toml", place / "results")


@pytest.fixture(scope="module")
def hands(folder):
    return simcards.open(str(folder)).hands


@pytest.fixture(scope="module")
def rows(folder):
    """The rows of a table by its title: values of its keys -> rates."""
    source = Source(folder)

    @cache
    def found(title):
        (one,) = (b for topic in GAME.topics for b in topic.breakdowns if b.title == title)
        return {tuple(row.keys.values()): row.rates for row in topics.find(source, one)}

    yield found
    source.close()


def announced(hands):
    """(step, party, cards, worth, stake, row) of every announcement, from the stored columns."""
    for row in hands.iter_rows(named=True):
        for seat in range(4):
            party = ("kontra", "re")[row[f"party_{seat}"]]
            for step, name in enumerate(("said", "no90", "no60", "no30", "black"), start=1):
                if row[f"announced_{seat}"] >> step & 1:
                    stake = 2 if name == "said" else 1
                    yield (
                        name,
                        party,
                        row[f"{party}_cards_{name}"],
                        row[f"{party}_worth_{name}"],
                        (
                            stake,
                            row,
                        ),
                    )


def is_kept(name, party, row):
    points = 240 - row["re_points"] if party == "re" else row["re_points"]
    tricks = 12 - row["re_tricks"] if party == "re" else row["re_tricks"]
    if name == "said":
        won = row["side_won"] == (1 if party == "re" else 0)
        return row[f"{party}_worth_said"] > 0 if row[f"{party}_step"] > 1 else won
    return tricks == 0 if name == "black" else points < int(name[2:])


def test_announcements_are_told_as_they_were(hands, rows):
    found = rows("Announcements kept, and the chance at which they break even")
    assert list(found)[:3] == [("Re",), ("Kontra",), ("no 90",)]
    names = {("said", "re"): "Re", ("said", "kontra"): "Kontra"}
    by_kind = {}
    for name, party, _, worth, (stake, row) in announced(hands):
        kind = names.get((name, party), name.replace("no", "no "))
        by_kind.setdefault(kind, []).append((is_kept(name, party, row), worth, stake))
    assert {key[0] for key in found} == set(by_kind)
    for kind, seen in by_kind.items():
        kept, worth, stake = (np.array(values, float) for values in zip(*seen, strict=True))
        rates, broken = found[kind,], kept == 0
        assert rates["kept"].value == pytest.approx(kept.mean())
        assert rates["gained by it"].value == pytest.approx(worth.mean())
        lost = -worth[broken].mean()
        assert rates["breaks even at"].value == pytest.approx(lost / (lost + stake[broken].mean()))


def test_re_and_kontra_break_even_at_half_and_promises_far_above(rows):
    """Re and Kontra are +2 or -2, but for ties at 120; a promise broken may lose all."""
    found = rows("Announcements by strategy")
    assert found["rule_of_thumb", "Kontra"]["breaks even at"].value == pytest.approx(0.5, abs=0.1)
    assert found["rule_of_thumb", "no 90"]["breaks even at"].value > 0.7


def test_cards_held_are_told_from_the_fewest_for_each_announcement(hands, rows):
    found = rows("Announcements by cards held")
    counts = {}
    for name, party, cards, _, _ in announced(hands):
        if (name, party) == ("said", "re"):
            counts[str(cards)] = counts.get(str(cards), 0) + 1
    own = {cards: rates for (kind, cards), rates in found.items() if kind == "Re"}
    shares = {cards: rates["with so many"].value for cards, rates in own.items()}
    assert set(shares) == set(counts)
    for cards, n in counts.items():
        assert shares[cards] == pytest.approx(n / sum(counts.values()))


def test_late_replies_are_told_of_rules_that_have_them(folder, hands, rows):
    found = rows("Late replies")
    cells = simcards.open(str(folder)).cells.filter(pl.col("rule_late_reply"))["cell"]
    ddv = hands.filter(pl.col("cell").is_in(cells.to_list()))
    for party, code in (("re", 1), ("kontra", 0)):
        late = ddv.filter(pl.col(f"{party}_late") == 1)
        rates = found[party,]
        assert rates["made"].value == pytest.approx(len(late) / len(ddv))
        assert rates["kept"].value == pytest.approx((late["side_won"] == code).mean())
        assert rates["gained by it"].value == pytest.approx(late[f"{party}_worth_said"].mean())


@pytest.mark.parametrize("margin", ["a win", *LIMITS])
@pytest.mark.parametrize("party", ["re", "kontra"])
def test_margins_reached_and_missed_are_those_of_the_records(hands, rows, margin, party):
    rates = rows("Margins reached with and without a word")[margin, party]
    others = 240 - hands["re_points"].cast(pl.Int32) if party == "re" else hands["re_points"]
    won = hands["side_won"] == (1 if party == "re" else 0)
    reached = won if margin == "a win" else others < LIMITS[margin]
    said = hands[f"{party}_step"] >= 1 + ["a win", *LIMITS].index(margin)
    assert rates["reached"].value == pytest.approx(reached.mean())
    assert rates["won by it unannounced"].value == pytest.approx((won & reached & ~said).mean())
    assert rates["announced and not reached"].value == pytest.approx((said & ~reached).mean())


def solos_of(strategy, folder, hands):
    """The solos that seats of a strategy played."""
    cells = simcards.open(str(folder)).cells
    seated = hands.join(cells, on="cell")
    mine = [(pl.col("declarer") == s) & (pl.col(f"strategy_{s}") == strategy) for s in range(4)]
    return seated.filter((pl.col("type") > 3) | pl.col("type").is_in([1, 2])).filter(
        pl.any_horizontal(mine)
    )


def test_solos_are_told_of_those_who_played_them(folder, hands, rows):
    found = rows("Solos by strategy and type")
    made = rows("Solos by strategy and what made them")
    assert {key[0] for key in found} > {"rule_of_thumb", "random_legal"}
    for strategy in {key[0] for key in found}:
        solos = solos_of(strategy, folder, hands)
        for kind, code in (("silent-solo", 1), ("solo-ace", 10)):
            own, rates = solos.filter(pl.col("type") == code), found.get((strategy, kind))
            assert (rates is None) == own.is_empty()
            if rates:
                assert rates["share of its solos"].value == pytest.approx(len(own) / len(solos))
                assert rates["won"].value == pytest.approx((own["side_won"] == 1).mean())
                assert rates["points of the soloist"].value == pytest.approx(
                    3 * own["value"].mean()
                )
        compulsory = solos.filter((pl.col("compulsory") == 1) & (pl.col("was_forced") == 0))
        share = made[strategy, "compulsory"]["share of its solos"].value if len(compulsory) else 0
        assert share == pytest.approx(len(compulsory) / len(solos))


def test_items_add_up_to_the_value(hands, rows):
    found = rows("What the value is made of")
    total = sum(rates["points for Re"].value for rates in found.values())
    assert total == pytest.approx(hands["value"].mean())
    for name, column in ITEMS.items():
        assert found[name,]["points for Re"].value == pytest.approx(hands[f"value_{column}"].mean())


def test_an_item_for_which_the_rules_give_nothing_has_no_row(folder):
    source = Source(folder)
    (value,) = (
        b for t in GAME.topics for b in t.breakdowns if b.title.startswith("What the value")
    )
    items = {
        (source.contests[row.contest].rules_label, row.keys["item"])
        for row in topics.find(source, value, by_contest=True)
    }
    source.close()
    assert ("ddv", "promises beaten") in items
    assert ("bsw", "promises beaten") not in items
    assert len(items) == 11 + 12


def test_what_is_kept_stands_in_one_panel_beside_what_is_needed(folder):
    page = report.build(folder)
    (own,) = (section for section in page.sections if section.key == "announcements")
    assert "kept and breaks even at, Re: kept " in own.figures[0].alt


def test_what_the_rules_do_not_have_is_said_to_be_so(tmp_path):
    (tmp_path / "bsw.toml").write_text(CONFIG.replace('["bsw", "ddv"]', '["bsw"]'))
    page = report.build(play(tmp_path / "bsw.toml", tmp_path / "results"))
    (own,) = (section for section in page.sections if section.key == "announcements")
    assert "Late replies: not in these rules, which are without late_reply." in own.lead
    assert "Late replies" not in [table.title for table in own.tables]


def test_parties_share_out_seats_and_points(rows):
    found = rows("Re and Kontra")
    assert found["normal", "re"]["share of seats"].value == pytest.approx(0.5)
    assert found["solo", "kontra"]["share of seats"].value == pytest.approx(0.75)
    for game, weight in (("normal", 1), ("marriage", 1), ("solo", 3)):
        re, kontra = (found[game, party]["points a hand"].value for party in ("re", "kontra"))
        assert re + weight * kontra == pytest.approx(0, abs=1e-9)


def test_variants_go_by_their_names(folder):
    source = Source(folder)
    assert [contest.rules_label for contest in source.contests] == ["bsw", "bsw", "ddv", "ddv"]
    source.close()


def test_the_report_has_a_section_for_each(folder):
    page = report.build(folder)
    keys = [section.key for section in page.sections]
    own = ["announcements", "missed", "solos", "value", "parties"]
    assert [key for key in keys if key in own] == own
    for section in page.sections:
        if section.key in own:
            assert section.tables
            assert "nothing of the kind" not in " ".join(section.lead)


def test_the_shipped_options_pair_turnier_with_bsw_and_with_each_option_of_ddv():
    contests = load(CONFIGS / "doppelkopf_ddv_options.toml").experiment().contests
    rule_sets = {contest.rules for contest in contests}
    turnier = GAME.variant("turnier")
    assert turnier in rule_sets
    wanted = {
        GAME.make_rules(GAME.rule_values(turnier) | {name: value})
        for variant in ("bsw", "ddv")
        for name, value in GAME.rule_values(GAME.variant(variant)).items()
    }
    assert wanted == rule_sets


def test_a_new_config_offers_no_targets_that_say_nothing():
    """R8, R9: scores add up to nothing, and a match has as many hands as it has deals."""
    offered = target_lines(GAME)
    assert "position_gap" in offered
    for name in ("points_per_hand", "hands_per_match", "capped_rate"):
        assert name not in offered
