"""Targets of a config: how they are written, what holds them, and which a game can have."""

import re

import pytest

from simcards import targets
from simcards.config import load
from simcards.config_text import template
from simcards.errors import ConfigError
from simcards.games import GAMES
from simcards.metrics import TARGETS


@pytest.mark.parametrize(
    ("name", "text", "on", "off"),
    [
        ("position_gap", "<= 2 points", [0, 2], [2.01]),
        ("position_gap", "<2", [1.9], [2.1]),
        ("points_per_hand", "-10..-5 points", [-5], [0]),
        ("position_gap", "<= 1 point", [1], [1.1]),
        ("make_rate", ">= 30 %", [0.3, 1], [0.29]),
        ("make_rate", "30..50%", [0.3, 0.5], [0.29, 0.51]),
        ("hands_per_match", "9..15", [9, 15], [8.9, 15.1]),
        ("hands_per_match", "> 9.5 hands", [9.6], [9.4]),
    ],
)
def test_a_target_is_a_comparison_or_a_range(name, text, on, off):
    target = targets.parse(name, text)
    assert all(map(target.holds, on))
    assert not any(map(target.holds, off))
    assert target.text == text


@pytest.mark.parametrize(
    ("name", "text", "line"),
    [
        ("position_gap", "about 2", "must look like '<= 2 points'"),
        ("position_gap", "2", "must look like"),
        ("position_gap", "<= 2 %", "its unit is points, not %"),
        ("hands_per_match", "9..15 points", "its unit is hands, not points"),
        ("hands_per_match", "15..9", "upside down"),
        ("make_rate", "<= 0.5", "it is a share: write its number with %"),
        ("make_rate", "<= 130 %", "a share lies in 0..100 %"),
        ("tie_rate", "-1..3 %", "a share lies in 0..100 %"),
        ("win_gap", ">= 100.5 %", "a share lies in 0..100 %"),
        ("position_gap", "<= -1 points", "it is never negative"),
        ("hands_per_match", "-9..15 hands", "it is never negative"),
        ("position_gap", f"<= {'9' * 400} points", "its number is too large"),
        ("option_effect", "<= 0 points", "write it like '<= 1 points'"),
        ("option_effect", "<= -1 points", "write it like '<= 1 points'"),
        ("option_effect", ">= 1 points", "write it like '<= 1 points'"),
        ("option_effect", "0..1 points", "write it like '<= 1 points'"),
    ],
)
def test_a_target_that_cannot_be_read(name, text, line):
    with pytest.raises(ConfigError, match=re.escape(line)):
        targets.parse(name, text)


@pytest.mark.parametrize(
    ("name", "text", "width"),
    [
        ("points_per_hand", "-10..-5 points", 5),
        ("position_gap", "<= 2 points", 2),
        ("make_rate", ">= 30 %", 0.7),
        ("points_per_hand", ">= 3 points", float("inf")),
    ],
)
def test_the_band_of_a_target_holds_the_values_there_are(name, text, width):
    assert targets.parse(name, text).band == pytest.approx(width)


@pytest.mark.parametrize("name", TARGETS)
def test_every_target_has_an_example_that_can_be_read(name):
    targets.parse(name, TARGETS[name].example)


def test_targets_and_the_template_hold_only_what_the_game_can_have(tmp_path):
    toml = '# Q?\ngame = "duke"\nmatches = 5\nline_ups = ["random_legal"]\n[targets]\n'
    path = tmp_path / "question.toml"
    path.write_text(f'{toml}make_rate = ">= 3 %"\n')
    with pytest.raises(
        ConfigError, match="targets: make_rate is for games with bids; duke has none"
    ):
        load(path)
    assert "make_rate" not in template(GAMES["duke"])
    assert "make_rate" in template(GAMES["double_knot"])
