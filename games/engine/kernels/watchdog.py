"""A flag that running kernels look at, set when their time is up or somebody stops them.

A kernel without the interpreter's lock cannot ask a clock or an event. It reads one number,
and one thread sets that number for all searches of the process.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
from numpy.typing import NDArray

from games.engine.budget import Budget, Limits

Flag = NDArray[np.uint8]  # one number: 0 go on, 1 stop

LOOK_EVERY = 0.005  # seconds between looks at a stop event, or at a clock other than time.monotonic
MAX_SLEEP = 3600.0  # no system waits for ever


@contextmanager
def watched(limits: Limits) -> Iterator[Flag]:
    """Yield a flag that is set once *limits* are spent, counted from now, or the block ends.

    It is set from the start if they are spent already. Nodes are for the kernel to count.
    """
    watch = _Watch(limits)
    if watch.is_over():
        yield watch.flag
        return
    _WATCHMAN.add(watch)
    try:
        yield watch.flag
    finally:
        _WATCHMAN.remove(watch)
        watch.flag[0] = 1


class _Watch:
    """One search that runs: its flag, and when to look at its limits again."""

    def __init__(self, limits: Limits) -> None:
        self.flag: Flag = np.zeros(1, np.uint8)
        self._deadline = time.monotonic() + limits.seconds
        self._must_ask = limits.stop is not None or limits.clock is not time.monotonic
        self._budget = Budget(Limits(limits.seconds, stop=limits.stop, clock=limits.clock))

    def is_over(self) -> bool:
        """Return whether the limits are spent; if so, set the flag."""
        if self._budget.is_spent:
            self.flag[0] = 1
        return bool(self.flag[0])

    def seconds_to_sleep(self) -> float:
        left = self._deadline - time.monotonic()
        return max(0.0, min(left, LOOK_EVERY) if self._must_ask else left)


class _Watchman:
    """The thread that looks after all watches; the first of them starts it."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._watches: set[_Watch] = set()
        self._thread: threading.Thread | None = None

    def add(self, watch: _Watch) -> None:
        with self._changed:
            self._watches.add(watch)
            if self._thread is None or not self._thread.is_alive():  # as in a forked child
                self._thread = threading.Thread(target=self._run, name="watchdog", daemon=True)
                self._thread.start()
            self._changed.notify()

    def remove(self, watch: _Watch) -> None:
        with self._changed:
            self._watches.discard(watch)

    def _run(self) -> None:
        with self._changed:
            while True:
                self._watches = {watch for watch in self._watches if not watch.is_over()}
                naps = [watch.seconds_to_sleep() for watch in self._watches]
                self._changed.wait(min([*naps, MAX_SLEEP]))


_WATCHMAN = _Watchman()
