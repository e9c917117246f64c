"""The bots of Doppelkopf: what they do, and as strong as their docstrings say."""

import numpy as np
import pytest
from simcards_strategies.doppelkopf import playing

from doppelkopf_table import CARD_OF, CARDS, DEALS, Table, cards
from simcards import engine
from simcards.design import RANDOM_FIRST, Cell, Contest, rotations_of
from simcards.game import find_game
from simcards.games.doppelkopf.deck import TRUMP, rest_of
from simcards.games.doppelkopf.rules import NEEDS
from simcards.strategy import find, parse_sitter

GAME = find_game("doppelkopf")
SEED, MATCHES = 7, 400
BOTS = ("rule_of_thumb", "forecaster")


def others_of(option):
    """Values of an option beside its default."""
    if option.choices:
        return [value for value in option.choices if value != option.default]
    return [4] if option.name == "deals" else [30 if option.name == "doppelkopf_from" else 3]


RULE_SETS = [*GAME.variants.values()] + [
    {name: value} | ({NEEDS[name]: True} if name in NEEDS else {})
    for name, option in GAME.options.items()
    for value in others_of(option)
]


def cells_of(line_up, **rules):
    sitters = tuple(parse_sitter(name) for name in line_up)
    contest = Contest(0, GAME.make_rules(rules), sitters)
    for number, (seated, rotation, turn) in enumerate(rotations_of(contest, "all")):
        yield Cell(number, 0, contest.rules, seated, rotation, turn)


def edge(line_up, **rules):
    """Points a hand of the first sitter over the mean of the others, and the half width at 95 %."""
    blocks = np.zeros(MATCHES)
    for cell in cells_of(line_up, **rules):
        hands = engine.play(GAME, cell, SEED, RANDOM_FIRST, range(MATCHES)).hands
        scores = np.array([hands[f"score_{seat}"] for seat in range(4)], np.float64)
        mine = [sitter.label for sitter in cell.sitters].index(line_up[0])
        over = scores[mine] - np.delete(scores, mine, 0).mean(0)
        blocks += np.bincount(hands["match"], over / (24 * 4), MATCHES)
    return float(blocks.mean()), float(1.96 * blocks.std(ddof=1) / np.sqrt(MATCHES))


@pytest.mark.parametrize(
    ("line_up", "stated"),
    [
        (("random_cards", *["random_legal"] * 3), 1.86),
        (("rule_of_thumb", *["random_cards"] * 3), 3.392),
        (("forecaster", *["rule_of_thumb"] * 3), 0.199),
        (("forecaster", *["random_cards"] * 3), 3.723),
    ],
)
def test_a_bot_is_as_much_stronger_as_it_states(line_up, stated):
    found, half = edge(line_up)
    assert found - half < stated < found + half
    assert f"+{stated}" in find(line_up[0]).doc


def test_each_bot_is_stronger_by_what_was_asked_of_it():
    """At least 0.5 points a hand above random cards, at least 0.15 above rules of thumb."""
    found, half = edge(("rule_of_thumb", *["random_cards"] * 3))
    assert found - half > 0.5
    found, half = edge(("forecaster", *["rule_of_thumb"] * 3))
    assert found - half > 0
    assert found > 0.15


@pytest.mark.parametrize(("variant", "stated"), [("turnier", 0.342), ("ddv", 0.348)])
def test_forecasts_are_worth_more_where_solos_are_compulsory(variant, stated):
    found, half = edge(("forecaster", *["rule_of_thumb"] * 3), **GAME.variants[variant])
    assert found - half < stated < found + half
    assert f"+{stated}" in find("forecaster").doc


@pytest.mark.parametrize("variant", GAME.variants)
def test_random_cards_is_healthy_and_silent_unless_it_must_name_a_solo(variant):
    for cell in cells_of(("random_cards",) * 4, **GAME.variants[variant]):
        hands = engine.play(GAME, cell, SEED, RANDOM_FIRST, range(50)).hands
        assert not hands["re_step"].any()
        assert not hands["kontra_step"].any()
        for seat in range(4):
            reserved = hands[f"reserved_{seat}"]
            named = (hands["was_forced"] == 1) & (hands["declarer"] == seat)
            assert (named == (reserved > 0)).all()


def test_random_cards_counts_both_copies_of_a_card():
    """Of a card held twice among twelve, two of twelve leads."""
    choose = find("random_cards").choose
    table = Table()
    table.dealt(*DEALS["0"], dealer=3)
    table.act(*["healthy"] * 4)
    dice = np.random.default_rng(1)
    legal = (np.uint64(sum(1 << action for action in table.numbers())),)
    words = dice.integers(0, 2**63, 3000, dtype=np.uint64) * np.uint64(2)
    with np.errstate(over="ignore"):
        led = [int(choose(table.public, table.state.own[0], legal, w, None)) for w in words]
    for name, copies in (("CQ", 2), ("HT", 2), ("CA", 1), ("DA", 1)):
        expected = 3000 * copies / 12
        assert abs(led.count(CARD_OF[name]) - expected) < 4.5 * expected**0.5


def together(line_up, matches=100, **rules):
    """The columns of all hands of a line-up, all rotations."""
    played = [
        engine.play(GAME, cell, SEED, RANDOM_FIRST, range(matches)).hands
        for cell in cells_of(line_up, **rules)
    ]
    return {name: np.concatenate([hands[name] for hands in played]) for name in played[0]}


@pytest.mark.parametrize("rules", RULE_SETS, ids=str)
def test_bots_play_every_rule_set_legally_and_repeat_themselves(rules):
    line_up = ("forecaster", "rule_of_thumb", "forecaster:stray=0.5", "random_legal")
    first, second = (together(line_up, 3, **rules) for _ in range(2))
    assert all((first[name] == second[name]).all() for name in first)
    assert sum(first[f"score_{seat}"].astype(int) for seat in range(4)).any() == 0


@pytest.mark.parametrize("bot", BOTS)
def test_what_bots_announce_gains_points(bot):
    hands = together((bot,) * 4, 300)
    for party in ("re", "kontra"):
        said = hands[f"{party}_step"] > 0
        assert said.mean() > 0.2
        assert hands[f"{party}_worth_said"][said].mean() > 0.3
    promised = hands["re_step"] > 1
    assert promised.sum() > 300
    assert hands["re_worth_no90"][promised].mean() > 0


@pytest.mark.parametrize("bot", BOTS)
def test_announcements_follow_what_they_are_paid(bot):
    def share(party, step, **rules):
        return (together((bot,) * 4, 40, **rules)[f"{party}_step"] >= step).mean()

    assert share("re", 1, said_points=0) < 0.3 * share("re", 1)
    assert share("re", 2, promise_points=3) > 2 * share("re", 2)


@pytest.mark.parametrize("bot", BOTS)
def test_late_replies_are_made_and_pay(bot):
    hands = together((bot,) * 4, 300, **GAME.variants["ddv"])
    shift = np.maximum(hands["clarified"] - 1, 0)
    for party, other in (("re", "kontra"), ("kontra", "re")):
        late = hands[f"{party}_late"] == 1
        assert late.sum() > 300
        assert hands[f"{party}_worth_said"][late].mean() > 0
        by = 11 - shift - hands[f"{party}_cards_said"]  # cards too few to speak in time
        assert (by[late] > 0).all()
        assert (by[late] <= hands[f"{other}_step"][late]).all()


@pytest.mark.parametrize("bot", BOTS)
def test_bots_never_jump(bot):
    """R6: so each step counts by itself, and they play as where none may jump."""
    plain, free = (together((bot,) * 4, 40, promise_points=3, jump=jump) for jump in (False, True))
    assert (free["re_step"] > 1).any()
    assert all((plain[name] == free[name]).all() for name in plain)
    assert "it never jumps" in find(bot).doc


@pytest.mark.parametrize(("bot", "least"), [("rule_of_thumb", 0.003), ("forecaster", 0.08)])
def test_solos_are_declared_and_won(bot, least):
    hands = together((bot,) * 4, 300)
    solos = hands["type"] >= 4
    assert solos.mean() > least
    assert (hands["side_won"][solos] == 1).mean() > 0.55
    assert hands["value"][solos].mean() > 0


def test_compulsory_solos_are_played_in_time_and_rarely_forced():
    for bot, most in zip(BOTS, (0.3, 0.2), strict=True):
        hands = together((bot,) * 4, 100, **GAME.variants["turnier"])
        n_matches = len(hands["type"]) / 24
        assert hands["compulsory"].sum() == 4 * n_matches
        assert hands["was_forced"].sum() <= most * 4 * n_matches


def test_a_marriage_is_announced_with_both_queens_of_clubs_and_no_better_use_for_them():
    hands = together(("rule_of_thumb",) * 4, 200)
    both = (hands["type"] == 3) | (hands["type"] == 2)
    assert abs(both.mean() - 0.234) < 0.012
    assert not (hands["type"] == 1).any()


def test_the_forecaster_may_stay_silent_with_both_queens_of_clubs():
    hands = together(("forecaster",) * 4, 300)
    silent = hands["type"] == 1
    assert silent.sum() > 10
    assert hands["value"][silent].mean() > 0


def test_thresholds_move_what_is_announced_and_declared():
    def share(bot, **rules):
        hands = together((bot,) * 4, 40, **rules)
        return (hands["re_step"] > 0).mean(), (hands["type"] >= 4).mean()

    for bot in BOTS:
        assert share(f"{bot}:say_at=1")[0] < share(bot)[0]
    assert share("rule_of_thumb:solo_at=100")[1] > share("rule_of_thumb")[1]
    assert share("forecaster:solo_at=5")[1] < share("forecaster")[1]
    assert share("forecaster:stray=0.5")[1] > share("forecaster")[1]


def test_normal_games_among_bots_are_as_among_those_of_another_program():
    """1,196 games of a search bot: Re has 134.9 points and wins 62.0 % of its normal games."""
    for bot in BOTS:
        hands = together((bot,) * 4, 100)
        normal = hands["type"] == 0
        assert abs(hands["re_points"][normal].mean() - 134.9) < 4
        assert abs((hands["side_won"][normal] == 1).mean() - 0.62) < 0.05


@pytest.mark.parametrize("bot", BOTS)
def test_charlie_is_made_about_as_often_as_by_bots_of_another_program(bot):
    """In 13 % of normal games of a search bot, 8 % of random ones; oftener where it pays more."""

    def share(**rules):
        hands = together((bot,) * 4, **rules)
        return (hands["value_charlie"][hands["type"] == 0] != 0).mean()

    assert 0.08 < share() < 0.16
    assert share(charlie_points=3) > 1.2 * share()


# --- Cards ----------------------------------------------------


def test_a_fox_is_given_to_a_friend_who_takes_the_trick_and_kept_from_others():
    def choice(friend):
        table = Table()
        table.playing("normal")
        public, own = table.public, table.state.own[3]
        for seat, name in enumerate(("DJ", "D9", "HT")):  # seat 2 takes it
            public.trick[seat] = CARD_OF[name]
        public.n_trick, public.n_plays, public.to_act = 3, 3, 3
        public.led = 4
        own.seat, own.party, own.held = 3, 1, cards("DA DK D9 HJ SK")
        legal = cards("DA DK D9 HJ")
        return CARDS[playing.best_card(public, own, legal, friend)]

    assert choice((0.0, 0.0, 1.0, 1.0)) == "DA"
    assert choice((1.0, 0.0, 0.0, 1.0)) == "D9"


def test_last_in_a_trick_it_is_taken_as_cheaply_as_can_be():
    table = Table()
    table.playing("normal")
    public, own = table.public, table.state.own[3]
    for seat, name in enumerate(("CA", "CT", "CK")):
        public.trick[seat] = CARD_OF[name]
    public.n_trick, public.n_plays, public.to_act = 3, 3, 3
    public.led = 3
    own.seat, own.party, own.held = 3, 1, cards("HT CQ DQ D9 DK SK")
    friends = (0.0, 0.0, 0.0, 1.0)
    assert CARDS[playing.best_card(public, own, own.held, friends)] in ("DK", "D9")


@pytest.mark.parametrize("high", ["HT", "CQ", "SQ"])
@pytest.mark.parametrize("out", ["DQ SA S9 SK HK HA", "HQ DQ S9 SK HK HA"])
@pytest.mark.parametrize("friends", [(1.0, 0.0, 0.0, 0.0), (1.0, 1 / 3, 1 / 3, 1 / 3)])
def test_a_high_trump_is_led_before_the_jack_of_clubs(high, out, friends):
    """A single higher trump of the others must follow; then the jack takes the last trick."""
    table = Table()
    table.playing("normal", 40)
    public, own = table.public, table.state.own[0]
    own.seat, own.held = 0, cards(f"{high} CJ")
    public.played = rest_of(cards(f"{high} CJ {out}"), np.uint64(0))
    assert CARDS[playing.best_card(public, own, own.held, friends)] == high


@pytest.mark.parametrize("option", ["never", "always", "not_last"])
@pytest.mark.parametrize("number", [1, 11, 12])
def test_bots_see_who_takes_a_trick_with_both_tens_of_hearts(option, number):
    """R3: of two equal cards the first, but for the second ten of hearts where the option says."""
    table = Table(second_ht=option)
    table.playing("normal", 4 * (number - 1))
    public, own, ten = table.public, table.state.own[1], CARD_OF["HT"]
    public.trick[0], public.led, public.n_trick = ten, TRUMP, 1
    public.n_plays += 1
    own.seat = 1
    second = option == "always" or (option == "not_last" and number < 12)
    assert playing.taking(public, own, ten, TRUMP) == (ten, int(second))


@pytest.mark.parametrize(("rules", "game"), [({"charlie_points": 0}, "normal"), ({}, "solo-clubs")])
def test_nothing_is_kept_for_a_charlie_that_does_not_count(rules, game):
    def hope(game, **rules):
        table = Table(**rules)
        table.playing(game, 40)
        own = table.state.own[0]
        own.seat, own.held = 0, cards("CQ CJ")
        return playing.charlie_hope(table.public, own, cards("SA S9 SK HK HA D9"))

    assert hope("normal") == playing.A_POINT
    assert hope(game, **rules) == 0
