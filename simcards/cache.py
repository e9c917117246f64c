"""Where compiled code is kept: a folder named by a digest of all our sources.

numba's own cache looks only at the file of the cached function, so an edit in an imported module
would leave stale machine code behind: wrong science with no error. The folder also names numba and
the processor; older folders are pruned. Functions from outside are never kept, since their sources
are not in the digest. Imports nothing heavy.
"""

import hashlib
import os
import shutil
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).parent
OURS = ("simcards", "simcards_strategies")  # the packages whose sources name the folder
KEPT_CACHES = 3  # the newest folders stay, so that two checkouts may live side by side
IN_USE = 24 * 3600.0  # seconds since its last use in which a folder is never deleted


def is_ours(module: str) -> bool:
    """Whether a module is among the sources that name the folder."""
    return module.split(".")[0] in OURS


def source_files() -> list[Path]:
    """Every Python source whose change may change a result: ours and the built-in bots'."""
    from importlib.util import find_spec

    spec = find_spec(OURS[1])
    places = [PACKAGE, *map(Path, spec.submodule_search_locations or [])] if spec else [PACKAGE]
    return sorted(file for place in places for file in place.rglob("*.py"))


@cache
def code_digest() -> str:
    """Sixteen hex digits that change with any of our sources."""
    digest = hashlib.blake2b(digest_size=8)
    for file in source_files():
        digest.update(file.name.encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()


def cache_root() -> Path:
    """Where compiled code is kept: $SIMCARDS_CACHE, else the user's cache folder."""
    given = os.environ.get("SIMCARDS_CACHE")
    if given:
        return Path(given)
    home = os.environ.get("XDG_CACHE_HOME")
    return (Path(home) if home else Path.home() / ".cache") / "simcards"


def prune(folder: Path) -> None:
    """Delete all but the newest cache folders beside `folder`, and none that may be in use."""
    others = sorted(
        (place for place in folder.parent.iterdir() if place.is_dir() and place != folder),
        key=lambda place: place.stat().st_mtime,
        reverse=True,
    )
    for place in others[KEPT_CACHES - 1 :]:
        if time.time() - place.stat().st_mtime > IN_USE:
            shutil.rmtree(place, ignore_errors=True)


@contextmanager
def compiling(folder: Path, what: str) -> Iterator[None]:
    """Let one process compile `what` while others wait, until the cache `folder` holds it.

    Without it every worker of a run would do the same work at the same time.
    """
    done = folder / f"{what}.done"
    with ExitStack() as stack:
        with suppress(ImportError, OSError):  # no such locks, no such folder: do not wait
            import fcntl

            if not done.exists():
                lock = stack.enter_context(open(done.with_suffix(".lock"), "w"))
                fcntl.flock(lock, fcntl.LOCK_EX)
        yield
        with suppress(OSError):
            done.touch()
