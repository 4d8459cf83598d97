"""What is given back to the operating system: memory that is freed, and code that has run."""

from __future__ import annotations

import ctypes
from pathlib import Path

MAPS = Path("/proc/self/maps")  # on Linux
MIB = 1024 * 1024
# Parameters of mallopt, from glibc's malloc.h.
M_TRIM_THRESHOLD, M_MMAP_THRESHOLD, M_ARENA_MAX = -1, -3, -8
MADV_DONTNEED = 4  # from linux/mman.h
CODE = "r-xp"  # may be run, not written: its pages are as they are in the file


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


def let_go_of_code(library: str) -> None:
    """Have the kernel take the code of a shared *library* out of memory.

    What is called of it later is read again from its file. It does nothing but on Linux.
    """
    if not MAPS.exists():
        return
    madvise = ctypes.CDLL(None).madvise
    madvise.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int)
    for line in MAPS.read_text().splitlines():
        addresses, permissions, *_, file = line.split(maxsplit=5)
        if permissions == CODE and library in Path(file).name:
            start, end = (int(address, 16) for address in addresses.split("-"))
            madvise(start, end - start, MADV_DONTNEED)
