"""Caps: how many connections, or whatever takes a place, each key may have at once."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Hashable


class Cap:
    """How many places each key holds in this process. Any thread may take one or give it back."""

    def __init__(self) -> None:
        self._held: Counter[Hashable] = Counter()
        self._lock = threading.Lock()

    def __len__(self) -> int:
        """Return how many keys hold a place."""
        return len(self._held)

    def held(self, key: Hashable = None) -> int:
        """Return how many places *key* holds."""
        return self._held[key]

    def take(self, key: Hashable = None, *, most: int) -> bool:
        """Take one of *most* places for *key*; return whether one was free."""
        with self._lock:
            if self._held[key] >= most:
                return False
            self._held[key] += 1
            return True

    def give_back(self, key: Hashable = None) -> None:
        """Give a place back that was taken."""
        with self._lock:
            self._held[key] -= 1
            if not self._held[key]:
                del self._held[key]
