"""R4, R5, R9: reservations, marriages, compulsory solos and the order of deals."""

import pytest

from doppelkopf_table import DEALS, TYPES, Table, rows
from simcards.design import remarks
from simcards.errors import ConfigError
from simcards.games.doppelkopf import GAME
from simcards.games.doppelkopf.deck import RANKING_OF
from simcards.games.doppelkopf.rules import UNASKED, Type
from simcards.texts import RefusedError

# both queens with | seats 0 to 3 say | preset | compulsory done | forced |
# game, declarer, leader, compulsory
RESERVATIONS = rows("""
nobody | healthy, healthy, healthy, healthy | bsw | 0000 |  | normal, None, 1, False
2 | healthy, healthy, healthy, healthy | bsw | 0000 |  | silent-solo, 2, 1, False
2 | healthy, healthy, marriage, healthy | bsw | 0000 |  | marriage, 2, 1, False
1 | healthy, marriage, healthy, solo-ace | bsw | 0000 |  | solo-ace, 3, 1, False
1 | healthy, marriage, healthy, solo-ace | turnier | 0000 |  | solo-ace, 3, 3, True
nobody | healthy, solo-jacks, healthy, solo-queens | bsw | 0000 |  | solo-jacks, 1, 1, False
nobody | healthy, solo-jacks, healthy, solo-queens | far | 0000 |  | solo-queens, 3, 1, False
nobody | solo-clubs, healthy, solo-hearts, healthy | bsw | 0000 |  | solo-hearts, 2, 1, False
nobody | solo-clubs, healthy, solo-hearts, healthy | far | 0000 |  | solo-clubs, 0, 1, False
nobody | healthy, solo-jacks, healthy, solo-queens | turnier | 0100 |  | solo-queens, 3, 3, True
nobody | healthy, healthy, solo-jacks, solo-queens | turnier | 0011 |  | solo-jacks, 2, 1, False
nobody | healthy, healthy, solo-jacks, solo-queens | turnier | 0000 |  | solo-jacks, 2, 2, True
2 | healthy, healthy, solo-diamonds, healthy | turnier | 0010 |  | solo-diamonds, 2, 1, False
nobody | healthy, healthy, solo-spades, healthy | turnier | 1001 | 2 | solo-spades, 2, 2, True
nobody | healthy, marriage, healthy, healthy | bsw | 0000 |  | illegal
nobody | healthy, healthy, healthy, healthy | turnier | 1101 | 2 | illegal
nobody | healthy, solo-jacks, solo-spades, healthy | turnier | 1001 | 2 | illegal
""")

ALL_HEALTHY = ["healthy"] * 4


def said_in_order(said, dealer):
    """What transcripts have of these statements: healthy or reservation, then the types."""
    seats = [(dealer + 1 + i) % 4 for i in range(4)]
    first = ["healthy" if said[seat] == "healthy" else "reservation" for seat in seats]
    return first + [said[seat].removeprefix("solo-") for seat in seats if said[seat] != "healthy"]


@pytest.mark.parametrize(("both", "said", "preset", "done", "forced", "expected"), RESERVATIONS)
def test_r4_which_reservation_is_played(both, said, preset, done, forced, expected):
    table = Table(**({"solo_priority": "far"} if preset == "far" else GAME.variants[preset]))
    dealer = 1 if forced else 0
    for seat in range(4):
        if done[seat] == "1":
            table.public.compulsory_hands[seat] = 0
    if forced:
        table.public.hand = 24 - done.count("0")
    table.dealt(*DEALS[both], dealer=dealer)
    said = said.split(", ")
    assert table.public.forced == (int(forced) if forced else 255)
    actions = said_in_order(said, dealer)
    if forced:
        others = [what for seat, what in enumerate(said) if seat != int(forced)]
        if set(others) == {"healthy"} and said[int(forced)] != "healthy":
            actions = [said[int(forced)].removeprefix("solo-")]
        else:  # nobody is asked, and the forced seat may not be healthy
            actions = [f"{forced}:healthy"]
    if expected == "illegal":
        with pytest.raises(RefusedError):
            table.act(*actions)
        return
    table.act(*actions)
    game, declarer, leader, compulsory = expected.split(", ")
    if game == "silent-solo":  # all others see a normal game
        assert (TYPES[table.public.type], table.public.declarer) == ("normal", 255)
        assert [own.party for own in table.state.own].index(1) == int(declarer)
    else:
        assert TYPES[table.public.type] == game
        assert table.public.declarer == (255 if declarer == "None" else int(declarer))
    assert table.public.to_act == table.public.leader == table.public.first_leader == int(leader)
    assert bool(table.public.compulsory) == (compulsory == "True")
    assert_parties_are_those_of(game, declarer, table, both)


def assert_parties_are_those_of(game, declarer, table, both):
    """R4, R10: of a solo all are known, of a marriage the holder's alone, of others none."""
    held = [own.party for own in table.state.own]
    if game in ("normal", "silent-solo"):
        assert table.public.parties.tolist() == [2] * 4
        assert held == [int("CQ" in names.split()) for names in DEALS[both]]
    else:
        rest = 2 if game == "marriage" else 0
        assert held == [1 if seat == int(declarer) else rest for seat in range(4)]
        assert table.public.parties.tolist() == held
    assert table.public.ranking == RANKING_OF[table.public.type]


def test_r4_a_marriage_needs_both_queens_and_is_named_after_a_reservation():
    table = Table()
    table.dealt(*DEALS["1"], dealer=0)
    table.act("reservation", "reservation", "healthy", "healthy")
    assert "marriage" in table.legal
    assert not table.public.both_queens.any()
    table.act("marriage")
    assert table.public.both_queens.tolist() == [0, 1, 0, 0]
    assert table.public.to_act == 2
    assert table.legal == ["ace", "clubs", "diamonds", "hearts", "jacks", "queens", "spades"]


@pytest.mark.parametrize(
    ("priority", "done", "both"),
    [
        ("front", "0000", [0, 1, 0, 0]),
        ("front", "0100", [0, 0, 0, 0]),  # seat 1 has no compulsory solo any more
        ("far", "0000", [0, 0, 0, 0]),  # among equals seat 2 comes first
    ],
)
def test_r10_who_loses_to_a_solo_that_any_of_his_would_beat_named_a_marriage(priority, done, both):
    table = Table(tournament=True, reveal="winner", solo_priority=priority)
    for seat in range(4):
        table.public.compulsory_hands[seat] = int(done[seat]) - 1
    table.dealt(*DEALS["1"], dealer=0)
    table.act("reservation", "reservation", "healthy", "healthy", "marriage", "jacks")
    assert TYPES[table.public.type] == "solo-jacks"
    assert table.public.both_queens.tolist() == both


def test_r9_a_forced_seat_names_one_of_the_solos_even_with_both_queens():
    table = Table(**GAME.variants["turnier"])
    table.public.compulsory_hands[[0, 1, 3]] = 0
    table.public.hand = 23
    table.dealt(*DEALS["2"], dealer=1)
    assert table.public.to_act == table.public.forced == 2
    assert table.legal == ["ace", "clubs", "diamonds", "hearts", "jacks", "queens", "spades"]
    table.act("jacks")
    row = table.settle()
    assert row.reserved.tolist() == [UNASKED, UNASKED, Type.SOLO_JACKS, UNASKED]
    assert (row.was_forced, row.compulsory) == (1, 1)


def test_r4_types_are_heard_as_they_are_named_or_only_the_one_that_is_played():
    for reveal, heard in (("all", ["ace", "jacks"]), ("winner", [])):
        table = Table(reveal=reveal)
        table.dealt(*DEALS["nobody"], dealer=0)
        table.act(*["reservation"] * 3, "healthy", "ace", "jacks")
        assert table.heard() == heard
        table.act("clubs")
        assert table.heard() == (["ace", "jacks", "clubs"] if heard else ["ace"])


def test_r10_a_marriage_that_lost_unheard_shows_itself_when_a_solo_would_have_won():
    table = Table(reveal="winner")
    table.dealt(*DEALS["1"], dealer=0)
    table.act("reservation", "healthy", "reservation", "healthy", "marriage", "ace")
    assert table.public.both_queens.tolist() == [0, 1, 0, 0]
    table = Table(reveal="winner")
    table.dealt(*DEALS["3"], dealer=0)
    table.act("reservation", "healthy", "reservation", "healthy", "ace", "marriage")
    assert table.public.both_queens.tolist() == [0, 0, 0, 0]


# --- Marriages ------------------------------------------------


def marriage(*taken):
    """A marriage of seat 0 after tricks taken by these seats."""
    table = Table()
    table.dealt(*DEALS["0"], dealer=3)
    table.act("reservation", *["healthy"] * 3, "marriage")
    for seat in taken:
        assert table.public.least_cards == 99
        table.take_trick(seat)
    return table


@pytest.mark.parametrize(
    ("taken", "partner", "least"), [([2], 2, 11), ([0, 3], 3, 10), ([0, 0, 1], 1, 9)]
)
def test_r5_the_first_other_to_take_a_trick_is_the_partner(taken, partner, least):
    table = marriage(*taken)
    assert TYPES[table.public.type] == "marriage"
    assert table.public.clarified == len(taken)
    assert [seat for seat in range(4) if table.state.own[seat].party == 1] == [0, partner]
    assert table.public.parties.tolist() == [own.party for own in table.state.own]
    assert table.public.least_cards == least
    assert table.settle().declarer == 0


def test_r5_three_tricks_of_the_holder_make_it_a_solo_with_the_latest_deadlines():
    table = marriage(0, 0, 0)
    assert TYPES[table.public.type] == "marriage-solo"
    assert table.public.parties.tolist() == [1, 0, 0, 0]
    assert table.public.least_cards == 9


def test_the_order_of_solos_that_ddv_does_not_have_is_remarked_on():
    ddv, far = GAME.variants["ddv"], {"solo_priority": "far"}
    (said,) = remarks(GAME.make_rules(rules) for rules in ({}, far, ddv, {**ddv, **far}))
    assert said.startswith("1 rule set: solo_priority = far is none of the ddv rules")


# --- Matches --------------------------------------------------

# preset | deals | first dealer | solos declared (deal: seat) | dealers | forced solos (deal: seat)
SCHEDULES = rows("""
bsw | 8 | 0 | 2: 3, 3: 3 | 0 1 2 3 0 1 2 3 |
turnier | 24 | 0 | | 0 1 2 3 0 1 2 3 0 1 2 3 0 1 2 3 0 1 2 3 0 1 2 3 | 21: 1, 22: 2, 23: 3, 24: 0
turnier | 24 | 0 | 3: 2 | 0 1 2 2 3 0 1 2 3 0 1 2 3 0 1 2 3 0 1 2 3 0 1 2 | 22: 1, 23: 3, 24: 0
turnier | 24 | 0 | 1: 0, 3: 1, 5: 2, 7: 3, 9: 0 | 0 0 1 1 2 2 3 3 0 1 2 3 0 1 2 3 0 1 2 3 0 1 2 3 |
turnier | 8 | 2 | 1: 1, 2: 1 | 2 2 3 0 1 2 3 0 | 6: 3, 7: 0, 8: 2
""")


def pairs(text):
    """`3: 2, 5: 1` as a dict."""
    return {int(a): int(b) for a, b in (item.split(":") for item in text.split(",") if item)}


def play_match(table, deals, solos):
    """Deals, each with the solo that is declared or forced; dealers and forced seats by deal."""
    dealers, forced = [], {}
    for number in range(1, deals + 1):
        dealers.append(int(table.public.dealer))
        table.dealt(*DEALS["nobody"])
        if table.public.forced != 255:
            forced[number] = int(table.public.forced)
            table.act("queens")
        else:
            said = ["healthy"] * 4
            if number in solos:
                said[solos[number]] = "solo-ace"
            table.act(*said_in_order(said, dealers[-1]))
        table.settle()
    assert table.public.over
    return dealers, forced


@pytest.mark.parametrize(("preset", "deals", "first", "solos", "dealers", "forced"), SCHEDULES)
def test_r9_dealers_and_forced_solos(preset, deals, first, solos, dealers, forced):
    table = Table(first=int(first), **GAME.variants[preset], deals=int(deals))
    found = play_match(table, int(deals), pairs(solos))
    assert found == ([int(seat) for seat in dealers.split()], pairs(forced))


def test_r9_without_redeal_the_deal_always_passes_on():
    table = Table(tournament=True, redeal=False, deals=8)
    assert play_match(table, 8, {1: 1, 2: 1})[0] == [0, 1, 2, 3, 0, 1, 2, 3]


def test_r9_without_forced_nobody_has_to():
    table = Table(tournament=True, forced=False, deals=4)
    assert play_match(table, 4, {})[1] == {}


def test_r9_the_first_solo_of_each_seat_is_compulsory_and_leads():
    table = Table(tournament=True)
    for seat, leads in ((2, True), (2, False), (3, True)):
        table.dealt(*DEALS["nobody"])
        dealer = int(table.public.dealer)
        said = ["healthy"] * 4
        said[seat] = "solo-jacks"
        table.act(*said_in_order(said, dealer))
        assert bool(table.public.compulsory) == leads
        assert table.public.leader == (seat if leads else (dealer + 1) % 4)
        row = table.settle()
        assert (row.compulsory, row.was_forced) == (leads, 0)
    assert table.public.compulsory_hands.tolist() == [-1, -1, 0, 2]
    assert table.public.solos.tolist() == [0, 0, 2, 1]


def test_r9_the_highest_total_wins_and_equal_ones_share():
    table = Table(deals=1)
    table.dealt(*DEALS["nobody"])
    table.act(*ALL_HEALTHY)
    table.settle()  # Re, seats 1 and 3, took nothing
    assert table.public.won.tolist() == [1, 0, 1, 0]


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"redeal": False}, "tournament"),
        ({"forced": False}, "tournament"),
        ({"beaten_points": 2}, "beat_bonus"),
        ({"tournament": True, "deals": 3}, "forced"),
    ],
)
def test_options_without_effect_are_refused(options, says):
    with pytest.raises(ConfigError, match=says):
        GAME.make_rules(options)


def test_options_that_go_together():
    for options in (
        {"tournament": True, "deals": 3, "forced": False},
        {**GAME.variants["ddv"], "solo_priority": "far"},
        {"late_reply": True},
        {"deals": 1},
    ):
        assert GAME.make_rules(options)
