"""The digest of all code that a run's rows depend on: this package and the strategies that play."""

import ast
import hashlib
import sys
from collections.abc import Iterator
from importlib.machinery import ModuleSpec
from importlib.util import find_spec, resolve_name
from itertools import accumulate
from pathlib import Path

from simcards import cache
from simcards.design import Experiment

INSTALLED = {"site-packages", "dist-packages"}


def code_digest(experiment: Experiment) -> str:
    """Sixteen hex digits that change with the code of simcards or of a strategy that plays."""
    digest = hashlib.blake2b(cache.code_digest().encode(), digest_size=8)
    names = {sitter.strategy for cell in experiment.cells for sitter in cell.sitters}
    for name in sorted(names):
        for content in sorted(path.read_bytes() for path in sources_of(name)):
            digest.update(hashlib.blake2b(content).digest())
    return digest.hexdigest()


def sources_of(strategy: str) -> set[Path]:
    """The file of a strategy and those of all it imports, and they in turn.

    Without what `cache` watches, the standard library, and installed packages but its own.
    """
    from simcards.strategy import module_of

    first = module_of(strategy).__name__
    home = first.split(".")[0]
    found: dict[str, Path] = {}
    waiting = [first]
    while waiting:
        name = waiting.pop()
        spec = None if name in found else spec_of(name, home)
        if spec and spec.origin:
            found[name] = Path(spec.origin)
            waiting += imported_in(found[name], spec.parent or "")
    return set(found.values())


def spec_of(name: str, home: str) -> ModuleSpec | None:
    """Where a module comes from, if that is a source to look at; `home` is the strategy's own."""
    top = name.split(".")[0]
    if cache.is_ours(top) or top in sys.stdlib_module_names:
        return None
    for known in (top, name):  # the package first: to look into one is to import it
        try:
            spec = find_spec(known)
        except (ImportError, ValueError):
            return None
        path = Path((spec and spec.origin) or "")
        if top != home and INSTALLED & set(path.parts):
            return None
    return spec if path.suffix == ".py" and path.is_file() else None


def imported_in(path: Path, package: str) -> Iterator[str]:
    """The names of all that may be modules in the imports of a source, packages before members."""
    for node in ast.walk(ast.parse(path.read_bytes())):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = resolve_name("." * node.level + (node.module or ""), package)
            names = [f"{base}.{alias.name}" for alias in node.names]
        for name in names:
            yield from accumulate(name.split("."), "{}.{}".format)
