"""The bots of Caravan: legal, repeatable, sound in plain positions, and as strong as they state."""

import re
from functools import cache
from itertools import product

import numpy as np
import pytest
from simcards_strategies.caravan import caravaneer, trader
from simcards_strategies.caravan.standing import LOSS

from caravan_table import GAME, Table, action_text
from simcards import check, engine
from simcards.cards import NONE
from simcards.design import RANDOM_FIRST, Cell, Contest, rotations_of
from simcards.game import find_game
from simcards.games.caravan import kernels
from simcards.strategy import find, parse_sitter
from tables import cell_of

SEED = 11  # another than that of the strengths stated, and of the tuning
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


def mean_of(blocks: list[np.ndarray]) -> tuple[float, float]:
    """The mean over the matches of all rotations; half of its 95 % over decks."""
    by_deck = np.mean(blocks, axis=0)
    return float(by_deck.mean()), float(1.96 * by_deck.std(ddof=1) / np.sqrt(len(by_deck)))


def wins(line_up: tuple[str, str], matches: int, *on: str) -> tuple[float, float]:
    """The share of matches that the first sitter wins over both rotations; half of its 95 %."""
    name = parse_sitter(line_up[0]).label
    return mean_of([h["winner"] == who.index(name) for who, h in hands_of(line_up, matches, *on)])


def stated(name: str, what: str) -> tuple[float, float]:
    """What a bot states after these words, and half of the interval."""
    doc = " ".join(find(name).doc.split())
    found = re.search(rf"{what} \+?(\d+\.\d+) \+- (\d+\.\d+)", doc)
    assert found, (name, what)
    return float(found[1]), float(found[2])


# --- Strength -------------------------------------------------


def test_the_trader_beats_random_play_as_it_states():
    found, half = wins(("trader", "random_legal"), 500)
    says, wide = stated("trader", "one random_legal")
    assert found > 0.99
    assert abs(found - (0.5 + says)) <= half + wide


@pytest.mark.parametrize("option", OPTIONS)
def test_the_trader_beats_random_play_under_every_variant(option):
    assert wins(("trader", "random_legal"), 60, option)[0] >= 0.95


def test_the_caravaneer_is_as_much_stronger_than_the_trader_as_it_states():
    found, half = wins(("caravaneer", "trader"), 120)
    assert found - half > 0.7
    says, wide = stated("caravaneer", "one trader")
    assert abs(found - (0.5 + says)) < half + wide
    says, wide = stated("caravaneer", "to win")
    assert abs(100 * found - says) < 100 * half + wide


def test_mirror_play_is_as_long_and_as_even_as_the_document_measured():
    """35 to 50 turns, and the starter wins 45 to 52 %; both as the trader states them."""
    played = [hands for _, hands in hands_of(("trader", "trader"), 10_000)]
    turns, half = mean_of([hands["decisions"] for hands in played])
    assert 35 < turns - half < turns + half < 50
    says, wide = stated("trader", "a match takes")
    assert abs(turns - says) < half + wide
    starter, half = mean_of([100 * (hands["winner"] == hands["dealer"]) for hands in played])
    assert 45 < starter - half < starter + half < 52
    says, wide = stated("trader", "the starter wins")
    assert abs(starter - says) < half + wide


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


def test_a_last_card_is_a_loss_unless_discards_can_be_reshuffled():
    """R4, R10: a discard is part of the new pile; a number card laid leaves nothing to draw."""

    def worth(reshuffle, action):
        table = Table(0, "2S", "", reshuffle=reshuffle)
        public, own, foe = table.public, table.state.own[0], (NONE, 0, 0, 0, 0)
        return trader.worth_of(public.copy(), public, own, action, foe, 1.0)

    number, discard = 0, 24
    assert worth(False, number) == worth(False, discard) == worth(True, number) == LOSS
    assert worth(True, discard) > LOSS


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
