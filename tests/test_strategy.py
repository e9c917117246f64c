"""Finding strategies by name and path, and reading how they sit down."""

import pytest

from simcards.design import RANDOM_FIRST, Sitter, plain
from simcards.engine import play
from simcards.errors import RunError, UsageError
from simcards.games import GAMES
from simcards.strategy import (
    Param,
    Strategy,
    check_params,
    find,
    is_path,
    names,
    parse_sitter,
    source_of,
)
from tables import bot, cell_of

PLANNER = Strategy(
    "planner",
    lambda *_: 0,
    games=("ninety_nine",),
    params={"aim": Param(3, 0, 9), "risk": Param(1, 0, 4, step=2)},
)


def test_an_installed_strategy_is_found_with_its_docstring():
    found = find("random_legal")
    assert found.name == "random_legal"
    assert found.doc.startswith("Choose any legal action")
    assert found.is_ours
    assert source_of(found).endswith("random_legal.py")


def test_every_installed_strategy_is_found_by_its_name_and_describes_itself():
    assert "random_legal" in names()
    for name in names():
        found = find(name)
        assert found.name == name
        assert found.doc


def test_a_strategy_is_found_by_path_and_loaded_once():
    found = find(bot("plain_twin"))
    assert found.name == "plain_twin"
    assert found.path == bot("plain_twin")
    assert not found.is_ours
    assert found.choose is find(bot("plain_twin")).choose


def test_names_can_be_those_that_play_a_game():
    assert "random_legal" in names("ninety_nine")
    assert PLANNER.plays("ninety_nine")
    assert not PLANNER.plays("whist")
    assert Strategy("any", lambda *_: 0).plays("whist")


@pytest.mark.parametrize(
    ("name", "error", "says"),
    [
        ("random_leagl", UsageError, "did you mean 'random_legal'?"),
        ("nowhere/bot.py", UsageError, "there is no such file"),
    ],
)
def test_an_unknown_name_is_one_line_with_the_choices(name, error, says):
    with pytest.raises(error) as caught:
        find(name)
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("source", "says"),
    [
        ("x = 1", "has no STRATEGY"),
        ("import there_is_no_such_module", "failed to load"),
        ("def (", "failed to load"),
        ("STRATEGY = 7", "has no STRATEGY"),
    ],
)
def test_a_file_that_is_no_strategy_is_one_line(tmp_path, source, says):
    path = tmp_path / "bad.py"
    path.write_text(source)
    for _ in range(2):  # a failure is not remembered as a success
        with pytest.raises(RunError) as caught:
            find(str(path))
        assert says in str(caught.value)
        assert "bad.py" in str(caught.value)


def test_paths_are_told_from_names():
    assert is_path("bots/mine.py")
    assert is_path("mine.py")
    assert not is_path("random_legal")


@pytest.mark.parametrize(
    ("text", "sitter"),
    [
        ("steady", Sitter("steady")),
        ("planner:aim=2.5", Sitter("planner", {"aim": 2.5})),
        ("planner:aim=2.5,risk=-1e3", Sitter("planner", {"aim": 2.5, "risk": -1000.0})),
        (" planner : aim = 2 ", Sitter("planner", {"aim": 2.0})),
        ("bots/mine.py:aim=1", Sitter("bots/mine.py", {"aim": 1.0})),
    ],
)
def test_a_sitter_is_read(text, sitter):
    assert parse_sitter(text) == sitter


@pytest.mark.parametrize("label", ["steady", "planner:aim=2.5", "planner:aim=2,risk=0.1"])
def test_a_label_reads_back_to_its_sitter(label):
    assert parse_sitter(label).label == label


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "no name"),
        (":aim=1", "no name"),
        ("planner:aim", "'aim' must read PARAM=NUMBER"),
        ("planner:aim=", "must read PARAM=NUMBER"),
        ("planner:aim=high", "must read PARAM=NUMBER"),
        ("planner:=3", "must read PARAM=NUMBER"),
        ("planner:aim=1,aim=2", "aim is set twice"),
        ("planner:aim=1,aim=1", "aim is set twice"),
        ("planner:aim=1, aim =1", "aim is set twice"),
    ],
)
def test_what_cannot_be_read_is_refused_in_one_line(text, says):
    with pytest.raises(UsageError) as caught:
        parse_sitter(text)
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


def test_only_parameters_that_a_strategy_has_are_accepted():
    check_params(PLANNER, {"aim": 1.0, "risk": 2.0})
    with pytest.raises(UsageError, match="did you mean 'risk'"):
        check_params(PLANNER, {"rsik": 1.0})
    with pytest.raises(UsageError, match="has no parameters"):
        check_params(find("random_legal"), {"aim": 1.0})


@pytest.mark.parametrize(
    ("param", "value", "says"),
    [
        ("aim", float("nan"), "aim is nan; it must be a number from 0 to 9"),
        ("aim", float("inf"), "aim is inf; it must be a number from 0 to 9"),
        ("aim", -0.5, "aim is -0.5; it must be a number from 0 to 9"),
        ("risk", 5.0, "risk is 5; it must be a number from 0 to 4 in steps of 2"),
        ("risk", 1.0, "risk is 1; it must be a number from 0 to 4 in steps of 2"),
        ("risk", float("nan"), "risk is nan; it must be a number from 0 to 4 in steps of 2"),
    ],
)
def test_a_value_out_of_its_range_is_refused(param, value, says):
    with pytest.raises(UsageError) as caught:
        check_params(PLANNER, {param: value})
    assert str(caught.value) == f"strategy 'planner': {says}"


ENDS = [
    (game, name, f"{param}={plain(end)}")
    for game in GAMES
    for name in names(game)
    for param, told in find(name).params.items()
    for end in (told.low, told.high)
]


@pytest.mark.parametrize(("game", "name", "setting"), ENDS)
def test_parameters_at_the_ends_of_their_ranges_make_odd_bots_but_legal_ones(game, name, setting):
    rules_of = GAMES[game].variants
    for variant in (next(iter(rules_of)), next(reversed(rules_of))):
        rules = GAMES[game].make_rules(rules_of[variant])
        sitters = (f"{name}:{setting}", *(["random_legal"] * (rules.players - 1)))
        found = play(GAMES[game], cell_of(rules, *sitters), 7, RANDOM_FIRST, range(1))
        assert len(found.matches["match"]) == 1


@pytest.mark.parametrize("name", names())
def test_the_default_of_every_parameter_is_in_its_range(name):
    params = find(name).params
    check_params(find(name), {param: told.default for param, told in params.items()})
