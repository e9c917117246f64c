"""No kernel reads or writes beyond the end of an array, at any decision of any variant.

Compiled code does not look unless it is told to, so this is played apart with array bounds checked.
"""

from pathlib import Path

from sources import copy_sources, edit, run_python, run_python_at_risk

TESTS = Path(__file__).parent
PLAY = """
from simcards.checking import CheckedTable
from simcards.engine import NO_WATCH
from tables import EVERY_VARIANT, cell_of, rules_of

for game, variant in EVERY_VARIANT:
    table = CheckedTable(game, cell_of(rules_of(game, variant), "random_legal"), NO_WATCH)
    for match in range(3):
        table.play(match)
    assert not list(table.faults()), variant
    assert table.n_decisions() > 100
"""
CHECKED = {"NUMBA_BOUNDSCHECK": "1"}


def test_no_kernel_goes_beyond_an_array(tmp_path):
    assert run_python(PLAY, tmp_path, TESTS, **CHECKED) == ""


def test_an_index_beyond_an_array_would_be_noticed_to_the_last_kernel(tmp_path):
    kernels = copy_sources(tmp_path) / "simcards" / "games" / "ninety_nine" / "kernels.py"
    edit(
        kernels,
        "row.total[seat] = public.totals[seat]",
        "row.total[seat] = public.totals[seat + 1]",
    )
    cache = {"SIMCARDS_CACHE": str(tmp_path / "cache")}
    done = run_python_at_risk(PLAY, tmp_path, TESTS, **CHECKED, **cache)
    assert done.returncode != 0
    assert "IndexError: index is out of bounds" in done.stderr
