"""A run made of known numbers, for the tests of reports."""

from synthetic import Truth, write_run

GRID = tuple(
    {"trump_mode": mode, "declare_points": points}
    for mode in ("standard", "junk")
    for points in (30, 40)
)
MIXED = ("planner", "steady", "random_legal")
TRUTH = Truth(
    n_blocks=250,
    rules=GRID,
    line_ups=(("steady",) * 3, MIXED),
    dealer_edge=3,
    strategy_edge={"planner": 6, "steady": 2},
    option_effect={("trump_mode", "junk"): 2},
    n_hands=3,  # every seat deals once, so that no place in a match is better
)


def run_of(folder, name="run", targets=None, **truth):
    return write_run(folder / name, Truth(**truth), targets)


def holds(estimate, truth):
    """Whether the truth lies within three standard errors: a chance miss is one in hundreds."""
    return abs(estimate.value - truth) <= 1.5 * max(
        estimate.value - estimate.low, estimate.high - estimate.value
    )


def section(page, key):
    return next(one for one in page.sections if one.key == key)


def keys(page):
    return [one.key for one in page.sections]
