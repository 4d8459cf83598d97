"""Limits on attempts: some are free, then one has to wait, and longer each time.

Nobody is locked out: after the wait the next attempt counts. The counts are in the cache,
so that all server processes share them.
"""

from __future__ import annotations

import hashlib
import math
import time
from dataclasses import dataclass

from django.core.cache import cache


@dataclass(frozen=True, slots=True)
class BackOff:
    """A limit for attempts that share a key (an account, an address).

    *free* attempts are never held up; after the last of them the next has to wait *wait*
    seconds, the one after it twice as long, and so on up to *longest*. All is forgotten
    *memory* seconds after the first attempt, but for the wait that runs then.
    """

    name: str
    free: int
    wait: int
    longest: int
    memory: int = 3600

    def enter(self, key: str) -> int:
        """Count an attempt and return 0; or count nothing and return the seconds to wait.

        Of attempts at the same moment, in any process, no more pass than one after another.
        """
        if remaining := self._remaining(key):
            return remaining
        attempt = self._change_count(key, 1)
        if attempt < self.free:
            return 0
        pause = min(self.wait * 2 ** (attempt - self.free), self.longest)
        # Of several at the same moment only one can put the gate there, and passes.
        if cache.add(self._key("gate", key), time.time() + pause, pause):
            return 0
        self._change_count(key, -1)
        return self._remaining(key) or 1

    def forgive(self, key: str) -> None:
        """Take back an attempt that turned out to be honest."""
        self._change_count(key, -1)
        cache.delete(self._key("gate", key))

    def clear(self, key: str) -> None:
        """Forget all attempts."""
        cache.delete_many([self._key("count", key), self._key("gate", key)])

    def _remaining(self, key: str) -> int:
        opens_at = cache.get(self._key("gate", key))
        return 0 if opens_at is None else max(1, math.ceil(opens_at - time.time()))

    def _change_count(self, key: str, by: int) -> int:
        return _count(self._key("count", key), by, self.memory)

    def _key(self, part: str, key: str) -> str:
        return _name(self.name, part, key)


@dataclass(frozen=True, slots=True)
class Askers:
    """A limit for each who asks, a user or an address, and for the address that users come from."""

    each: BackOff
    of_address: BackOff

    def enter(self, asker: str, address: str) -> int:
        """Count an attempt for both and return 0; or count nothing and return the wait."""
        wait = self.each.enter(asker)
        if not wait and address and (wait := self.of_address.enter(address)):
            self.each.forgive(asker)
        return wait


@dataclass(frozen=True, slots=True)
class Introduction:
    """A limit on attempts under one key by many, which keeps nobody out for another's attempts.

    The first *free* attempts within *memory* seconds pass. From then on whoever is new under the
    key is told once to come back after *wait* seconds, passes then, and has *turns* of their own
    from there. So to ask once from each of a thousand addresses leads nowhere.
    """

    name: str
    free: int
    wait: int
    turns: BackOff
    memory: int = 3600

    def enter(self, key: str, who: str) -> int:
        """Count an attempt of *who* and return 0; or count nothing and return the wait."""
        if _count(self._key("count", key), 1, self.memory) <= self.free:
            return 0
        wait = self._introduce(f"{key} {who}") or self.turns.enter(f"{key} {who}")
        if wait:
            _count(self._key("count", key), -1, self.memory)
        return wait

    def forgive(self, key: str, who: str) -> None:
        """Take back an attempt that turned out to be honest."""
        _count(self._key("count", key), -1, self.memory)
        self.turns.forgive(f"{key} {who}")

    def clear(self, key: str, who: str) -> None:
        """Forget all attempts under *key*."""
        cache.delete(self._key("count", key))
        self.turns.clear(f"{key} {who}")

    def _introduce(self, newcomer: str) -> int:
        name, now = self._key("newcomer", newcomer), time.time()
        cache.add(name, now + self.wait, self.memory)
        begins: float = cache.get(name, now)
        return max(0, math.ceil(begins - now))

    def _key(self, part: str, key: str) -> str:
        return _name(self.name, part, key)


def _count(name: str, by: int, memory: int) -> int:
    # A cache counts up only what is there, and lets it expire when it would have before.
    cache.add(name, 0, memory)
    try:
        return int(cache.incr(name, by))
    except ValueError:  # it expired in between
        cache.set(name, max(by, 0), memory)
        return max(by, 0)


def _name(limit: str, part: str, key: str) -> str:
    # Keys are what people typed: hashed, they have a length and characters any cache takes.
    return f"limit:{limit}:{part}:{hashlib.sha256(key.encode()).hexdigest()}"
