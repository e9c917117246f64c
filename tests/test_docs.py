"""Everything a user can name is described: commands, options, columns, strategies, games."""

import re
from pathlib import Path

import pytest
from typer.main import get_command

from simcards import strategy
from simcards.cli import app
from simcards.games import GAMES

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text()
GAME_ROWS = re.findall(
    r"^\| ([^|]+) \|[^|]+\|[^|]+\| ((?:`\w+`(?:, )?)+) \|$", README, re.MULTILINE
)
PAGES = [*ROOT.glob("*.md"), *ROOT.glob("*/*.md"), *(ROOT / "simcards").rglob("*.md")]
ZERO = "random_legal"  # against which all others are measured


def commands(group=None, prefix=""):
    """Every command with its full name, groups and hidden ones left out."""
    group = group or get_command(app)
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from commands(command, f"{prefix}{name} ")
        else:
            yield f"{prefix}{name}", command


@pytest.mark.parametrize(("name", "command"), list(commands()), ids=lambda value: str(value))
def test_every_command_and_option_explains_itself(name, command):
    assert (command.help or "").strip(), name
    for param in command.params:
        if getattr(param, "hidden", False) or param.name == "help":
            continue
        assert (getattr(param, "help", "") or "").strip(), f"{name} {param.name}"


def test_readme_names_every_command_and_no_other():
    """By its whole name, in the table of commands."""
    table = README[README.index("## Commands") : README.index("RUN is a name")]
    named = re.findall(r"`([a-z]+(?: [a-z]+)*)(?: [^`]*)?`", table)
    assert sorted(named) == sorted(name for name, _ in commands())


def test_every_command_that_readme_shows_is_there():
    blocks = "".join(re.findall(r"```sh\n(.*?)```", README, re.DOTALL))
    shown = re.findall(r"^simcards ([a-z]+(?: [a-z]+)?)", blocks, re.MULTILINE)
    names = {name for name, _ in commands()}
    assert len(shown) > 5
    for words in shown:
        assert words in names or words.split()[0] in names, words


def test_every_link_in_markdown_leads_somewhere():
    for path in PAGES:
        for link in re.findall(r"\]\(([^)#\s]+)[^)]*\)", path.read_text("utf-8")):
            if "://" not in link and not link.startswith("mailto:"):
                assert (path.parent / link).exists(), f"{path.name}: {link}"


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_rule_option_is_in_the_rules_text(game):
    for option in game.options.values():
        assert option.doc
        assert "player" not in option.doc  # a seat, or who
        assert re.search(rf"`{option.name}\b", game.rules_text), option.name


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_column_has_a_unit_and_a_meaning(game):
    for column in (*game.all_hand_columns(), *game.all_match_columns()):
        assert column.unit
        assert column.doc
        assert "player" not in column.doc  # a seat, or who


def test_every_strategy_describes_itself_and_states_its_strength():
    """A measured number with its interval, what it was measured on and the seed, or the zero."""
    for name in strategy.names():
        doc = strategy.find(name).doc
        assert "Sees" in doc, name
        strength = doc[doc.index("Strength") :]
        if name == ZERO:
            assert "the zero of the scale" in strength
            continue
        assert re.search(r"[+-]\d+\.\d+ \+- \d+\.\d+", strength), name
        assert re.search(r"[\d,]+ (\S+ )?(matches|blocks)", strength), name
        assert re.search(r"\bseed\s+\d+", strength), name
        assert re.search(r"95 %", strength), name


def test_every_config_opens_with_its_question():
    for path in (ROOT / "configs").glob("*.toml"):
        first = path.read_text().splitlines()[0]
        assert first.startswith("# "), path.name
        assert first.endswith("?"), path.name


def test_architecture_names_every_module_and_no_other():
    text = (ROOT / "ARCHITECTURE.md").read_text()
    modules = {path.name for path in (ROOT / "simcards").glob("*.py")} - {"__init__.py"}
    named = set(re.findall(r"`(\w+\.py)`", text))
    assert modules - {"__main__.py"} <= named
    assert named <= modules | {"rules.py", "kernels.py", "determinize.py", "text.py"}


def test_the_demo_plays_what_it_promises():
    """At least 200,000 hands over all rule sets, by the mean length of a few matches of each."""
    from simcards import config, engine

    demo = config.load(ROOT / "configs" / "demo.toml")
    cells, few = demo.experiment().cells, 4
    played = engine.play(demo.game, cells, demo.seed, demo.experiment().first, range(few))
    expected = len(played.hands["hand"]) / few * demo.matches
    assert 230_000 < expected < 330_000  # README and the config say "about 280,000"
    assert "280,000 hands" in README
    assert "280,000 hands" in (ROOT / "configs" / "demo.toml").read_text()


def test_the_readme_names_every_game_and_its_bots():
    told = {title: set(re.findall(r"`(\w+)`", bots)) for title, bots in GAME_ROWS}
    assert told == {game.title: set(strategy.names(game.name)) for game in GAMES.values()}
