"""Sets of up to 64 cells as unsigned numbers: how many are in it, and which is the lowest.

Both are single machine instructions, which numba does not offer by itself. For kernels only:
called from plain Python they raise NotImplementedError.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic


@intrinsic
def count(typing_context: Any, cells: Any) -> Any:
    """How many cells the set holds."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.uint64), generate


@intrinsic
def lowest(typing_context: Any, cells: Any) -> Any:
    """The number of the set's lowest cell; 64 for the empty set."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.uint64), generate
