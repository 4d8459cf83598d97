"""Token buckets in memory: so many times at once, then once in so many seconds.

Each process counts by itself.
"""

from __future__ import annotations

import time

from tictactoe_site.common.limiters import LimitKey

MAX_KEYS = 10_000  # beyond it, the buckets that are full again are forgotten
# Sums of fractions of a second are not exact: a wait no longer than this is none.
TOLERANCE = 1e-6


class TokenBucket:
    """*at_once* tokens, of which one comes back every so many *seconds*."""

    __slots__ = ("_credit", "_paid_until", "_seconds")

    def __init__(self, *, at_once: int, seconds: float) -> None:
        self._credit, self._seconds = (at_once - 1) * seconds, seconds
        self._paid_until = time.monotonic()  # when all tokens will be back

    def take(self) -> float:
        """Take a token and return 0; or take none and return the seconds until there is one."""
        now = time.monotonic()
        wait = self._paid_until - now - self._credit
        if wait > TOLERANCE:
            return wait
        self._paid_until = max(now, self._paid_until) + self._seconds
        return 0.0

    def give_back(self) -> None:
        """Put a token back that was taken."""
        self._paid_until -= self._seconds

    @property
    def wait(self) -> float:
        """The seconds until there is a token."""
        wait = self._paid_until - time.monotonic() - self._credit
        return wait if wait > TOLERANCE else 0.0

    @property
    def left(self) -> int:
        """How many tokens there are."""
        owed = max(0.0, self._paid_until - time.monotonic())
        return max(0, int((self._credit + self._seconds - owed + TOLERANCE) / self._seconds))

    @property
    def is_full(self) -> bool:
        return self._paid_until <= time.monotonic()


class TokenBuckets:
    """A token bucket for each key: an account, an address, a game. *name* is for programs."""

    def __init__(self, *, at_once: int, seconds: float, name: str = "") -> None:
        self.name, self.at_once, self.seconds = name, at_once, seconds
        self._buckets: dict[LimitKey, TokenBucket] = {}

    def __len__(self) -> int:
        return len(self._buckets)

    def take(self, key: LimitKey) -> float:
        """Take a token and return 0; or take none and return the seconds until there is one."""
        return (self._buckets.get(key) or self._new(key)).take()

    def give_back(self, key: LimitKey) -> None:
        """Put a token back that was taken."""
        if bucket := self._buckets.get(key):
            bucket.give_back()

    def wait(self, key: LimitKey) -> float:
        """Return the seconds until there is a token."""
        bucket = self._buckets.get(key)
        return bucket.wait if bucket else 0.0

    def left(self, key: LimitKey) -> int:
        """Return how many tokens there are."""
        bucket = self._buckets.get(key)
        return bucket.left if bucket else self.at_once

    def forget(self) -> None:
        """Fill all buckets."""
        self._buckets.clear()

    def _new(self, key: LimitKey) -> TokenBucket:
        if len(self._buckets) >= MAX_KEYS:
            # Looked at in a copy: threads of pages begin buckets meanwhile, which have to stay.
            for old, one in tuple(self._buckets.items()):
                if one.is_full:
                    self._buckets.pop(old, None)
        bucket = self._buckets[key] = TokenBucket(at_once=self.at_once, seconds=self.seconds)
        return bucket
