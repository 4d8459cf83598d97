"""Sets of up to 64 cells as unsigned numbers: how many cells one holds, and the lowest of them.

`count` and `lowest` are single machine instructions, which numba does not offer by itself. They
are for kernels only: called from plain Python they raise NotImplementedError.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import numba
import numpy as np
from llvmlite import ir
from numba.extending import intrinsic

CellSet = np.uint64  # bit i is cell i

# numba's own conversions, with types; in kernels a bare number may be of either kind.
int64 = cast(Callable[[Any], int], numba.int64)
uint64 = cast(Callable[[Any], CellSet], numba.uint64)


def _count(typing_context: Any, cells: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return numba.types.int64(numba.types.uint64), generate


def _lowest(typing_context: Any, cells: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 0))

    return numba.types.int64(numba.types.uint64), generate


# How many cells a set holds, and the number of the lowest (64 for the empty set).
count = cast(Callable[[CellSet], int], intrinsic(_count))
lowest = cast(Callable[[CellSet], int], intrinsic(_lowest))
