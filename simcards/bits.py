"""The bit operations numba lacks: each an LLVM instruction where the processor has it.

With NUMBA_DISABLE_JIT=1 they are plain Python.
"""

from typing import Any

import llvmlite.binding as llvm
import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from simcards.jit import PLAIN, kernel

HAS_PDEP = bool(llvm.get_host_cpu_features().get("bmi2", False))
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

    select_bit = _select_by_table
else:

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
