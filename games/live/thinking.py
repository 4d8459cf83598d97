"""The engine's threads: searches run here, never on the event loop or a database thread.

The queue is first come, first served and bounded. The more searches wait, the less time each
gets, so that whoever comes last still has an answer in LONGEST_WAIT seconds.
"""

from __future__ import annotations

import asyncio
import os
import random
import threading

from games.core.rules import Cell, Position
from games.engine import Limits, choose
from games.engine.warming import warm
from games.live.background import background_threads

# Two users' searches side by side on a small machine; more only slow each other down.
THREADS = max(1, min(2, os.cpu_count() or 1))
SECONDS_A_MOVE = 0.6
LEAST_SECONDS_A_MOVE = 0.02
LONGEST_WAIT = 4.0
MOST_SEARCHES = int(LONGEST_WAIT / LEAST_SECONDS_A_MOVE) * THREADS

_threads = background_threads(THREADS, "thinking")
_searches = 0  # waiting or running


class TooManySearches(Exception):
    """The queue is full: ask again in a moment."""


async def think(level: str, position: Position) -> Cell:
    """The cell that *level* marks in *position*.

    When the caller is cancelled the search stops. Raises GameError for a level that is unknown
    or does not play this ruleset, and TooManySearches.
    """
    global _searches
    if _searches >= MOST_SEARCHES:
        raise TooManySearches
    stop = threading.Event()
    _searches += 1
    limits = Limits(seconds=budget(_searches), seed=random.getrandbits(32), stop=stop)
    try:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(_threads, choose, level, position, limits)
    finally:
        _searches -= 1
        stop.set()


def warm_up() -> None:
    """Load the compiled searches in a thread, so that nobody's first game waits for them."""
    _threads.submit(lambda: [*warm()])


def budget(searches: int) -> float:
    """The seconds that each of so many searches at once may take."""
    return max(LEAST_SECONDS_A_MOVE, min(SECONDS_A_MOVE, LONGEST_WAIT * THREADS / searches))
