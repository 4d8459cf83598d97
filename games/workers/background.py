"""Threads for long work beside the event loop, which step back when it has something to do.

A kernel that does not hold the interpreter's lock still holds a core. When all cores are taken,
Linux may let a thread that wakes up wait for the end of another's turn, 4 ms as a rule; the
nicer the other one is, the more rarely. The nicest still get on when the machine is full of
other work, which threads under the idle policy do not. Measured figures are in docs/engine.md.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

NICEST = 19
# Seconds after which a thread that runs Python lets another that waits for the lock have it: ten
# times as often as usual. A page that asks the database a few times waits as many times for it.
SWITCH_INTERVAL = 0.0005


def background_threads(
    count: int, name: str, *, first: Callable[[], object] = lambda: None
) -> ThreadPoolExecutor:
    """So many threads that step back. What they start steps back as well, but for *first*, which
    each calls before it does."""

    def begin() -> None:
        first()
        step_back()

    sys.setswitchinterval(SWITCH_INTERVAL)
    return ThreadPoolExecutor(count, thread_name_prefix=name, initializer=begin)


def step_back() -> None:
    """Be nice to all other threads, for good; where a thread cannot, it stays as it is."""
    if sys.platform == "linux":  # elsewhere niceness is the whole process's
        with suppress(OSError):  # a sandbox may forbid it
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICEST)
