"""The bots of Caravan: legal, repeatable, sound in plain positions, and as strong as they state."""

from functools import cache
from itertools import product

import numpy as np
import pytest
from simcards_strategies.caravan import caravaneer, trader

from caravan_table import GAME, Table, action_text
from simcards import check, engine
from simcards.design import RANDOM_FIRST, Cell, Contest, rotations_of
from simcards.game import find_game
from simcards.games.caravan import kernels
from simcards.strategy import find, parse_sitter
from tables import cell_of

SEED = 7
STATED = 0.298  # points a match of a caravaneer against a trader, over the mean of both
HOW = (24, 2, 8, 1.0)
QUICK = "caravaneer:worlds=1,candidates=2"
OPTIONS = list(GAME.options)


@cache
def hands_of(line_up: tuple[str, ...], matches: int, *on: str):
    """(sitters, stored columns) of each rotation."""
    rules = GAME.make_rules(dict.fromkeys(on, True))
    contest = Contest(0, rules, tuple(parse_sitter(name) for name in line_up))
    return [
        (
            [sitter.label for sitter in sitters],
            engine.play(
                GAME,
                Cell(number, 0, rules, sitters, rotation, turn),
                SEED,
                RANDOM_FIRST,
                range(matches),
            ).hands,
        )
        for number, (sitters, rotation, turn) in enumerate(rotations_of(contest, "all"))
    ]


def wins(line_up: tuple[str, str], matches: int, *on: str) -> tuple[float, float]:
    """The share of matches that the first sitter wins over both rotations; half of its 95 %."""
    blocks = np.zeros(matches)
    for sitters, hands in hands_of(line_up, matches, *on):
        blocks += (hands["winner"] == sitters.index(parse_sitter(line_up[0]).label)) / 2
    return float(blocks.mean()), float(1.96 * blocks.std(ddof=1) / np.sqrt(matches))


# --- Strength -------------------------------------------------


def test_the_trader_beats_random_play_nearly_always():
    found, _ = wins(("trader", "random_legal"), 500)
    assert found > 0.99
    assert "+0.500 +- 0.001" in find("trader").doc


@pytest.mark.parametrize("option", OPTIONS)
def test_the_trader_beats_random_play_under_every_variant(option):
    assert wins(("trader", "random_legal"), 60, option)[0] >= 0.95


def test_the_caravaneer_is_as_much_stronger_than_the_trader_as_it_states():
    found, half = wins(("caravaneer", "trader"), 120)
    assert found > 0.7
    assert found - half < 0.5 + STATED < found + half
    assert f"+{STATED} +-" in find("caravaneer").doc


def test_mirror_play_is_as_long_and_as_even_as_the_document_measured():
    """35 to 50 turns, and the starter wins 45 to 52 % (here with the error of 4,000 matches)."""
    turns, starter = [], []
    for _, hands in hands_of(("trader", "trader"), 2000):
        turns.append(hands["decisions"])
        starter.append(hands["winner"] == hands["dealer"])
    assert 35 < np.mean(turns) < 50
    assert 0.45 < np.mean(starter) < 0.53


def test_more_worlds_make_the_caravaneer_stronger():
    assert wins(("caravaneer:worlds=24", "caravaneer:worlds=1"), 50)[0] > 0.55


def test_face_cards_worth_nothing_in_hand_make_the_trader_weaker():
    found, half = wins(("trader:keep=0", "trader"), 500)
    assert found + half < 0.45


# --- Positions ------------------------------------------------


def chosen(table: Table) -> set[str]:
    """What the bots do in a position, as text."""
    state, own = table.state, table.state.own[table.seat]
    legal = kernels.legal_actions(state)
    actions = (
        trader.best_action(state.public, own, legal, 1.0),
        caravaneer.search(state.public, own, legal, np.uint64(5), HOW),
    )
    return {action_text(state, action) for action in actions}


def test_a_match_that_can_be_won_at_once_is_won():
    table = Table(hand="5C 2S JH KD 3S")
    for route, cards in enumerate(("10S 9H 3D", "10H 9D 4S", "10D 9C")):
        table.route(0, route, cards)
    for route in range(3):
        table.route(1, route, "8S 4S" if not route else "8D 4D" if route == 1 else "8H 4H")
    assert chosen(table) <= {"number 5C 2", "number 2S 2"}  # 24 or 21, and three pairs


def test_a_sale_that_would_end_a_match_lost_is_not_made():
    """Two pairs are the other's: 21 on the third route sells it, and ends the match."""
    table = Table(hand="2C 2S JH 3H KS")
    table.route(0, 0, "10S 9H")
    table.route(0, 1, "5S")
    table.route(0, 2, "6S")
    table.route(1, 0, "8S 4S")
    table.route(1, 1, "10S 9S 5C")
    table.route(1, 2, "10D 9D 5D")
    assert not chosen(table) & {"number 2C 0", "number 2S 0"}


def test_the_last_pair_of_a_match_about_to_be_lost_is_broken():
    """The other sells two pairs and wins with any one card from a nine up on the third: attack."""
    table = Table(hand="KS 2S 2D 3D 4D")
    table.route(0, 0, "3S 7S")
    table.route(0, 1, "4H")
    table.route(0, 2, "5C 9C")
    table.route(1, 0, "10S 9S 5C")
    table.route(1, 1, "10D 9D 6D")
    table.route(1, 2, "10H 3H 4H")
    assert all(text.startswith("face KS 1.") for text in chosen(table))


# --- Every rule set -------------------------------------------


def test_bots_act_legally_under_every_rule_set():
    for number, on in enumerate(product((False, True), repeat=len(OPTIONS))):
        rules = GAME.make_rules(dict(zip(OPTIONS, on, strict=True)))
        cell = cell_of(rules, "trader", QUICK, turn=number % 2)
        hands = engine.play(GAME, cell, SEED, RANDOM_FIRST, range(number, number + 1)).hands
        assert hands["winner"][0] in (0, 1)


@pytest.mark.parametrize("name", ["trader", QUICK])
def test_bots_repeat_themselves_and_see_nothing_hidden(name):
    rule_sets = {
        "standard": GAME.make_rules({}),
        "odd": GAME.make_rules({"short_deck": True, "reshuffle": True, "new_hand": True}),
    }
    found = check.check(name, find_game("caravan"), rule_sets, 5)
    assert found.ok, [point for point in found.points if not point.ok]
    assert found.decisions > 100
