"""The benchmark: the same fingerprint however the hands are shared out, and what its JSON says."""

import json

import pytest
from typer.testing import CliRunner

from simcards.bench import bench
from simcards.errors import UsageError
from simcards.games import GAMES
from tables import NINETY_NINE

HANDS = 900
KEYS = {
    "game",
    "hands",
    "decisions",
    "seconds",
    "hands_per_second",
    "decisions_per_second",
    "fingerprint",
}


def played(n_workers=1, part=HANDS, *, variant="junk-9_hands", bots=("random_legal",), **more):
    return bench(NINETY_NINE, variant, bots, HANDS, n_workers, part, **more)


@pytest.fixture(scope="module")
def alone():
    """Played by one worker in one task."""
    return played()


def test_hands_and_decisions_are_those_of_the_rules(alone):
    assert alone.hands == HANDS  # a match has nine hands
    assert alone.decisions == HANDS * 3 * (3 + 1 + 9)  # cards of the bid, request, plays
    assert int(alone.fingerprint, 16) > 0
    assert len(alone.fingerprint) == 16


@pytest.mark.parametrize(("n_workers", "part"), [(1, 1), (1, 333), (2, 100), (5, 50)])
def test_the_fingerprint_is_the_same_for_any_workers_and_parts(alone, n_workers, part):
    found = played(n_workers, part)
    assert found.workers == n_workers
    assert found.fingerprint == alone.fingerprint
    assert (found.hands, found.decisions) == (alone.hands, alone.decisions)


@pytest.mark.parametrize(("n_workers", "part"), [(1, 100), (2, 333)])
def test_recording_changes_no_fingerprint_and_leaves_nothing_behind(
    alone, n_workers, part, monkeypatch, tmp_path
):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    found = played(n_workers, part, records=True)
    assert found.records == "hands"
    assert found.fingerprint == alone.fingerprint
    assert (found.hands, found.decisions) == (alone.hands, alone.decisions)
    assert not list(tmp_path.glob("simcards-bench-*"))


def test_other_bots_and_other_rules_have_other_fingerprints(alone):
    others = [played(bots=["steady"]), played(variant="standard-9_hands")]
    assert len({alone.fingerprint, *(other.fingerprint for other in others)}) == 3


def command(*arguments):
    from simcards.cli import app

    return CliRunner().invoke(app, ["bench", *arguments])


def test_the_json_has_its_keys_and_they_agree():
    done = command("ninety_nine", "--hands", "500", "--part", "100", "--json")
    assert done.exit_code == 0, done.output
    found = json.loads(done.stdout)
    assert set(found) >= KEYS
    assert found["game"] == "ninety_nine"
    assert found["hands"] >= 500
    assert found["decisions"] == found["hands"] * 39
    for count in ("hands", "decisions"):
        speed = found[count] / found["seconds"]
        assert found[f"{count}_per_second"] == pytest.approx(speed, rel=0.05)


@pytest.mark.parametrize("name", GAMES)
def test_seats_are_filled_with_the_random_bot_of_the_game(name):
    found = json.loads(command(name, "--hands", "20", "--json").stdout)
    bot = "random_cards" if name == "doppelkopf" else "random_legal"
    rules = GAMES[name].variant(GAMES[name].bench)
    assert found["strategies"] == [bot] * rules.players


def test_the_table_shows_what_the_json_says():
    done = command("ninety_nine", "--hands", "100")
    assert done.exit_code == 0, done.output
    assert done.stdout.split()[0] == "game"
    assert "fingerprint" in done.stdout.splitlines()[0]
    assert "ninety_nine" in done.stdout.splitlines()[1]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["ninety_ninee"], "did you mean 'ninety_nine'?"),
        (["ninety_nine", "--variant", "no_such"], "no_such"),
        (["ninety_nine", "--bots", "steadi"], "did you mean 'steady'?"),
        (["ninety_nine", "--bots", "steady,steady"], "2 strategies for 3 seats"),
        (["ninety_nine", "--bots", "random_legal:aim=1"], "has no parameters"),
    ],
)
def test_what_it_cannot_play_is_refused_in_one_line(arguments, says):
    done = command(*arguments)
    assert isinstance(done.exception, UsageError)
    assert says in str(done.exception)
    assert "\n" not in str(done.exception)


@pytest.mark.parametrize("option", ["--hands", "--workers", "--part"])
def test_numbers_below_one_are_a_usage_error(option):
    assert command("ninety_nine", option, "0").exit_code == 2
