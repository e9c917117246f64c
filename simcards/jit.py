"""The one decorator for compiled code, its cache folder, and the bit operations numba lacks.

numba's own cache looks only at the file of the cached function, so an edit in an imported module
would leave stale machine code behind: wrong science with no error. Here the cache folder is named
by a digest of all our sources, the numba version and the processor, and older folders are pruned.

With NUMBA_DISABLE_JIT=1 everything runs as plain Python, through the twins at the end.
"""

import hashlib
import os
import platform
from collections.abc import Callable
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from simcards.cache import cache_root, code_digest, prune

ERROR = -1_000_000  # what `call_at` gives back for a function that raised an exception
HAS_PDEP = bool(llvm.get_host_cpu_features().get("bmi2", False))
PLAIN = bool(numba.config.DISABLE_JIT)


def cache_folder() -> Path:
    """The folder of this very code on this very machine."""
    machine = (
        f"{numba.__version__} {np.__version__} {platform.machine()} {llvm.get_host_cpu_name()} "
        f"{numba.config.BOUNDSCHECK}"
    )
    tag = hashlib.blake2b(machine.encode(), digest_size=4).hexdigest()
    return cache_root() / f"{code_digest()}-{tag}"


def prepare_cache() -> None:
    """Point numba at our folder; a folder that cannot be written only costs compile time."""
    folder = cache_folder()
    try:
        is_new = not folder.exists()
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        if is_new:
            prune(folder)
    except OSError:
        return
    numba.config.CACHE_DIR = str(folder)


prepare_cache()


def kernel(function: Callable[..., Any]) -> Any:
    """Compile `function` on first use and keep the machine code on disk."""
    return numba.njit(cache=True, error_model="numpy", _nrt=False)(function)


def inlined(function: Callable[..., Any]) -> Any:
    """A kernel whose code is put in place of each call: for small parts of hot loops."""
    return numba.njit(cache=True, error_model="numpy", _nrt=False, forceinline=True)(function)


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
        signature, cache=keep, error_model="numpy", boundscheck=bounds, _nrt=allocates
    )(function)
    return compiled


# --- Bit operations -------------------------------------------
# Each is an LLVM instruction where the processor has it, and plain Python under PLAIN.

I64 = ir.IntType(64)


def _call(name: str, *flags: ir.Constant) -> Any:
    """Code generation for a call of the LLVM intrinsic `name` on 64-bit words."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        operands = [*args, *flags]
        kind = ir.FunctionType(I64, [operand.type for operand in operands])
        function = cgutils.get_or_insert_function(builder.module, kind, name)
        return builder.call(function, operands)

    return generate


@intrinsic
def _popcount(typing: Any, mask: Any) -> Any:
    return types.uint64(types.uint64), _call("llvm.ctpop.i64")


@intrinsic
def _trailing_zeros(typing: Any, mask: Any) -> Any:
    return types.uint64(types.uint64), _call("llvm.cttz.i64", ir.Constant(ir.IntType(1), 0))


@intrinsic
def _leading_zeros(typing: Any, mask: Any) -> Any:
    return types.uint64(types.uint64), _call("llvm.ctlz.i64", ir.Constant(ir.IntType(1), 0))


@intrinsic
def _pdep(typing: Any, bits: Any, mask: Any) -> Any:
    return types.uint64(types.uint64, types.uint64), _call("llvm.x86.bmi.pdep.64")


@intrinsic
def _multiply_fold(typing: Any, a: Any, b: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        wide = ir.IntType(128)
        product = builder.mul(builder.zext(args[0], wide), builder.zext(args[1], wide))
        high = builder.trunc(builder.lshr(product, ir.Constant(wide, 64)), I64)
        return builder.xor(builder.trunc(product, I64), high)

    return types.uint64(types.uint64, types.uint64), generate


def _call_at(typing: Any, address: Any, result: Any, args: Any) -> Any:
    """Signature and code of a call of the function at `address`, which returns `result`."""

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        convention = context.call_conv
        kinds = tuple(signature.args[-1])
        given = cgutils.unpack_tuple(builder, values[-1], len(kinds))
        pointer = convention.get_function_type(result, kinds).as_pointer()
        target = builder.inttoptr(values[0], pointer)
        status, value = convention.call_function(builder, target, result, kinds, given)
        if result is types.int64:
            value = builder.select(status.is_error, ir.Constant(I64, ERROR), value)
        return value

    return generate


@intrinsic
def _ask_at(typing: Any, address: Any, *args: Any) -> Any:
    signature = types.int64(types.uint64, types.BaseTuple.from_types(args))
    return signature, _call_at(typing, address, types.int64, args)


@intrinsic
def _do_at(typing: Any, address: Any, *args: Any) -> Any:
    signature = types.void(types.uint64, types.BaseTuple.from_types(args))
    return signature, _call_at(typing, address, types.void, args)


@intrinsic
def _get_at(typing: Any, address: Any, like: Any, *args: Any) -> Any:
    signature = like(types.uint64, like, types.BaseTuple.from_types(args))
    return signature, _call_at(typing, address, like, args)


def address_of(compiled: Any) -> int:
    """Where the machine code of a function compiled to one signature begins."""
    (result,) = compiled.overloads.values()
    return int(result.library.get_pointer_to_function(result.fndesc.llvm_func_name))


@intrinsic
def _floats_at(typing: Any, address: Any) -> Any:
    """The float64 values that start at a memory address."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.inttoptr(args[0], context.get_value_type(signature.return_type))

    return types.CPointer(types.float64)(types.uint64), generate


@intrinsic
def place_of(typing: Any, pointer: Any) -> Any:
    """The memory address that a pointer holds."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ptrtoint(args[0], I64)

    return types.uint64(pointer), generate


def _select_by_table(mask: Any, rank: Any) -> Any:
    """The `rank`-th set bit as a one-bit mask, byte by byte: for machines without pdep."""
    left = np.int64(rank)
    rest = np.uint64(mask)
    shift = np.uint64(0)
    while shift < np.uint64(64):
        byte = np.int64((rest >> shift) & np.uint64(255))
        count = np.int64(BITS_IN[byte])
        if left < count:
            return np.uint64(1) << (shift + np.uint64(PLACE_OF[byte, left]))
        left -= count
        shift += np.uint64(8)
    return np.uint64(0)


BITS_IN = np.array([byte.bit_count() for byte in range(256)], np.uint8)
PLACE_OF = np.zeros((256, 8), np.uint8)
for _byte in range(256):
    _places = [place for place in range(8) if _byte >> place & 1]
    PLACE_OF[_byte, : len(_places)] = _places


def _select_by_pdep(mask: Any, rank: Any) -> Any:
    """The `rank`-th set bit of `mask` as a one-bit mask."""
    return _pdep(np.uint64(1) << np.uint64(rank), mask)


if PLAIN:

    def popcount(mask: Any) -> Any:
        """How many bits are set."""
        return np.uint64(int(mask).bit_count())

    def trailing_zeros(mask: Any) -> Any:
        """The number of the lowest set bit; 64 for none."""
        bits = int(mask)
        return np.uint64((bits & -bits).bit_length() - 1 if bits else 64)

    def leading_zeros(mask: Any) -> Any:
        """How many zero bits stand above the highest set one; 64 for none."""
        return np.uint64(64 - int(mask).bit_length())

    def multiply_fold(a: Any, b: Any) -> Any:
        """The halves of the 128-bit product, xored."""
        product = int(a) * int(b)
        return np.uint64((product ^ product >> 64) & 0xFFFF_FFFF_FFFF_FFFF)

    def ask_at(function: Any, *args: Any) -> Any:
        """What `function(*args)` answers, an int64."""
        return function(*args)

    def do_at(function: Any, *args: Any) -> None:
        """Carry out `function(*args)`."""
        function(*args)

    def get_at(function: Any, like: Any, *args: Any) -> Any:
        """What `function(*args)` answers."""
        return function(*args)

    def floats_at(values: Any) -> Any:
        """The values themselves: plain Python hands on the array instead of its address."""
        return values

    select_bit = _select_by_table
else:
    # Calls by address: an indirect jump, so that one driver serves all bots and games. The function
    # must take exactly the types of `args`: nothing is converted and nothing is checked. (numba's
    # first-class functions cost twice as much and several milliseconds to hand over.)
    ask_at = _ask_at  # int64 ask_at(address, *args); ERROR where the function raised an exception
    do_at = _do_at  # void do_at(address, *args)
    get_at = _get_at  # get_at(address, like, *args), of the type of `like`

    @kernel
    def floats_at(address: Any) -> Any:
        """The float64 values that start at a memory address."""
        return _floats_at(address)

    @kernel
    def popcount(mask: Any) -> Any:
        """How many bits are set."""
        return _popcount(mask)

    @kernel
    def trailing_zeros(mask: Any) -> Any:
        """The number of the lowest set bit; 64 for none."""
        return _trailing_zeros(mask)

    @kernel
    def leading_zeros(mask: Any) -> Any:
        """How many zero bits stand above the highest set one; 64 for none."""
        return _leading_zeros(mask)

    @kernel
    def multiply_fold(a: Any, b: Any) -> Any:
        """The halves of the 128-bit product, xored."""
        return _multiply_fold(a, b)

    select_bit = kernel(_select_by_pdep if HAS_PDEP else _select_by_table)
