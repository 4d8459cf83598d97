"""The compiled parts of the engine, and how each is made ready before its time is counted.

Every search calls `ensure_ready` of its parts first, so that its limits are for searching:
compiling takes a minute once, loading what is compiled under a second a process.
"""

from __future__ import annotations

import threading
from collections.abc import Callable

from games.core.rules import Ruleset
from games.engine.budget import Limits

# What a part is used with to get it compiled: every kernel is called, with arguments of the types
# that it meets in earnest. The seconds are for the compiler, the positions are few.
SMALL = Ruleset(4, 4, 4)
FEW = Limits(seconds=600.0, seed=1, nodes=200)

_lock = threading.RLock()  # one part at a time; the thread that compiles passes


class Part:
    """Kernels that are compiled together."""

    def __init__(self, name: str, use: Callable[[], None]) -> None:
        self.name = name
        self._use = use  # once, in small
        self._has_begun = False
        self._is_ready = False

    def ensure_ready(self) -> None:
        """Return once the part can be used without delay; compile or load it if need be."""
        if self._is_ready:
            return
        with _lock:
            if not self._has_begun:
                self._has_begun = True  # to compile it, it is used, and asks again
                self._use()
                self._is_ready = True
