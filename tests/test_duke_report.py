"""Duke from config to report: what its own sections say is what its records hold."""

import pytest

import simcards
from duke_table import GAME
from runs import play
from simcards import report
from simcards.games.duke.rules import KINDS, Outcome
from simcards.report import topics
from simcards.report.source import Source

CONFIG = """# What do seats and Goita's way to start change?
game = "duke"
matches = 60
seed = 3
line_ups = ["vassal"]
[rules]
players = [4, 3, 2]
next_first = ["rotate", "winner"]
"""
GOITA = """# Who asks?
game = "duke"
variants = ["goita"]
matches = 30
seed = 3
line_ups = ["vassal"]
"""
ASKING = """# Who has a choice?
game = "duke"
matches = 20
seed = 3
line_ups = ["vassal"]
[rules]
demoralise = ["usual", "off", "mandatory", "forced"]
"""
STUCK = """# How many leaders are stuck?
game = "duke"
matches = 400
seed = 3
line_ups = ["random_legal"]
[rules]
players = 2
stuck_lead = "WAY"
"""
STARTS = """# Who starts?
game = "duke"
matches = 20
seed = 3
line_ups = LINE_UPS
[rules]
next_first = "winner"
"""
MIXED = '["vassal", ["vassal", "random_legal", "vassal", "random_legal"]]'
WORTHLESS = """# Who wins hands that bring no points?
game = "duke"
matches = 10
seed = 3
line_ups = ["vassal"]
[rules]
players = [4, 3]
rounds = 20
value_ten = 0
"""
TABLES = {"2 seats": 2, "3 seats": 3, "4 seats": 4}
HOLDERS = "Holders of five tens who may ask, by strategy"
KEYS = ("finishing", "counters", "start", "tens")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    place = tmp_path_factory.mktemp("duke")
    (place / "small.toml").write_text(CONFIG)
    return play(place / "small.toml", place / "results")


@pytest.fixture(scope="module")
def source(folder):
    opened = Source(folder)
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def page(folder):
    return report.build(folder)


def breakdown(title):
    return {one.title: one for topic in GAME.topics for one in topic.breakdowns}[title]


def table(source, title):
    """{keys of the row: its rates} of one of the game's tables."""
    rows = topics.find(source, breakdown(title))
    return {tuple(row.keys.values()): row.rates for row in rows}


def test_a_report_has_duke_s_sections_and_none_on_tricks_or_bids(page):
    keys = [section.key for section in page.sections]
    assert set(KEYS) <= set(keys)
    assert "bids" not in keys
    text = " ".join(
        " ".join([*section.lead, *section.notes])
        for section in page.sections
        if section.key in KEYS
    )
    assert "trick" not in text
    assert not any(f" {word} " in text for word in ("bid", "bids"))


def test_a_last_card_is_worth_its_value_and_doubles_on_leads_alone(source):
    rows = table(source, "Hands by the last card")
    values = {kind.name: kind.points for kind in KINDS}
    for seats in TABLES:
        own = [rates["share of hands"].value for (n, _), rates in rows.items() if n == seats]
        assert sum(own) == pytest.approx(1)
    for (_, card), rates in rows.items():
        assert rates["points"].value == pytest.approx(values[card] * (1 + rates["doubled"].value))
        assert rates["doubled"].value <= rates["laid on a lead"].value


def test_what_differs_by_the_number_of_seats_is_told_apart():
    for topic in GAME.topics:
        for one in topic.breakdowns:
            assert "table" in one.keys or "n_seats = 4" in one.where, one.title


def test_no_two_rates_of_a_section_are_named_alike():
    for topic in GAME.topics:
        names = [rate.name for one in topic.breakdowns for rate in one.rates]
        assert len(set(names)) == len(names), topic.title


def test_bots_are_told_apart_by_the_number_of_seats(source):
    rows = table(source, "Hands won by strategy")
    for seats, n in TABLES.items():
        assert rows[seats, "vassal"]["finishes"].value == pytest.approx(1 / n)


def test_contests_go_by_what_a_config_asks_for(source):
    """`usual` stands for what four seats do and fewer do not: no rule set of its own."""
    assert {one.rules_label for one in source.contests} == {
        f"players {seats}, next_first {way}" for seats in (4, 3, 2) for way in ("rotate", "winner")
    }


def test_shares_of_places_add_up(source):
    rows = table(source, "Hands by distance from their starter")
    for seats, n_seats in TABLES.items():
        own = [rates["finishes"].value for (n, _), rates in rows.items() if n == seats]
        assert len(own) == n_seats
        assert sum(own) == pytest.approx(1)
    rows = table(source, "Matches by distance from their first starter")
    for seats, n_seats in TABLES.items():
        own = [rates["matches won"].value for (n, _), rates in rows.items() if n == seats]
        assert sum(own) == pytest.approx(2 if n_seats == 4 else 1)  # partners win together


@pytest.mark.parametrize(("way", "name"), [("attack", "with a lone attack"), ("void", "void")])
def test_leads_without_a_defence_card_are_counted(tmp_path, way, name):
    (tmp_path / "stuck.toml").write_text(STUCK.replace("WAY", way))
    source = Source(play(tmp_path / "stuck.toml", tmp_path / "results"))
    (rates,) = table(source, "How hands end").values()
    hands = simcards.open(str(source.folder)).hands
    laid = 16 - hands["left_0"] - hands["left_1"] + hands["centre_cards"]
    alone = (laid == 2 * hands["turns"] - 1).mean()
    void = (hands["outcome"] == Outcome.VOID).mean()
    found = {"with a lone attack": alone, "void": void}
    assert {one: rates[one].value for one in found} == pytest.approx(found)
    assert [one for one in found if found[one] > 0] == [name]
    source.close()


def test_sentences_tell_of_every_number_of_seats(page):
    for key in ("finishing", "counters", "start"):
        (section,) = (one for one in page.sections if one.key == key)
        for seats in TABLES:
            assert f"With {seats} " in " ".join(section.lead)


def test_who_starts_is_told_of_mirrors_alone(tmp_path):
    """Where the winner starts, the stronger bot starts most hands: its strength is no place's."""
    tables = ("Hands by distance from their starter", "The starter against all others")
    tables += ("Matches by distance from their first starter",)
    found = {}
    for name, line_ups in (("both", MIXED), ("mirror", '["vassal"]')):
        text = STARTS.replace("LINE_UPS", line_ups)
        (tmp_path / f"{name}.toml").write_text(text)
        source = Source(play(tmp_path / f"{name}.toml", tmp_path / name))
        found[name] = [
            {key: {rate: one.value for rate, one in rates.items()} for key, rates in rows.items()}
            for rows in (table(source, title) for title in tables)
        ]
        source.close()
    assert found["both"] == found["mirror"]
    assert all(found["both"])


def test_only_four_seats_annul_deals(source, folder):
    ((seats,),) = table(source, "Deals").keys()
    assert seats == "4 seats"
    hands = simcards.open(str(folder)).hands
    four = hands.filter(hands["score_3"].is_not_null())
    (rates,) = table(source, "Deals").values()
    assert rates["deals annulled"].value == pytest.approx(four["annulled"].mean())
    assert 0 < four["annulled"].mean() < 0.167


def test_a_hand_is_won_whatever_its_last_card_is_worth(tmp_path):
    (tmp_path / "worthless.toml").write_text(WORTHLESS)
    source = Source(play(tmp_path / "worthless.toml", tmp_path / "results"))
    rows = table(source, "Hands by distance from their starter")
    for seats, all_sides in (("4 seats", 2), ("3 seats", 1)):  # both partners win
        own = [rates["wins with its side"].value for (n, _), rates in rows.items() if n == seats]
        assert sum(own) == pytest.approx(all_sides)
    source.close()


def test_who_wins_by_tens_alone_is_not_among_the_holders_who_may_ask(tmp_path):
    (tmp_path / "goita.toml").write_text(GOITA)
    source = Source(play(tmp_path / "goita.toml", tmp_path / "results"))
    (deals,) = table(source, "Deals").values()
    assert deals["won by tens alone"].value > 0
    assert deals["deals with a request"].value > deals["deals annulled"].value > 0
    assert not table(source, HOLDERS)  # they must ask
    source.close()


def test_holders_are_counted_where_they_may_ask(tmp_path):
    (tmp_path / "asking.toml").write_text(ASKING)
    source = Source(play(tmp_path / "asking.toml", tmp_path / "results"))
    (holders,) = table(source, HOLDERS).values()
    assert holders["ask for a new deal"].value > 0.99  # vassal does, if nobody did before
    (row,) = topics.find(source, breakdown(HOLDERS))
    hands = simcards.open(str(source.folder)).hands
    usual = hands.filter(hands["cell"] < 4)
    assert row.n == sum((usual[f"tens_{seat}"] >= 5).sum() for seat in range(4))
    source.close()


def test_only_two_seats_take_cards_from_the_centre(source):
    rows = table(source, "A hand of cards")
    found = {seats: rates["cards from the centre"].value for (seats,), rates in rows.items()}
    assert found["2 seats"] > 0
    assert found["3 seats"] == found["4 seats"] == 0


def test_rates_that_matter_are_among_the_effects_of_options(page):
    (section,) = (one for one in page.sections if one.key == "effects")
    text = " ".join([*section.lead, *(table.title for table in section.tables)]) + str(
        [table.rows for table in section.tables]
    )
    assert "hands finished by their starter" in text


def test_balance_says_how_many_seats_it_speaks_of(page):
    (section,) = (one for one in page.sections if one.key == "balance")
    for line in section.lead:
        assert line.startswith(("With 2 seats the ", "With 3 seats the ", "With 4 seats the "))
