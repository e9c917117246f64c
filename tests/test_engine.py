"""The engine: the same rows however they are played, and the cards that a seed promises."""

import json
import os
import subprocess
import sys
from collections import Counter

import numpy as np
import pytest
from scipy import stats

from simcards import driver
from simcards.engine import NO_WATCH, Seating, fill, fingerprint, max_hands, play
from simcards.errors import RunError
from simcards.games import GAMES
from simcards.sheet import Sheet
from tables import EVERY_VARIANT, NINETY_NINE, bot, cell_of, rules_of

SEED = 7
SHORT = rules_of(NINETY_NINE, "junk-9_hands")
LONG = rules_of(NINETY_NINE, "standard-3_bonus")
RANDOM = "random_legal"


def same(one, other, but=()):
    """Whether two tables of columns hold the same rows."""
    assert set(one) == set(other)
    return all(np.array_equal(one[name], other[name]) for name in one if name not in but)


def rows_of(columns, match):
    """The rows of one match."""
    return {name: values[columns["match"] == match] for name, values in columns.items()}


# --- The same rows --------------------------------------------


@pytest.mark.parametrize("rules", [SHORT, LONG], ids=["9_hands", "3_bonus"])
def test_a_match_alone_is_the_match_among_many(rules):
    cell = cell_of(rules, RANDOM)
    many = play(NINETY_NINE, cell, SEED, -1, range(100, 200), plays=True)
    alone = play(NINETY_NINE, cell, SEED, -1, range(123, 124), plays=True)
    for one, all_ in (
        (alone.hands, many.hands),
        (alone.matches, many.matches),
        (alone.plays, many.plays),
    ):
        assert same(one, rows_of(all_, 123))
    assert len(alone.hands["hand"]) > 1


@pytest.mark.parametrize("rows", [1, 300, 5000])
def test_the_size_of_a_batch_changes_no_row(rows):
    seating = Seating(NINETY_NINE, cell_of(LONG, RANDOM), SEED, -1)
    sheet = Sheet(NINETY_NINE, seating.bound, plays=True, digest=True, rows=rows)
    matches = range(60)
    for _ in fill(sheet, seating, matches, NO_WATCH):
        sheet.clear(keep=True)
    sheet.clear(keep=True)
    expected = play(NINETY_NINE, seating.cell, SEED, -1, matches, plays=True, digest=True)
    found = sheet.played()
    assert same(found.hands, expected.hands)
    assert same(found.matches, expected.matches)
    assert same(found.plays, expected.plays)
    assert found.n_decisions == expected.n_decisions
    assert found.digest == expected.digest


def test_cells_played_together_are_the_cells_played_alone():
    cells = [cell_of(LONG, RANDOM, number=4), cell_of(SHORT, RANDOM, number=2, turn=1)]
    together = play(NINETY_NINE, cells, SEED, -1, range(50))
    for cell in cells:
        alone = play(NINETY_NINE, cell, SEED, -1, range(50))
        of_cell = together.hands["cell"] == cell.number
        rows = {name: values[of_cell] for name, values in together.hands.items()}
        assert same(rows, alone.hands)
    assert list(together.matches["cell"]) == [4] * 50 + [2] * 50


def test_the_digest_is_that_of_every_hand_and_every_match():
    seating = Seating(NINETY_NINE, cell_of(LONG, RANDOM), SEED, -1)
    sheet = Sheet(NINETY_NINE, seating.bound, digest=True)
    assert not list(fill(sheet, seating, range(3), NO_WATCH))
    n_hands, n_matches = sheet.tally[driver.HANDS], sheet.tally[driver.MATCHES]
    _, _, _, hand_words, match_words, *_ = sheet.out(NO_WATCH)
    rows = [*hand_words[:n_hands], *match_words[:n_matches]]
    assert n_matches == 3
    assert int(sheet.digest[0]) == sum(int(driver.fold(row)) for row in rows) % 2**64


def test_the_fingerprint_adds_up_over_shares_of_the_matches():
    cell = cell_of(SHORT, RANDOM)
    whole = fingerprint(NINETY_NINE, cell, SEED, -1, range(90))
    shares = [
        fingerprint(NINETY_NINE, cell, SEED, -1, part)
        for part in (range(40), range(40, 41), range(41, 90))
    ]
    assert whole[0] == sum(hands for hands, _, _ in shares)
    assert whole[2] == sum(digest for _, _, digest in shares) % 2**64
    assert whole[2] != fingerprint(NINETY_NINE, cell, SEED + 1, -1, range(90))[2]


SCRIPT = """
import json, sys
from simcards.engine import fingerprint
from simcards.games import GAMES
from tables import cell_of, rules_of
found = []
for name, variant, n in json.loads(sys.argv[1]):
    game = GAMES[name]
    cell = cell_of(rules_of(game, variant), "random_legal")
    found.append(fingerprint(game, cell, 7, -1, range(n)))
print(json.dumps(found))
"""


def in_another_process(sizes, tmp_path, **environment):
    """The fingerprints of some variants, played by a fresh Python with these settings."""
    paths = os.pathsep.join([os.path.dirname(__file__), *filter(None, sys.path)])
    given = {**os.environ, "PYTHONPATH": paths, **environment}
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, json.dumps(sizes)],
        capture_output=True,
        text=True,
        env=given,
        cwd=tmp_path,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return [tuple(found) for found in json.loads(done.stdout)]


def in_this_process(sizes):
    return [
        fingerprint(GAMES[name], cell_of(rules_of(GAMES[name], variant), RANDOM), 7, -1, range(n))
        for name, variant, n in sizes
    ]


def test_plain_python_plays_the_same_hands_as_compiled_code(tmp_path):
    sizes = [
        (game.name, variant, 1)
        for game in GAMES.values()
        for variant in {*list(game.variants)[::5], list(game.variants)[-1]}
    ]
    assert in_another_process(sizes, tmp_path, NUMBA_DISABLE_JIT="1") == in_this_process(sizes)


@pytest.mark.slow
def test_no_index_is_out_of_bounds(tmp_path):
    sizes = [(game.name, variant, 200) for game, variant in EVERY_VARIANT]
    settings = {"NUMBA_BOUNDSCHECK": "1", "SIMCARDS_CACHE": str(tmp_path / "cache")}
    assert in_another_process(sizes, tmp_path, **settings) == in_this_process(sizes)


def test_a_plain_python_bot_plays_like_its_compiled_twin():
    played = [
        play(NINETY_NINE, cell_of(SHORT, bot(name), RANDOM, RANDOM), SEED, -1, range(5))
        for name in ("plain", "plain_twin")
    ]
    assert same(played[0].hands, played[1].hands)
    assert same(played[0].matches, played[1].matches)


def test_parameters_reach_plain_and_compiled_bots_alike():
    low, high = (
        [
            play(
                NINETY_NINE,
                cell_of(SHORT, f"{bot(name)}:high={high}", RANDOM, RANDOM),
                SEED,
                -1,
                range(3),
            ).hands
            for name in ("plain", "plain_twin")
        ]
        for high in (0, 1)
    )
    assert same(*high)
    assert same(*low)
    assert not same(low[0], high[0])


# --- Chance ---------------------------------------------------


def test_random_first_seats_are_even():
    first = play(NINETY_NINE, cell_of(SHORT, RANDOM), SEED, -1, range(6000)).matches["first"]
    counts = Counter(first.tolist())
    assert set(counts) == {0, 1, 2}
    assert stats.chisquare(list(counts.values())).pvalue > 1e-3


def test_a_fixed_first_seat_is_kept_and_a_turn_moves_it():
    cell, turned = cell_of(SHORT, RANDOM), cell_of(SHORT, RANDOM, turn=1)
    assert set(play(NINETY_NINE, cell, SEED, 2, range(20)).matches["first"]) == {2}
    assert set(play(NINETY_NINE, turned, SEED, 2, range(20)).matches["first"]) == {0}
    straight = play(NINETY_NINE, cell, SEED, -1, range(50)).matches["first"]
    moved = play(NINETY_NINE, turned, SEED, -1, range(50)).matches["first"]
    assert np.array_equal(moved, (straight + 1) % 3)


def cards_by_hand(rules, line_up, seed=SEED, matches=range(30)):
    """(match, hand, seat) -> the twelve cards dealt, from what was laid and played."""
    plays = play(NINETY_NINE, cell_of(rules, *line_up), seed, -1, matches, plays=True).plays
    dealt = {}
    ids = zip(plays["match"], plays["hand"], plays["seat"], plays["action"], strict=True)
    for match, hand, seat, action in ids:
        if action < 36:
            dealt.setdefault((int(match), int(hand), int(seat)), set()).add(int(action))
    assert all(len(cards) == 12 for cards in dealt.values())
    return dealt


def test_rule_sets_with_the_same_deck_and_all_line_ups_see_the_same_cards():
    one = cards_by_hand(LONG, [RANDOM])
    for other in (
        cards_by_hand(SHORT, [RANDOM]),
        cards_by_hand(LONG, [bot("plain_twin"), RANDOM, RANDOM]),
    ):
        common = set(one) & set(other)
        assert len(common) > 30 * 3 * 3
        assert all(one[place] == other[place] for place in common)


def test_other_seeds_matches_and_hands_see_other_cards():
    dealt = cards_by_hand(SHORT, [RANDOM])
    assert len({frozenset(cards) for cards in dealt.values()}) == len(dealt)
    other = cards_by_hand(SHORT, [RANDOM], seed=SEED + 1)
    assert all(dealt[place] != other[place] for place in dealt)


def test_a_bots_words_do_not_depend_on_the_others():
    # the same seat with the same cards, view and decision number opens with the same card laid
    def first_action(line_up):
        plays = play(NINETY_NINE, cell_of(SHORT, *line_up), SEED, 0, range(50), plays=True).plays
        return plays["action"][(plays["hand"] == 0) & (plays["decision"] == 0)]

    # seat 1 lays first: the dealer is seat 0
    assert np.array_equal(
        first_action([RANDOM]), first_action([bot("plain_twin"), RANDOM, bot("plain_twin")])
    )


# --- Faults and bounds ----------------------------------------


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("illegal", "chose an action that is not legal"),
        ("raises", "raised ValueError('no idea what to play')"),
        ("raises_compiled", "raised an exception"),
    ],
)
def test_a_strategy_at_fault_is_named_with_cell_match_and_seat(name, says):
    cell = cell_of(SHORT, RANDOM, RANDOM, bot(name), number=4)
    with pytest.raises(RunError) as caught:
        play(NINETY_NINE, cell, SEED, -1, range(10, 20))
    line = str(caught.value)
    assert "\n" not in line
    for part in (f"{name}.py", says, "seat 2", "cell 4", "match 10", "hand 0"):
        assert part in line


def test_the_watch_tells_where_the_engine_is():
    watch = np.zeros(4, np.int64)
    cell = cell_of(SHORT, RANDOM, number=3)
    played = play(NINETY_NINE, cell, SEED, -1, range(5, 9), watch=watch)
    assert watch[driver.WATCH_CELL] == 3
    assert watch[driver.WATCH_MATCH] == 8
    asked = played.hands["decisions"].sum() - played.hands["forced"].sum()
    assert watch[driver.WATCH_TICKS] == asked


def test_no_match_is_longer_than_its_bound():
    # R8: nine points a hand at least are shared out, so three seats cannot all stay below 100
    assert max_hands(NINETY_NINE, SHORT) == 9
    assert max_hands(NINETY_NINE, LONG) == 3 * (3 * 99 // 9 + 1)
    hands = play(NINETY_NINE, cell_of(LONG, bot("plain_twin")), SEED, -1, range(300)).matches
    assert hands["hands"].max() <= max_hands(NINETY_NINE, LONG)


def test_playing_nothing_gives_empty_tables():
    played = play(NINETY_NINE, cell_of(SHORT, RANDOM), SEED, -1, range(3, 3))
    assert played.n_decisions == 0
