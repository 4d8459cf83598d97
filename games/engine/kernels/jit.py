"""Compiling: the one place where numba's untyped decorator meets our types."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from importlib.resources import files
from typing import Any, ParamSpec, TypeVar

import numba

Given = ParamSpec("Given")
Result = TypeVar("Result")

_config: Any = numba.config
_njit: Any = numba.njit  # whose types know no `_nrt`


def _folder_for_these_sources() -> str:
    """Return where the compiled copies of the kernels, as they are now, are kept.

    numba compiles a kernel anew when its own file has changed, but not when a kernel that it
    calls has: such a copy would work on data of another shape. So every state of all their
    sources has a folder of its own.
    """
    here = files("games.engine.kernels")
    digest = sha256()
    for source in sorted(here.iterdir(), key=lambda entry: entry.name):
        if source.name.endswith(".py"):
            digest.update(source.read_bytes())
    base = _config.CACHE_DIR or str(here.joinpath("__pycache__"))
    return f"{base}/{digest.hexdigest()[:12]}"


FOLDER = _folder_for_these_sources()
_config.CACHE_DIR = FOLDER


def kernel(function: Callable[Given, Result]) -> Callable[Given, Result]:
    """Compile *function* at its first call for the types it is called with.

    A kernel works in arrays that it is given, and makes none: numba would count references to every
    array of every call, under a lock, which took three quarters of a search for threats (13.2 s of
    a core for what takes 3.1 without). `_nrt` turns the counting off; whatever would need it is
    refused by the compiler.

    The machine code is kept beside the source (or where NUMBA_CACHE_DIR says), and runs without
    the interpreter's lock. A kernel that calls itself must pass arguments of exactly the types
    it was given, and no two kernels may call each other: the copy on disk would crash.
    """
    compiled: Callable[Given, Result] = _njit(cache=True, nogil=True, _nrt=False)(function)
    return compiled
