"""The decorators for compiled code. Where its machine code is kept, and why there: see `cache`.

With NUMBA_DISABLE_JIT=1 everything runs as plain Python.
"""

import hashlib
import os
import platform
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
import numba
import numpy as np

from simcards.cache import cache_root, code_digest, is_ours, prune

PLAIN = bool(numba.config.DISABLE_JIT)


def cache_folder() -> Path:
    """The folder of this very code on this very machine."""
    machine = (
        f"{numba.__version__} {np.__version__} {platform.machine()} {llvm.get_host_cpu_name()} "
        f"{numba.config.BOUNDSCHECK}"
    )
    tag = hashlib.blake2b(machine.encode(), digest_size=4).hexdigest()
    return cache_root() / f"{code_digest()}-{tag}"


def prepare_cache() -> bool:
    """Point numba at our folder; says whether machine code can be kept there.

    Where it cannot be written, nothing is kept: numba would look for another place, beside the
    sources, and find stale code in it.
    """
    folder = cache_folder()
    try:
        is_new = not folder.exists()
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
        os.utime(folder)
        if is_new:
            prune(folder)
    except OSError:
        return False
    numba.config.CACHE_DIR = str(folder)
    return True


HAS_CACHE = prepare_cache()


def is_kept(function: Callable[..., Any]) -> bool:
    """Whether machine code of `function` may be kept on disk: an edit of its sources is noticed."""
    return HAS_CACHE and is_ours(function.__module__)


def kernel(function: Callable[..., Any]) -> Any:
    """Compile `function` on first use, and keep the machine code of our own ones on disk."""
    return numba.njit(cache=is_kept(function), error_model="numpy", _nrt=False)(function)


def inlined(function: Callable[..., Any]) -> Any:
    """A kernel whose code is put in place of each call: for small parts of hot loops."""
    keep = is_kept(function)
    return numba.njit(cache=keep, error_model="numpy", _nrt=False, forceinline=True)(function)


def compile_to(
    function: Callable[..., Any],
    signature: Any,
    *,
    keep: bool = True,
    allocates: bool = False,
    bounds: bool | None = None,
) -> Callable[..., Any]:
    """`function` compiled to one explicit signature; `keep=False` keeps nothing on disk.

    With `allocates` it may make arrays, as functions from outside do; with `bounds` an index beyond
    the end of an array is an exception.
    """
    compiled: Callable[..., Any] = numba.njit(
        signature,
        cache=keep and is_kept(function),
        error_model="numpy",
        boundscheck=bounds,
        _nrt=allocates,
    )(function)
    return compiled
