"""How the C library keeps memory that is freed: little of it, in one place."""

from __future__ import annotations

import ctypes

MIB = 1024 * 1024
# Parameters of mallopt, from glibc's malloc.h.
M_TRIM_THRESHOLD, M_MMAP_THRESHOLD, M_ARENA_MAX = -1, -3, -8


def give_memory_back() -> None:
    """Have all threads share one arena, and memory from 1 MiB on go back once it is freed.

    Call this before the first thread starts. It does nothing without glibc, which gives each of
    thirty threads an arena of its own and comes to keep tables of 16 MiB for the next search.
    """
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is None:
        return
    mallopt(M_ARENA_MAX, 1)
    mallopt(M_MMAP_THRESHOLD, MIB)
    mallopt(M_TRIM_THRESHOLD, MIB)
