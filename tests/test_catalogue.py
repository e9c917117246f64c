"""The catalogue commands: games, rules, variants, and configs written, checked and resolved."""

import json
import re
import tomllib

import pytest
from typer.testing import CliRunner

from fake_strategies import KNOWN, fake_strategies  # noqa: F401
from simcards.cli import app
from simcards.config import from_dict, load
from simcards.config_text import template, to_toml
from simcards.errors import ConfigError, SimcardsError
from simcards.games import GAMES


def ask(*words):
    """What a command prints to stdout, when all is well."""
    result = CliRunner().invoke(app, list(words))
    assert result.exit_code == 0, result.exception
    return result.stdout


def fault(*words):
    """The error a command ends with."""
    result = CliRunner().invoke(app, list(words))
    assert isinstance(result.exception, SimcardsError)
    assert result.stdout == ""
    return result.exception


# --- Games, rules, variants -----------------------------------


def test_games_lists_every_game_with_its_size():
    rows = json.loads(ask("games", "--json"))
    assert [row["game"] for row in rows] == list(GAMES)
    for row in rows:
        game = GAMES[row["game"]]
        assert row["seats"] == list(game.seats)
        assert (row["options"], row["variants"]) == (len(game.options), len(game.variants))
        assert ask(*row["rules"].split()[1:])
    text = ask("games")
    assert all(game.name in text and game.title in text for game in GAMES.values())


@pytest.mark.parametrize("game", GAMES)
def test_rules_prints_every_paragraph_that_options_cite(game):
    text = ask("rules", game)
    cited = set(re.findall(r"R\d+", " ".join(o.doc for o in GAMES[game].options.values())))
    headings = re.findall(r"^## (R\d+) ", text, re.MULTILINE)
    assert cited <= set(headings)
    assert headings == [f"R{number + 1}" for number in range(len(headings))]
    assert "## Decisions" in text
    assert set(re.findall(r"R\d+", text)) == set(headings)


def test_the_rules_name_every_option_and_its_default():
    text = GAMES["ninety_nine"].rules_text
    for option in GAMES["ninety_nine"].options.values():
        assert f"`{option.name}" in text
        if not option.choices:
            assert f"`{option.name}` ({option.default})" in text
        for choice in option.choices:
            assert f"`{choice}`" in text


@pytest.mark.parametrize("game", GAMES)
def test_variants_lists_options_and_presets(game):
    whole = json.loads(ask("variants", game, "--json"))
    assert [row["option"] for row in whole["options"]] == list(GAMES[game].options)
    assert whole["variants"] == GAMES[game].variants
    for row in whole["options"]:
        option = GAMES[game].options[row["option"]]
        assert row["default"] == option.default
        assert row["meaning"] == option.doc
        assert row["choices"] == (list(option.choices) or None)
    text = ask("variants", game)
    for name in [*GAMES[game].options, *GAMES[game].variants]:
        assert re.search(rf"^{re.escape(name)}  ", text, re.MULTILINE)


@pytest.mark.parametrize("game", GAMES)
def test_every_variant_can_be_played(game):
    for values in GAMES[game].variants.values():
        GAMES[game].make_rules(values)


@pytest.mark.parametrize("command", [("rules",), ("variants",), ("config", "init")])
def test_an_unknown_game_is_a_usage_error(command):
    error = fault(*command, "ninety_mine")
    assert error.exit_code == 2
    assert "did you mean 'ninety_nine'?" in str(error)


# --- Configs --------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_init_writes_a_config_that_loads_and_names_everything(game, tmp_path):
    path = tmp_path / "my.toml"
    path.write_text(ask("config", "init", game))
    config = load(path)
    assert config.game.name == game
    assert config.left_out == ()
    assert config.question.endswith("?")
    text = path.read_text()
    assert all(re.search(rf"^(# )?{name} = ", text, re.MULTILINE) for name in GAMES[game].options)
    assert all(name in text for name in KNOWN if KNOWN[name].plays(game))
    assert "stranger" not in text


@pytest.mark.parametrize("game", GAMES)
def test_init_may_be_uncommented_line_by_line(game):
    text = template(GAMES[game])
    lines = re.sub(r"^# (?=\w+ = |\[)", "", text, flags=re.MULTILINE)
    data = tomllib.loads(lines)
    assert set(data["rules"]) == set(GAMES[game].options)
    params = {
        name: {param: told.default for param, told in known.params.items()}
        for name, known in KNOWN.items()
        if known.plays(game)
    }
    assert data.get("params", {}) == {name: own for name, own in params.items() if own}
    config = from_dict(data)
    labels = {sitter.label for sitter in config.experiment().contests[0].line_up}
    assert labels <= set(KNOWN)  # with their parameters as by default
    assert set(config.targets) == set(data["targets"])


def test_validate_counts_cells_blocks_and_matches(tmp_path):
    path = tmp_path / "my.toml"
    path.write_text("""\
# Why?
game = "ninety_nine"
matches = 1500
seed = 5
line_ups = ["planner", ["planner", "steady", "steady"]]
[rules]
end_mode = ["9_hands", "3_bonus"]
hands = [9, 5]
""")
    found = json.loads(ask("config", "validate", str(path), "--json"))
    assert found["rule_sets"] == 3
    assert found["contests"] == 6
    assert found["cells"] == 18
    assert found["blocks"] == 1500
    assert found["matches"] == 27_000
    assert [item["combinations"] for item in found["left_out"]] == [1]
    assert "hands = 5 goes with end_mode 9_hands only" in found["left_out"][0]["reason"]
    text = ask("config", "validate", str(path))
    assert re.search(r"^matches +27,000$", text, re.MULTILINE)
    assert re.search(r"^left out +1 combination", text, re.MULTILINE)
    assert re.search(
        r"^matches +180$", ask("config", "validate", str(path), "--matches", "10"), re.M
    )


def test_validate_refuses_with_the_exit_code_of_bad_configs(tmp_path):
    path = tmp_path / "my.toml"
    path.write_text('game = "ninety_nine"\nline_ups = ["planer"]\n')
    error = fault("config", "validate", str(path))
    assert isinstance(error, ConfigError)
    assert error.exit_code == 3
    assert "did you mean 'planner'?" in str(error)
    assert fault("config", "validate", str(tmp_path / "no.toml")).exit_code == 3


def test_show_says_when_it_drew_the_seed(tmp_path):
    path = tmp_path / "my.toml"
    path.write_text('game = "ninety_nine"\nline_ups = ["steady"]\n')
    assert "drawn now" in ask("config", "show", str(path))
    assert "drawn now" not in ask("config", "show", str(path), "--seed", "4")


def test_toml_reads_back():
    data = {
        "text": 'quotes " \\ and ä\n\x7f',
        "flag": True,
        "list": [1, 2.5, "x", ["y"]],
        "table": {"a b": 1, "path/to/bot.py": {"aim": [0.1]}, "empty": {}},
    }
    del data["table"]["empty"]
    assert tomllib.loads(to_toml({**data, "empty": {}})) == data
