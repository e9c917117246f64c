"""What several test files share: a report on a run made of known numbers."""

import pytest

from known_run import TRUTH
from simcards import report
from simcards.report.source import Source
from synthetic import write_run


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    targets = {"option_effect": "<= 0.5 points"}
    return write_run(tmp_path_factory.mktemp("runs") / "known-1", TRUTH, targets)


@pytest.fixture(scope="session")
def source(folder):
    return Source(folder)


@pytest.fixture(scope="session")
def page(folder):
    return report.build(folder)
