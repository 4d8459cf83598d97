"""The engine's threads: searches run here, never on the event loop or a database thread."""

import asyncio
import os
import random
import threading
from concurrent.futures import ThreadPoolExecutor

from games.core.rules import Cell, Position
from games.engine import Limits, choose

# Two users' searches side by side on a small machine; more only slow each other down.
THREADS = max(1, min(2, os.cpu_count() or 1))
SECONDS_A_MOVE = 0.6
LEAST_SECONDS_A_MOVE = 0.05

_threads = ThreadPoolExecutor(max_workers=THREADS, thread_name_prefix="thinking")
_waiting = 0


async def think(level: str, position: Position) -> Cell:
    """The cell that *level* marks in *position*.

    The more searches wait, the less time each gets. When the caller is cancelled the search
    stops. Raises GameError for a level that is unknown or does not play this ruleset.
    """
    global _waiting
    stop = threading.Event()
    limits = Limits(seconds=_budget(), seed=random.getrandbits(32), stop=stop)
    _waiting += 1
    try:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(_threads, choose, level, position, limits)
    finally:
        _waiting -= 1
        stop.set()


def _budget() -> float:
    ahead = _waiting // THREADS
    return max(LEAST_SECONDS_A_MOVE, SECONDS_A_MOVE / (1 + ahead))
