"""Calls by address: an indirect jump, so that one driver serves all bots and games.

The function must take exactly the types of the arguments: nothing is converted and nothing is
checked. (numba's first-class functions cost twice as much and several milliseconds to hand over.)
With NUMBA_DISABLE_JIT=1 the functions themselves stand in the places of their addresses.
"""

from typing import Any

import numba
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from simcards.jit import PLAIN, kernel

ERROR = -1_000_000  # what `ask_at` gives back for a function that raised an exception
I64 = ir.IntType(64)
BOUNDS_CHECKED = bool(numba.config.BOUNDSCHECK)


def _call_at(result: Any, *, tells: bool = False) -> Any:
    """Code generation for a call of the function at an address, which returns `result`.

    With `tells` an exception in it becomes ERROR. Otherwise it goes on to the caller under
    NUMBA_BOUNDSCHECK, where kernels may raise; elsewhere they cannot, and asking costs a twentieth
    of the time of a card play.
    """

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        convention = context.call_conv
        kinds = tuple(signature.args[-1])
        given = cgutils.unpack_tuple(builder, values[-1], len(kinds))
        pointer = convention.get_function_type(result, kinds).as_pointer()
        target = builder.inttoptr(values[0], pointer)
        status, value = convention.call_function(builder, target, result, kinds, given)
        if tells:
            fine = builder.icmp_signed("==", status.code, ir.Constant(status.code.type, 0))
            return builder.select(fine, value, ir.Constant(I64, ERROR))
        if BOUNDS_CHECKED:
            with cgutils.if_unlikely(builder, status.is_error):
                convention.return_status_propagate(builder, status)
        return value

    return generate


@intrinsic
def _ask_at(typing: Any, address: Any, *args: Any) -> Any:
    signature = types.int64(types.uint64, types.BaseTuple.from_types(args))
    return signature, _call_at(types.int64, tells=True)


@intrinsic
def _do_at(typing: Any, address: Any, *args: Any) -> Any:
    signature = types.void(types.uint64, types.BaseTuple.from_types(args))
    return signature, _call_at(types.void)


@intrinsic
def _get_at(typing: Any, address: Any, like: Any, *args: Any) -> Any:
    signature = like(types.uint64, like, types.BaseTuple.from_types(args))
    return signature, _call_at(like)


def address_of(compiled: Any) -> int:
    """Where the machine code of a function compiled to one signature begins."""
    (result,) = compiled.overloads.values()
    return int(result.library.get_pointer_to_function(result.fndesc.llvm_func_name))


def as_pointer(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    """Machine code of an intrinsic whose first argument is an address, and its answer a pointer."""
    return builder.inttoptr(args[0], context.get_value_type(signature.return_type))


@intrinsic
def _floats_at(typing: Any, address: Any) -> Any:
    """The float64 values that start at a memory address."""
    return types.CPointer(types.float64)(types.uint64), as_pointer


@intrinsic
def place_of(typing: Any, pointer: Any) -> Any:
    """The memory address that a pointer holds."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ptrtoint(args[0], I64)

    return types.uint64(pointer), generate


if PLAIN:

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
else:
    ask_at = _ask_at  # int64 ask_at(address, *args); ERROR where the function raised an exception
    do_at = _do_at  # void do_at(address, *args)
    get_at = _get_at  # get_at(address, like, *args), of the type of `like`

    @kernel
    def floats_at(address: Any) -> Any:
        """The float64 values that start at a memory address."""
        return _floats_at(address)
