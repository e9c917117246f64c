"""Cells, states and positions for the tests that play."""

import random
from pathlib import Path

import numpy as np
from scipy import stats

from simcards import engine
from simcards.cards import members
from simcards.design import RANDOM_FIRST, Cell, Contest, Sitter, rotations_of
from simcards.game import NOBODY
from simcards.games import GAMES
from simcards.state import new_state
from simcards.strategy import parse_sitter

NINETY_NINE = GAMES["ninety_nine"]
BOTS = Path(__file__).parent / "bots"
EVERY_VARIANT = [(game, variant) for game in GAMES.values() for variant in game.variants]
VARIANT_NAMES = [f"{game.name}-{variant}" for game, variant in EVERY_VARIANT]


def bot(name):
    """The path of one of the tests' own strategies, as a config would give it."""
    return str(BOTS / f"{name}.py")


def rules_of(game, variant):
    return game.make_rules(game.variants[variant])


def cell_of(rules, *names, number=0, turn=0):
    """One cell: a lone name fills every seat."""
    names = names * rules.players if len(names) == 1 else names
    sitters = tuple(name if isinstance(name, Sitter) else parse_sitter(name) for name in names)
    return Cell(number, 0, rules, sitters, 0, turn)


def played_in_rotation(game, rules, line_up, seed, matches):
    """(labels of the sitters by seat, all that was played) of each rotation of a line-up."""
    contest = Contest(0, rules, tuple(parse_sitter(name) for name in line_up))
    cells = [
        Cell(number, 0, rules, sitters, rotation, turn)
        for number, (sitters, rotation, turn) in enumerate(rotations_of(contest, "all"))
    ]
    return [
        (
            [sitter.label for sitter in cell.sitters],
            engine.play(game, cell, seed, RANDOM_FIRST, range(matches)),
        )
        for cell in cells
    ]


def begun(game, rules, key, first=0):
    """A state whose first hand has just been dealt."""
    state = new_state(game.kernels.STATE, rules)[0]
    game.kernels.start(state, first)
    game.kernels.deal(state, np.uint64(key))
    return state


def copied(state):
    """A copy of a state to the last byte, padding too."""
    other = np.zeros(1, state.dtype)
    other.view(np.uint8)[:] = np.frombuffer(state, np.uint8)
    return other.view(np.recarray)[0]


def assert_drawn_as_counted(drawn, expected, level=1e-3):
    """Nothing came but what is expected, and each as often as its probability says."""
    assert set(drawn) <= set(expected)
    if len(expected) > 1:
        n = sum(drawn.values())
        observed = [drawn[way] for way in expected]
        assert stats.chisquare(observed, [n * p for p in expected.values()]).pvalue > level


def legal(game, state):
    """The numbers of the legal actions."""
    words = game.kernels.legal_actions(state)
    return [64 * w + a for w, word in enumerate(words) for a in members(word)]


def positions(game, rules, key, choose=None):
    """Every position of a hand in which somebody must act; all are the same object."""
    dice = random.Random(key)
    state = begun(game, rules, key, first=key % rules.players)
    while state.public.to_act != NOBODY:
        yield state
        actions = legal(game, state)
        game.kernels.apply(state, choose(state, actions) if choose else dice.choice(actions))
