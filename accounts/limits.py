"""Limits that back off: some attempts are free, then each costs twice the wait of the one before.

Nobody is locked out: after the longest wait the next attempt counts. The counts are in the cache,
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
        name = self._key("count", key)
        cache.add(name, 0, self.memory)
        try:
            return int(cache.incr(name, by))
        except ValueError:  # it expired in between
            cache.set(name, max(by, 0), self.memory)
            return max(by, 0)

    def _key(self, part: str, key: str) -> str:
        # Keys are what people typed: hashed, they have a length and characters any cache takes.
        return f"limit:{self.name}:{part}:{hashlib.sha256(key.encode()).hexdigest()}"


# At most 10 passwords are tried in 5 minutes for one account.
SIGN_IN_PER_ACCOUNT = BackOff("sign-in-account", free=5, wait=8, longest=300)
SIGN_IN_PER_ADDRESS = BackOff("sign-in-address", free=30, wait=2, longest=300)
# A browser that signed in before is not held up by others who guess at its account.
SIGN_IN_PER_DEVICE = BackOff("sign-in-device", free=5, wait=8, longest=300)
# Codes of the second step. They are shorter than passwords, and whoever guesses knows the password:
# at most some hundred are tried in a day for one account.
CODE_PER_ACCOUNT = BackOff("code-account", free=5, wait=8, longest=900, memory=24 * 3600)
CODE_PER_DEVICE = BackOff("code-device", free=5, wait=8, longest=900, memory=24 * 3600)
