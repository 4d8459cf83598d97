"""How often one person may do what costs others something: each server process counts by itself."""

from __future__ import annotations

import math
import time
from collections.abc import Hashable

from games.core.errors import TooFast

MOST_KEYS = 10_000  # before those are forgotten that may do everything again


class Pace:
    """*at_once* times at once, then once in so many *seconds*, for each key."""

    def __init__(self, *, at_once: int, seconds: float) -> None:
        self._credit, self._seconds = (at_once - 1) * seconds, seconds
        self._paid_until: dict[Hashable, float] = {}

    def wait(self, key: Hashable) -> float:
        """Count one time and return 0; or count nothing and return the seconds to wait."""
        now = time.monotonic()
        paid_until = max(now, self._paid_until.get(key, now))
        if paid_until - now > self._credit:
            return paid_until - now - self._credit
        if len(self._paid_until) >= MOST_KEYS:
            self._paid_until = {key: at for key, at in self._paid_until.items() if at > now}
        self._paid_until[key] = paid_until + self._seconds
        return 0.0

    def enter(self, key: Hashable) -> None:
        """Count one time. Raises TooFast, counting nothing."""
        if wait := self.wait(key):
            raise TooFast(math.ceil(wait))

    def forget(self) -> None:
        """Let everybody begin anew."""
        self._paid_until.clear()


# By the id of whoever does it.
GAMES = Pace(at_once=30, seconds=4)  # made, also as the next of a series
CHALLENGES = Pace(at_once=5, seconds=20)
OFFERS = Pace(at_once=20, seconds=3)  # of draws, takebacks and rematches; withdrawing is free
# By the id of whoever is told; what comes faster is not told, and found on the next page.
NOTICES = Pace(at_once=20, seconds=2)
PACES = (GAMES, CHALLENGES, OFFERS, NOTICES)
