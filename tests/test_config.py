"""Configs: what a file may say, what comes of it, and the line for everything else."""

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fake_strategies import fake_strategies  # noqa: F401
from simcards.config import from_dict, load
from simcards.config_file import ConfigFile
from simcards.design import RANDOM_FIRST
from simcards.errors import ConfigError
from simcards.game import find_game

EXAMPLE = """\
# Does the size of the declaration's premium decide who wins?
game = "ninety_nine"
matches = 20_000
seed = 7
rotations = "all"
first = "random"
line_ups = ["planner", ["planner:aim=2.5", "steady", "random_legal"]]
design = "grid"
[rules]
trump_mode = ["standard", "junk"]
end_mode = "9_hands"
declare_points = [20, 30, 40]
[targets]
position_gap = "<= 2 points"
"""


@pytest.fixture
def write(tmp_path):
    """Write a config and give its path."""

    def to_file(text):
        path = tmp_path / "question.toml"
        path.write_text(text)
        return path

    return to_file


@pytest.fixture
def fault(write):
    """The one line for EXAMPLE with a passage changed."""

    def line(old, new):
        assert EXAMPLE.count(old) == 1
        path = write(EXAMPLE.replace(old, new))
        with pytest.raises(ConfigError) as caught:
            load(path)
        text = str(caught.value)
        assert "\n" not in text
        assert text.startswith(f"{path}: ")
        return text.removeprefix(f"{path}: ")

    return line


# --- What comes of a file -------------------------------------


def test_the_example_of_the_manual(write):
    config = load(write(EXAMPLE))
    assert config.name == "question"
    assert config.question == "Does the size of the declaration's premium decide who wins?"
    assert config.text == EXAMPLE
    experiment = config.experiment()
    assert (experiment.game, experiment.seed, experiment.n_blocks) == ("ninety_nine", 7, 20_000)
    assert experiment.first == RANDOM_FIRST
    assert len(experiment.contests) == 2 * 3 * 2
    assert len(experiment.cells) == 2 * 3 * (3 + 3)
    assert {contest.rules.end_mode for contest in experiment.contests} == {"9_hands"}
    assert config.targets["position_gap"].high == 2


def test_defaults_are_explicit_when_resolved():
    resolved = from_dict({"game": "ninety_nine", "line_ups": ["steady"], "seed": 1}).resolved()
    defaults = {option.name: option.default for option in find_game("ninety_nine").options.values()}
    assert resolved["rules"] == defaults
    assert set(resolved) == set(ConfigFile.model_fields) - {"variants"}  # none are named
    assert (resolved["rotations"], resolved["first"], resolved["design"]) == (
        "all",
        "random",
        "grid",
    )
    assert resolved["matches"] > 0


def test_variants_are_rule_sets_that_axes_are_laid_over():
    data = {
        "game": "ninety_nine",
        "line_ups": ["steady"],
        "seed": 1,
        "variants": ["junk-9_hands", "junk_nt-3_plain"],
        "rules": {"declare_points": [30, 40]},
    }
    found = from_dict(data)
    game = find_game("ninety_nine")
    expected = [
        game.make_rules({**game.variants[name], "declare_points": points})
        for name in data["variants"]
        for points in (30, 40)
    ]
    assert [contest.rules for contest in found.experiment().contests] == expected
    again = from_dict(found.resolved())
    assert again.experiment() == found.experiment()
    assert again.resolved() == found.resolved()


def test_an_option_beside_variants_wins_over_theirs():
    data = {
        "game": "ninety_nine",
        "line_ups": ["steady"],
        "variants": ["junk-9_hands"],
        "rules": {"trump_mode": "standard"},
    }
    (contest,) = from_dict(data).experiment().contests
    assert contest.rules.trump_mode == "standard"


@pytest.mark.parametrize(
    ("variants", "line"),
    [
        ([], r"variants is \[\]; it must be a list of named rule sets, one at least"),
        (["duck"], "variant 'duck'"),
        (["junk-9_hands"] * 2, "twice"),
    ],
)
def test_variants_that_are_not_there_or_there_twice_are_refused(variants, line):
    data = {"game": "ninety_nine", "line_ups": ["steady"], "variants": variants}
    with pytest.raises(ConfigError, match=line):
        from_dict(data)


@given(
    matches=st.integers(1, 10**6),
    seed=st.integers(0, 2**63 - 1),
    rotations=st.sampled_from(["all", "none", 1, 2]),
    first=st.sampled_from(["random", 0, 1, 2]),
    design=st.sampled_from(["grid", "one-at-a-time", "two-at-a-time", "pairwise"]),
    points=st.lists(st.integers(0, 1000), min_size=1, max_size=3, unique=True),
    aims=st.lists(st.floats(-9, 9).map(lambda x: x + 0.0), min_size=1, max_size=3, unique=True),
)
def test_what_is_resolved_gives_the_same_experiment(points, aims, **keys):
    config = from_dict(
        {
            **keys,
            "game": "ninety_nine",
            "line_ups": ["planner", ["planner:risk=0.1", "steady", "random_legal"]],
            "rules": {"declare_points": points, "trump_mode": ["junk", "standard"]},
            "params": {"planner": {"aim": aims}},
            "targets": {"make_rate": "30..50 %"},
        }
    )
    again = from_dict(json.loads(json.dumps(config.resolved(), sort_keys=True)))
    assert again.experiment() == config.experiment()
    assert again.digest == config.digest
    assert again.resolved() == config.resolved()


def test_the_digest_follows_what_decides_the_results_and_nothing_else(write):
    digest = load(write(EXAMPLE)).digest
    same = [
        ("# Does", "# Will"),
        ('"<= 2 points"', '"<= 3 points"'),
        ('end_mode = "9_hands"', 'reveal_points = 60\nend_mode = "9_hands"'),
        ('design = "grid"', ""),
        ('"planner",', '["planner", "planner", "planner"],'),
    ]
    other = [
        ("seed = 7", "seed = 8"),
        ("20_000", "20_001"),
        ("aim=2.5", "aim=2.500000001"),
        ('"standard", "junk"', '"standard", "junk_nt"'),
        ('rotations = "all"', "rotations = 2"),
        ('first = "random"', "first = 0"),
        ("[20, 30, 40]", "[20, 30]"),
        ('"steady", "random_legal"', '"random_legal", "steady"'),
    ]
    for changes, is_same in ((same, True), (other, False)):
        for old, new in changes:
            assert EXAMPLE.count(old) == 1
            changed = load(write(EXAMPLE.replace(old, new))).digest
            assert (changed == digest) is is_same, (old, new)
    assert re.fullmatch(r"[0-9a-f]{12}", digest)


def test_the_order_of_options_in_the_file_means_nothing():
    data = {"game": "ninety_nine", "line_ups": ["steady"], "seed": 1}
    rules = {"declare_points": [1, 2], "trump_mode": ["junk", "standard"]}
    turned = dict(reversed(rules.items()))
    a, b = (from_dict({**data, "rules": values}) for values in (rules, turned))
    assert a.experiment() == b.experiment()


def test_without_a_seed_one_is_drawn_and_kept(write):
    path = write(EXAMPLE.replace("seed = 7\n", ""))
    config, another = load(path), load(path)
    assert config.seed_is_drawn
    assert not load(write(EXAMPLE)).seed_is_drawn
    assert config.seed != another.seed
    assert config.resolved()["seed"] == config.experiment().seed == config.seed
    assert 0 <= config.seed < 2**63


def test_the_command_line_wins_over_the_file(write):
    path = write(EXAMPLE)
    config = load(path, seed=0, matches=3)
    assert (config.seed, config.matches) == (0, 3)
    assert config.experiment().n_blocks == 3
    for matches in (0, -1):
        with pytest.raises(ConfigError, match=rf"^--matches is {matches}; it must be "):
            load(path, matches=matches)
    with pytest.raises(ConfigError, match=r"^--seed is -1"):
        load(path, seed=-1)


# --- Files that cannot be read --------------------------------


def test_no_such_file(tmp_path):
    with pytest.raises(ConfigError, match=r"no\.toml: no such file; simcards config init"):
        load(tmp_path / "no.toml")


def test_a_folder(tmp_path):
    with pytest.raises(ConfigError, match="cannot be read: Is a directory"):
        load(tmp_path)


def test_not_text(tmp_path):
    path = tmp_path / "bad.toml"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ConfigError, match="not TOML: it is not UTF-8"):
        load(path)


def test_not_toml_says_line_and_column(fault):
    assert fault("seed = 7", "seed = = 7") == "not TOML: Invalid value (at line 4, column 8)"


# --- Keys -----------------------------------------------------


@pytest.mark.parametrize("key", ConfigFile.model_fields)
def test_every_key_misspelt_is_refused_with_the_right_one(key):
    data = {"game": "ninety_nine", "line_ups": ["steady"]}
    misspelt = key[:-1] + "x"
    with pytest.raises(ConfigError) as caught:
        from_dict({**data, misspelt: 1}, "my.toml")
    line = str(caught.value)
    assert line.startswith(f"my.toml: unknown key {misspelt!r}; did you mean {key!r}? Choices: ")
    assert all(known in line for known in ConfigFile.model_fields)


@pytest.mark.parametrize("key", ["game", "line_ups"])
def test_a_missing_key_is_named(key):
    data = {"game": "ninety_nine", "line_ups": ["steady"]}
    del data[key]
    with pytest.raises(ConfigError, match=f"config: {key} is missing; it must be "):
        from_dict(data)


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("20_000", "0", "matches is 0; it must be a whole number"),
        ("20_000", "-5", "matches is -5; it must be a whole number"),
        ("20_000", "2.5", "matches is 2.5; it must be a whole number"),
        ("20_000", "true", "matches is true; it must be a whole number"),
        ("20_000", "5_000_000_000", "matches is 5000000000; it must be"),
        ("seed = 7", "seed = -7", "seed is -7; it must be a whole number from 0"),
        ("seed = 7", 'seed = "7"', "seed is '7'; it must be a whole number from 0"),
        ("seed = 7", f"seed = {2**63}", f"seed is {2**63}; it must be"),
        ('"all"', '"some"', "rotations is 'some'; it must be 'all', 'none' or how many"),
        ('"all"', "0", "rotations is 0; it must be 'all', 'none' or how many"),
        ('"random"\n', "-1\n", "first is -1; it must be 'random' or the seat"),
        ('"random"\n', "true\n", "first is true; it must be 'random' or the seat"),
        ('"random"\n', "3\n", "first is 3; with 3 seats it must be below 3"),
        (
            '"grid"',
            '"full"',
            "design is 'full'; it must be 'grid', 'one-at-a-time', 'two-at-a-time' or 'pairwise'",
        ),
        ('["planner", [', "[5, [", "line_ups is [5, ["),
        ('["planner", [', "[[], [", "line_ups is [[], ["),
        (
            "[rules]\n",
            "[params]\nplanner = 3\n[rules]\n",
            "params is {'planner': 3}; it must be tables",
        ),
        ("<= 2 points", "<= 2 %", "targets: target position_gap is '<= 2 %'; its unit is points"),
        ("position_gap", "position_gip", "targets: unknown target 'position_gip'; did you mean"),
        ('position_gap = "<= 2 points"', "position_gap = 2", "targets is {'position_gap': 2}; it"),
    ],
)
def test_a_value_out_of_bounds_is_refused_with_what_is_allowed(fault, old, new, line):
    assert fault(old, new).startswith(line)


def test_an_empty_list_of_line_ups():
    with pytest.raises(ConfigError, match=r"line_ups is \[\]; it must be a list of line-ups"):
        from_dict({"game": "ninety_nine", "line_ups": []})


# --- Games and options ----------------------------------------


def test_an_unknown_game(fault):
    line = fault('"ninety_nine"', '"ninety_mine"')
    assert line.startswith(
        "game: unknown game 'ninety_mine'; did you mean 'ninety_nine'? Choices: "
    )


@pytest.mark.parametrize("name", find_game("ninety_nine").options)
def test_every_option_misspelt_is_refused_with_the_right_one(name):
    misspelt = name[:-1] + "x"
    with pytest.raises(ConfigError) as caught:
        from_dict({"game": "ninety_nine", "line_ups": ["steady"], "rules": {misspelt: 1}})
    line = str(caught.value)
    near = rf"did you mean '{name}'\?" if "_" not in name else "did you mean '"
    assert re.match(rf"config: rules: unknown ninety_nine option '{misspelt}'; {near}", line)
    assert all(known in line for known in find_game("ninety_nine").options)
    assert line.endswith("See: simcards variants ninety_nine")


@pytest.mark.parametrize("option", find_game("ninety_nine").options.values(), ids=lambda o: o.name)
@pytest.mark.parametrize("value", ["nonsense", -1, 10**6, 2.5, True, {"a": 1}, ["nonsense"]])
def test_every_option_refuses_what_it_may_not_be(option, value):
    with pytest.raises(ConfigError) as caught:
        from_dict({"game": "ninety_nine", "line_ups": ["steady"], "rules": {option.name: value}})
    line = str(caught.value)
    assert line.startswith("config: rules: ")
    assert option.name in line
    assert "\n" not in line
    if option.choices:
        assert all(choice in line for choice in option.choices)
    else:
        assert line.endswith(option.allowed)


@pytest.mark.parametrize(
    ("new", "line"),
    [
        ("[]", "rules.declare_points is an empty list; give it a value, or leave it out"),
        ("[20, 30, 20]", "rules.declare_points has 20 twice; once is enough"),
        ("[[20]]", "rules: declare_points is [20]; it must be a whole number from 0 to 1000"),
        ("[1, true]", "rules: declare_points is true; it must be a whole number"),
    ],
)
def test_an_axis_that_makes_no_sense(fault, new, line):
    assert fault("[20, 30, 40]", new).startswith(line)


def test_options_that_contradict_say_why(fault):
    line = fault('end_mode = "9_hands"', 'end_mode = "9_hands"\nround_win = "reach_100"')
    assert line.startswith("round_win = 'reach_100' goes with end_mode first_to_3 only")


# --- Strategies and parameters --------------------------------


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ('"steady"', '"stedy"', "line_ups: unknown strategy 'stedy'; did you mean 'steady'?"),
        ('"steady"', '"stranger"', "line_ups: stranger plays another_game, not ninety_nine"),
        ('"steady", ', "", "the line-up [planner:aim=2.5, random_legal] seats 2; it must seat 3"),
        ("aim=2.5", "aims=2.5", "line_ups: strategy 'planner': unknown parameter 'aims'; did you"),
        ("aim=2.5", "aim=much", "line_ups: strategy 'planner:aim=much': 'aim=much' must read"),
        (
            "aim=2.5",
            "aim=nan",
            "line_ups: strategy 'planner': aim is nan; it must be",
        ),
        ('"steady"', '"steady:aim=2"', "line_ups: strategy 'steady' has no parameters"),
        ('"planner", [', '"planner", "planner", [', "line_ups has 'planner' twice; once is enough"),
    ],
)
def test_a_line_up_that_cannot_sit_down(fault, old, new, line):
    assert fault(old, new).startswith(line)


@pytest.mark.parametrize(
    ("table", "line"),
    [
        (
            "planner]\naim = [2.0, 3.0]",
            "line_ups: 'planner:aim=2.5' sets aim, and so does",
        ),
        (
            "planner]\naims = 2",
            "params: strategy 'planner': unknown parameter 'aims'; did",
        ),
        ("steady]\naim = 2", "params: strategy 'steady' has no parameters"),
        ("plannner]\naim = 2", "params: unknown strategy 'plannner'; did you mean 'planner'?"),
        ("stranger]", "params: unknown strategy of the line-ups 'stranger'"),
        (
            "planner]\nrisk = [0.5, 2]",
            "params: strategy 'planner': risk is 2; it must",
        ),
        ("planner]\nrisk = []", "params.planner.risk is an empty list"),
        ("planner]\nrisk = [1, 1.0]", "params.planner.risk has 1.0 twice"),
        ("planner]\nrisk = '1'", "params is {'planner': {'risk': '1'}}; it must be tables"),
        ("planner]\nrisk = true", "params is {'planner': {'risk': true}}; it must be tables"),
        ("planner]\nrisk = nan", "params is {'planner': {'risk': nan}}; it must be tables"),
    ],
)
def test_parameters_that_cannot_be_set(fault, table, line):
    assert fault("[targets]", f"[params.{table}\n[targets]").startswith(line)


# --- Values as files write them -------------------------------


def test_a_file_nested_without_end_is_one_line(write):
    with pytest.raises(ConfigError, match=r"nested too deep$"):
        load(write("a = " + "[" * 100_000))


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("seed = 7", "seed = 1979-05-27", "seed is 1979-05-27; it"),
        ("seed = 7", "seed = [true]", "seed is [true]; it"),
        ("[20, 30, 40]", "[true, true]", "rules.declare_points has true twice"),
        ("[20, 30, 40]", "1979-05-27", "rules: declare_points is 1979-05-27; it"),
        ('"9_hands"', "true", "rules: unknown value for end_mode true. Choices: "),
        ("seed = 7", f"seed = {[1] * 5000}", "seed is [1, 1, 1"),
        (
            "[targets]",
            "[params.planner]\naim = inf\n[targets]",
            "params is {'planner': {'aim': inf}}",
        ),
        ('"all"', "99", "rotations is 99; there are 3 of these line-ups"),
        ('["planner",', '["planner:",', "line_ups: strategy 'planner:': '' must read PARAM=NUMBER"),
        ("aim=2.5", "aim=2.5,", "line_ups: strategy 'planner:aim=2.5,': '' must read"),
    ],
)
def test_values_are_shown_as_files_write_them(fault, old, new, line):
    found = fault(old, new)
    assert found.startswith(line)
    assert len(found) < 400
    assert "finite" in found or "inf" not in new


@pytest.mark.parametrize(
    ("game", "rules", "line"),
    [
        ("doppelkopf", {"forced": False}, "forced = false goes with tournament = true only"),
        ("double_knot", {"players": 5, "deck": "basic"}, "deck = 'basic' goes with 3 or 4"),
    ],
)
def test_what_contradicts_is_shown_as_files_write_it(game, rules, line):
    with pytest.raises(ConfigError, match=line):
        find_game(game).make_rules(rules)
