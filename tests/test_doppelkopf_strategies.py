"""The bots of Doppelkopf: what they do, and as strong as their docstrings say."""

import numpy as np
import pytest

from doppelkopf_table import CARD_OF, DEALS, Table
from simcards import engine
from simcards.design import RANDOM_FIRST, Cell, Contest, rotations_of
from simcards.game import find_game
from simcards.strategy import find, parse_sitter

GAME = find_game("doppelkopf")
SEED, MATCHES = 7, 400


def cells_of(line_up, **rules):
    sitters = tuple(parse_sitter(name) for name in line_up)
    contest = Contest(0, GAME.make_rules(rules), sitters)
    for number, (seated, rotation, turn) in enumerate(rotations_of(contest, "all")):
        yield Cell(number, 0, contest.rules, seated, rotation, turn)


def edge(line_up):
    """Points a hand of the first sitter over the mean of the others, and the half width at 95 %."""
    blocks = np.zeros(MATCHES)
    for cell in cells_of(line_up):
        hands = engine.play(GAME, cell, SEED, RANDOM_FIRST, range(MATCHES)).hands
        scores = np.array([hands[f"score_{seat}"] for seat in range(4)], np.float64)
        mine = [sitter.label for sitter in cell.sitters].index(line_up[0])
        over = scores[mine] - np.delete(scores, mine, 0).mean(0)
        blocks += np.bincount(hands["match"], over / (24 * 4), MATCHES)
    return float(blocks.mean()), float(1.96 * blocks.std(ddof=1) / np.sqrt(MATCHES))


@pytest.mark.parametrize(
    ("line_up", "stated"),
    [(("random_cards", "random_legal", "random_legal", "random_legal"), 1.86)],
)
def test_a_bot_is_as_much_stronger_as_it_states(line_up, stated):
    found, half = edge(line_up)
    assert found - half < stated < found + half
    assert f"+{stated}" in find(line_up[0]).doc


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
