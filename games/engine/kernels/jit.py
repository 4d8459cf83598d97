"""Compiling: the one place where numba's untyped decorator meets our types."""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec, TypeVar

import numba

Given = ParamSpec("Given")
Result = TypeVar("Result")


def kernel(function: Callable[Given, Result]) -> Callable[Given, Result]:
    """Compile *function* at its first call for the types it is called with.

    The machine code is kept beside the source (or where NUMBA_CACHE_DIR says), and runs without
    the interpreter's lock. A kernel that calls itself must pass arguments of exactly the types
    it was given, and no two kernels may call each other: the copy on disk would crash.
    """
    compiled: Callable[Given, Result] = numba.njit(cache=True, nogil=True)(function)
    return compiled
