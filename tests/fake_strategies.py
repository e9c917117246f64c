"""Three strategies by name for tests that read configs: what they choose does not matter there."""

import pytest

from simcards import strategy
from simcards.errors import UsageError, unknown
from simcards.strategy import Param, Strategy


def choose(public, own, legal, word, params):
    raise AssertionError("nobody plays here")


KNOWN = {
    item.name: item
    for item in (
        Strategy(
            "planner",
            choose,
            games=("ninety_nine",),
            params={"aim": Param(3, -9, 9), "risk": Param(0.5, 0, 1)},
        ),
        Strategy("random_legal", choose),
        Strategy("steady", choose, games=("ninety_nine",)),
        Strategy("stranger", choose, games=("another_game",)),
    )
}


def find(name):
    if name not in KNOWN:
        raise UsageError(unknown("strategy", name, KNOWN))
    return KNOWN[name]


def names(game=""):
    return [name for name, item in KNOWN.items() if not game or item.plays(game)]


@pytest.fixture(autouse=True)
def fake_strategies(monkeypatch):
    """Let `strategy.find` and `strategy.names` know the strategies above and no others."""
    monkeypatch.setattr(strategy, "find", find)
    monkeypatch.setattr(strategy, "names", names)
