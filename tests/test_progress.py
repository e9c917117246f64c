"""What people are told about how far a run is."""

import time

import pytest

from simcards.parts import Part
from simcards.progress import Bar, Plain, Tally, clock, short


@pytest.mark.parametrize(
    ("number", "text"),
    [(0, "0"), (999, "999"), (41_200, "41.2k"), (1_580_000, "1.58M"), (999_900, "1M"), (2e9, "2G")],
)
def test_counts_are_short(number, text):
    assert short(number) == text


@pytest.mark.parametrize(
    ("seconds", "text"), [(0, "0:00"), (19.4, "0:19"), (61, "1:01"), (3723, "1:02:03")]
)
def test_durations_are_clock_times(seconds, text):
    assert clock(seconds) == text


def tally_after_half():
    tally = Tally(n_matches=400, matches_before=100, hands_before=900)
    tally.began = time.monotonic() - 10
    tally.add(Part(1, (0, 100), {"hands": 1000, "matches": 100}, {}, 1.0))
    return tally


def test_the_line_says_done_rate_and_time_to_go():
    """Half with 1,900 hands: about 3,800 in all; 200 matches at 10 a second take 20 s."""
    line = tally_after_half().line()
    assert line == "done 1.9k of 3.8k hands  50%  100 hands/s  ETA 0:20"


def test_before_the_first_part_nothing_is_promised():
    assert Tally(n_matches=400).line() == "done 0 hands  0%"


def test_plain_progress_is_one_line_each_so_many_seconds():
    lines: list[str] = []
    reporter = Plain(lines.append, every=0.05)
    tally = tally_after_half()
    reporter.start(tally)
    reporter.show(tally)
    assert lines == []
    time.sleep(0.06)
    reporter.show(tally)
    reporter.show(tally)
    reporter.stop()
    assert len(lines) == 1
    assert "hands/s" in lines[0]


def test_the_bar_writes_to_standard_error_only(capsys):
    bar = Bar()
    bar.say("left out 3 [of 5] combinations")
    tally = tally_after_half()
    bar.start(tally)
    bar.show(tally)
    bar.stop()
    written = capsys.readouterr()
    assert written.out == ""
    assert "left out 3 [of 5] combinations" in written.err
