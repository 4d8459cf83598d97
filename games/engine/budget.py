"""What a player may spend on one move, and the count of what it has spent."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random

from games.core.errors import GameError


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds of one search; whichever is met first ends it, and the best so far is played.

    They are *seconds* by *clock*, *nodes* positions looked at, and *stop*, set by another thread.
    The same *seed* and *nodes*, with time to spare, always give the same move. The time that a
    process takes once to compile or load the kernels does not count.

    Raises GameError: bad_limits, unless seconds and nodes are numbers of at least 0. Seconds may
    be infinite.
    """

    seconds: float = 1.0
    seed: int | None = None
    stop: threading.Event | None = None
    nodes: int | None = None
    clock: Callable[[], float] = time.monotonic

    def __post_init__(self) -> None:
        if not isinstance(self.seconds, int | float) or not self.seconds >= 0:  # NaN fails, too
            raise GameError("bad_limits", f"seconds are a number from 0, not {self.seconds!r}")
        if self.nodes is not None and (not isinstance(self.nodes, int) or self.nodes < 0):
            raise GameError(
                "bad_limits", f"nodes are an integer from 0 or None, not {self.nodes!r}"
            )

    def without_clock(self, nodes: int) -> Limits:
        """Return these limits without a limit of time, for at most *nodes* positions."""
        most = nodes if self.nodes is None else min(nodes, self.nodes)
        return Limits(math.inf, self.seed, self.stop, most)

    def random(self) -> Random:
        """Return a generator by *seed*, so that a choice between equal moves can be repeated."""
        return Random(self.seed)


class OutOfBudget(Exception):
    """A search has spent all it may; the caller answers with the best it has."""


class Budget:
    """The limits of one search while it runs; it begins when the budget is made."""

    def __init__(self, limits: Limits) -> None:
        self.nodes = 0
        self._limits = limits
        self._started = limits.clock()

    @property
    def share_spent(self) -> float:
        """How much of the time or of the nodes has gone, from 0 to 1."""
        limits = self._limits
        of_time = _share(limits.clock() - self._started, limits.seconds)
        of_nodes = 0.0 if limits.nodes is None else _share(self.nodes, limits.nodes)
        return max(of_time, of_nodes)

    @property
    def rest(self) -> Limits:
        """The limits with less time: the share that neither the clock nor the nodes have used."""
        left = 1.0 - self.share_spent
        return replace(self._limits, seconds=self._limits.seconds * left if left else 0.0)

    @property
    def is_spent(self) -> bool:
        limits = self._limits
        if limits.nodes is not None and self.nodes >= limits.nodes:
            return True
        if limits.stop is not None and limits.stop.is_set():
            return True
        return limits.clock() - self._started >= limits.seconds

    def spend(self) -> None:
        """Count one position. Raises OutOfBudget when nothing is left to look at it with."""
        if self.is_spent:
            raise OutOfBudget
        self.nodes += 1


def _share(spent: float, given: float) -> float:
    return min(1.0, spent / given) if given > 0 else 1.0
