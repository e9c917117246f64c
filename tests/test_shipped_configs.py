"""The configs that are shipped: each asks a question, and is what `config show` says it is."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from simcards.cli import app
from simcards.config import from_dict, load

CONFIGS = sorted((Path(__file__).parent.parent / "configs").glob("*.toml"))


def ask(*words):
    """What a command prints to stdout, when all is well."""
    result = CliRunner().invoke(app, list(words))
    assert result.exit_code == 0, result.exception
    return result.stdout


@pytest.mark.parametrize("path", CONFIGS, ids=lambda path: path.stem)
def test_show_prints_a_config_that_plays_the_same(path, tmp_path):
    config = load(path, seed=3)
    shown = tmp_path / "shown.toml"
    shown.write_text(ask("config", "show", str(path), "--seed", "3"))
    again = load(shown)
    assert again.experiment() == config.experiment()
    assert again.question == config.question
    whole = json.loads(ask("config", "show", str(path), "--seed", "3", "--json"))
    assert whole["digest"] == config.digest == again.digest
    assert from_dict(whole["config"]).experiment() == config.experiment()


@pytest.mark.parametrize("path", CONFIGS, ids=lambda path: path.stem)
def test_a_shipped_config_asks_a_question_and_leaves_nothing_out_unsaid(path):
    config = load(path)
    assert config.question.endswith("?")
    assert not config.seed_is_drawn
    assert not config.left_out or "left out" in path.read_text()  # and then says so


def test_the_demo_covers_all_trump_modes_and_end_modes_with_and_without_mirrors():
    config = load(next(path for path in CONFIGS if path.stem == "demo"))
    contests = config.experiment().contests
    met = {(c.rules.trump_mode, c.rules.end_mode, c.is_mirror) for c in contests}
    options = config.game.options
    assert len(met) == len(options["trump_mode"].choices) * len(options["end_mode"].choices) * 2
