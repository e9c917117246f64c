"""The digest of all code that a run's rows depend on: this package and the strategies that play."""

import hashlib
from importlib import import_module
from pathlib import Path

from simcards import cache
from simcards.design import Experiment


def code_digest(experiment: Experiment) -> str:
    """Sixteen hex digits that change with the code of simcards or of a strategy that plays."""
    digest = hashlib.blake2b(cache.code_digest().encode(), digest_size=8)
    names = {sitter.strategy for cell in experiment.cells for sitter in cell.sitters}
    for name in sorted(names):
        digest.update(source_of(name))
    return digest.hexdigest()


def source_of(strategy: str) -> bytes:
    """The source of a strategy's module, or nothing where it has none to read."""
    from simcards.strategy import find

    choose = find(strategy).choose
    module = getattr(choose, "__module__", None) or ""
    path = getattr(getattr(choose, "__code__", None), "co_filename", None)
    if path is None and module:
        path = getattr(import_module(module), "__file__", None)
    return Path(path).read_bytes() if path and Path(path).is_file() else b""
