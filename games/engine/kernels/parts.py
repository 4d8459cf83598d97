"""The compiled parts of the engine, which are made ready before the time of a search begins.

A search calls `ensure_ready` of the parts that it uses before it counts seconds. To compile all of
them takes about a minute, once; to load what is compiled takes a process less than a second.
"""

from __future__ import annotations

import threading
from collections.abc import Callable

from games.core.rules import Ruleset
from games.engine.budget import Limits

# A part is compiled by using it. That has to call each of its kernels, with arguments of the types
# that searches pass; a few positions of a small board do. Compiling must fit into the seconds.
SMALL = Ruleset(4, 4, 4)
FEW = Limits(seconds=600.0, seed=1, nodes=200)

# One thread compiles at a time. It may take the lock again: using a part calls `ensure_ready`, too.
_lock = threading.RLock()


class Part:
    """Kernels that are compiled together, by one call of *use*, which searches a small board."""

    def __init__(self, name: str, use: Callable[[], None]) -> None:
        self.name = name
        self._use = use
        self._is_in_use = False
        self._is_ready = False

    def ensure_ready(self) -> None:
        """Return once the part can be used without delay; compile or load it if need be.

        Raises what *use* raises; the next call tries again.
        """
        if self._is_ready:
            return
        with _lock:
            # Another thread has made it ready meanwhile, or this one is about to.
            if self._is_ready or self._is_in_use:
                return
            self._is_in_use = True
            try:
                self._use()
                self._is_ready = True
            finally:
                self._is_in_use = False
