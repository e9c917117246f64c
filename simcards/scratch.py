"""Working memory for kernels, which allocate nothing: arrays and records on a caller's stack.

They are not cleared, and gone when the kernel that asked for them returns: pass them down, never
back.
"""

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic
from numba.np.arrayobj import make_array, populate_array

from simcards.jit import PLAIN

I64 = ir.IntType(64)
I8 = ir.IntType(8)
BYTES = 8  # of a word


@intrinsic(prefer_literal=True)
def _scratch(typing: Any, n: Any) -> Any:
    kind = types.Array(types.uint64, 1, "C")

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        size = signature.args[0].literal_value
        array = make_array(kind)(context, builder)
        shape = [context.get_constant(types.intp, size)]
        strides = [context.get_constant(types.intp, BYTES)]
        itemsize = context.get_constant(types.intp, BYTES)
        data = cgutils.alloca_once(builder, I64, size=size)
        populate_array(
            array, data=data, shape=shape, strides=strides, itemsize=itemsize, meminfo=None
        )
        return array._getvalue()

    return kind(n), generate


def _plain_scratch(n: int) -> Any:
    return np.empty(n, np.uint64)


scratch: Any = _plain_scratch if PLAIN else _scratch
"""uint64[n] for the kernel that calls it; `n` is a literal or a constant of its module."""


@intrinsic
def _scratch_record(typing: Any, dtype: Any) -> Any:
    kind = dtype.dtype

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        data = cgutils.alloca_once(builder, I64, size=-(-kind.size // BYTES))
        return builder.bitcast(data, context.get_value_type(kind))

    return kind(dtype), generate


def _plain_record(dtype: Any) -> Any:
    return np.zeros(1, dtype).view(np.recarray)[0]


scratch_record: Any = _plain_record if PLAIN else _scratch_record
"""A record of a dtype that is a constant of the module of the kernel that calls it."""


@intrinsic
def _copy_record(typing: Any, target: Any, source: Any) -> Any:
    if target != source:
        raise TypeError(f"records differ: {target} and {source}")

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        to, given = (builder.bitcast(arg, I8.as_pointer()) for arg in args)
        cgutils.raw_memcpy(builder, to, given, ir.Constant(I64, target.size), 1)
        return context.get_dummy_value()

    return types.void(target, source), generate


def _plain_copy(target: Any, source: Any) -> None:
    for name in source.dtype.names:
        target[name] = source[name]


copy_record: Any = _plain_copy if PLAIN else _copy_record
"""`copy_record(target, source)`: all that one record holds into another of the same dtype."""
