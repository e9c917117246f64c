"""The installed command, as a user meets it: a question, a run, answers."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

SIMCARDS = str(Path(sys.executable).with_name("simcards"))
CONFIG = """# Does a dearer declaration change who wins?
game = "ninety_nine"
matches = 40
seed = 5
line_ups = ["planner", ["planner", "steady", "random_legal"]]
[rules]
end_mode = "9_hands"
declare_points = [30, 60]
"""


def simcards(*arguments, cwd, status=0):
    """Run the installed command; what it wrote to stdout."""
    found = subprocess.run([SIMCARDS, *arguments], cwd=cwd, capture_output=True, text=True)
    assert found.returncode == status, found.stderr
    assert "Traceback" not in found.stderr
    return found.stdout


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    folder = tmp_path_factory.mktemp("user")
    (folder / "question.toml").write_text(CONFIG)
    said = simcards("run", "question.toml", "--name", "first", "--json", cwd=folder)
    # 2 rule sets x (3 turned dealers + 3 rotations) x 40 matches of 9 hands
    assert json.loads(said)["hands"] == 2 * 6 * 40 * 9
    return folder


def test_every_hand_is_recorded_and_scores_add_up(place):
    query = (
        "SELECT count(*) AS n, "
        "sum(abs(score - points_tricks - points_bonus - points_premium)) AS off FROM seats"
    )
    (row,) = json.loads(simcards("query", "first", query, "--format", "json", cwd=place))
    assert row == {"n": 2 * 6 * 40 * 9 * 3, "off": 0}


def test_the_report_stands_alone_and_has_a_twin(place):
    simcards("report", "first", cwd=place)
    page = (place / "results/first/report/index.html").read_text()
    assert "Does a dearer declaration change who wins?" in page
    assert "<script" not in page
    assert 'src="http' not in page
    assert (place / "results/first/report/report.md").read_text().startswith("#")


def test_a_shown_match_replays_as_written(place):
    text = simcards("show", "first", "0", "7", "--json", cwd=place)
    (place / "match.json").write_text(text)
    simcards("replay", "match.json", cwd=place)
    changed = json.loads(text)
    changed["hands"][0]["expect"]["scores"][0] += 1
    (place / "match.json").write_text(json.dumps(changed))
    simcards("replay", "match.json", cwd=place, status=1)


def test_the_same_run_again_gives_the_same_files(place):
    simcards("run", "question.toml", "--name", "again", "--workers", "1", cwd=place)
    for part in (place / "results/first/hands").iterdir():
        assert part.read_bytes() == (place / "results/again/hands" / part.name).read_bytes()


@pytest.mark.parametrize(
    ("arguments", "status", "says"),
    [
        (["run", "nowhere.toml"], 3, "nowhere.toml"),
        (["report", "nothing"], 2, "nothing"),
        (["rules", "whist"], 2, "ninety_nine"),
        (["strategies", "show", "planer"], 2, "planner"),
        (["show", "first", "99", "0"], 2, "99"),
    ],
)
def test_bad_input_gets_one_line(place, arguments, status, says):
    found = subprocess.run([SIMCARDS, *arguments], cwd=place, capture_output=True, text=True)
    assert found.returncode == status
    assert says in found.stderr
    assert len(found.stderr.strip().splitlines()) == 1
