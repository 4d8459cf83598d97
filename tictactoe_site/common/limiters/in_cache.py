"""Buckets in the cache, which all server processes share. Tokens come back ever more slowly.

Nobody is locked out: after the wait there is a token. A cache can neither read and write in one
step nor lock, so a bucket is a count and a gate, which are each changed in one step.
"""

from __future__ import annotations

import contextlib
import hashlib
import math
import time
from dataclasses import dataclass

from django.core.cache import cache

from tictactoe_site.common.limiters import LimitKey


@dataclass(frozen=True, slots=True)
class CachedBuckets:
    """A bucket for each key: an account, an address, a login.

    A bucket begins with *at_once* tokens. When they are used up, the next comes after so many
    *seconds*, the one after it after twice as many, and so on up to *longest*. All but a running
    wait is forgotten *memory* seconds after the first token was taken. With an *introduction*, a
    new key waits so many seconds for its first token, so that a thousand keys are of no use.
    """

    name: str
    at_once: int
    seconds: int
    longest: int
    memory: int = 3600
    introduction: int = 0

    def take(self, key: LimitKey) -> int:
        """Take a token and return 0; or take none and return the seconds until there is one.

        Of attempts at the same moment, in any process, no more pass than if they came in turn.
        """
        if self.introduction and cache.add(self._key("known", key), True, self.memory):
            self._shut(key, self.introduction)
        if wait := self._wait(key):
            return wait
        taken = self._count(key)
        if taken < self.at_once:
            return 0
        # Of several at the same moment only one can put the gate there, and passes.
        if self._shut(key, min(self.seconds * 2 ** (taken - self.at_once), self.longest)):
            return 0
        self._count_back(key)
        return self._wait(key) or 1

    def give_back(self, key: LimitKey) -> None:
        """Put a token back that was taken, and open the gate to it."""
        self._count_back(key)
        cache.delete(self._key("gate", key))

    def clear(self, key: LimitKey) -> None:
        """Forget all that was taken."""
        cache.delete_many([self._key(part, key) for part in ("count", "gate", "known")])

    def _wait(self, key: LimitKey) -> int:
        opens_at = cache.get(self._key("gate", key))
        return 0 if opens_at is None else max(1, math.ceil(opens_at - time.time()))

    def _shut(self, key: LimitKey, seconds: int) -> bool:
        """Put a gate there for so many *seconds*; return whether there was none."""
        return bool(cache.add(self._key("gate", key), time.time() + seconds, seconds))

    def _count(self, key: LimitKey) -> int:
        name = self._key("count", key)
        # A cache counts up only what is there, and lets it expire when it would have before.
        cache.add(name, 0, self.memory)
        try:
            return int(cache.incr(name))
        except ValueError:  # it expired in between
            cache.set(name, 1, self.memory)
            return 1

    def _count_back(self, key: LimitKey) -> None:
        with contextlib.suppress(ValueError):  # all is forgotten by now, this one with it
            cache.decr(self._key("count", key))

    def _key(self, part: str, key: LimitKey) -> str:
        # Keys are what people typed: hashed, they have a length and characters any cache takes.
        return f"limit:{self.name}:{part}:{hashlib.sha256(str(key).encode()).hexdigest()}"
