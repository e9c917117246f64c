"""Working memory for kernels, which allocate nothing: an array on the stack of its caller.

It is not cleared, and gone when the kernel that asked for it returns: pass it down, never back.
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


@intrinsic(prefer_literal=True)
def _scratch(typing: Any, n: Any) -> Any:
    kind = types.Array(types.uint64, 1, "C")

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        size = signature.args[0].literal_value
        array = make_array(kind)(context, builder)
        shape = [context.get_constant(types.intp, size)]
        strides = [context.get_constant(types.intp, 8)]
        itemsize = context.get_constant(types.intp, 8)
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
