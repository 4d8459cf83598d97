"""The engine's threads: searches run here, never on the event loop or a database thread.

The queue is first come, first served and bounded. The more searches wait, the less time each
gets, so that whoever comes last still has an answer in MAX_WAIT seconds. A page that waits for
one leaves its place to others (`tictactoe_site.common.page_place`).
"""

from __future__ import annotations

import asyncio
import math
import os
import random
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from prometheus_client import Gauge, Histogram

from games.core.errors import GameError
from games.core.rules import Cell, Position
from games.engine import Limits, choose
from games.engine.warming import warm

SEARCHES = Gauge("tictactoe_searches", "The engine's searches that wait or run.")
SEARCH_SECONDS = Histogram(
    "tictactoe_search_seconds",
    "Time from asking the engine to its answer.",
    buckets=(0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 4, 8),
)

R = TypeVar("R")

# Two users' searches side by side on a small machine; more only slow each other down.
THREADS = max(1, min(2, os.cpu_count() or 1))
SECONDS_BEFORE_LOADING = 0.5  # after the start: reading numpy alone takes 0.2
SECONDS_A_MOVE = 0.6  # when nobody else waits
MIN_SECONDS_PER_MOVE = 0.05  # however many wait
MAX_WAIT = 4.0
MAX_SEARCHES = int(MAX_WAIT / MIN_SECONDS_PER_MOVE) * THREADS

# Ordinary threads, not nice ones. A nice thread steps back even while it holds the interpreter's
# lock, and the event loop waits with it: where other programs kept both cores busy, one look in a
# hundred came 133 ms late, but 4 ms late beside ordinary threads (docs/engine.md).
_threads = ThreadPoolExecutor(THREADS, thread_name_prefix="thinking")
_idle_thread = ThreadPoolExecutor(1, thread_name_prefix="thinking-idly")
_idle: set[threading.Event] = set()  # what stops the work that yields to every search
_searches = 0  # waiting or running
_due: dict[threading.Event, float] = {}  # by when the searches that wait need answers, in order
# Whoever asks puts a search in, and a thread of the engine's takes it out.
_due_lock = threading.Lock()


class TooManySearches(GameError):
    """The queue is full: ask again in a moment."""

    def __init__(self) -> None:
        super().__init__("too_busy")


async def think(level: str, position: Position, *, swap: bool = False) -> Cell:
    """Return the cell that *level* marks in *position*.

    With *swap* the other side may take over the first mark. When the caller is cancelled the
    search stops. Raises TooManySearches, UnknownLevel, or GameError: impossible_position,
    game_over.
    """

    def search(seconds: float, stop: threading.Event) -> Cell:
        limits = Limits(seconds=seconds, seed=random.getrandbits(32), stop=stop)
        return choose(level, position, limits, swap=swap)

    return await _queued(search, SECONDS_A_MOVE)


async def think_about_swap(position: Position) -> bool:
    """Return whether the computer would rather take over the one mark on the board than answer it.

    Every level asks the same way. Raises TooManySearches.
    """

    def search(seconds: float, stop: threading.Event) -> bool:
        # It needs numpy, as little else here.
        from games.engine.players.swapping import wants_first_mark

        limits = Limits(seconds=seconds, seed=random.getrandbits(32), stop=stop)
        return wants_first_mark(position, limits)

    return await _queued(search, SECONDS_A_MOVE)


async def study(work: Callable[[float], R], seconds: float) -> R:
    """Return what *work* finds when it may take *seconds*, or less if others wait.

    For work that no player's clock waits for; it is queued like a move. A caller that is cancelled
    waits no longer, but the work goes on to its end. Raises TooManySearches.
    """
    return await _queued(lambda seconds, _: work(seconds), seconds)


async def think_idly(work: Callable[[threading.Event], R]) -> R | None:
    """Return what *work* finds while nobody wants the engine; None if somebody does.

    The event that *work* gets is set as soon as anybody asks for a search, or the caller is
    cancelled: then it has to end.
    """
    if _searches:
        return None
    stop = threading.Event()
    _idle.add(stop)
    try:
        return await asyncio.get_running_loop().run_in_executor(_idle_thread, work, stop)
    finally:
        _idle.discard(stop)
        stop.set()


async def _queued(work: Callable[[float, threading.Event], R], seconds: float) -> R:
    """Have *work* done in a thread of the engine's, and stop it if nobody waits for it."""
    global _searches
    if _searches >= MAX_SEARCHES:
        raise TooManySearches
    for idle in _idle:
        idle.set()
    stop = threading.Event()
    _searches += 1
    with _due_lock:
        _due[stop] = time.monotonic() + MAX_WAIT
    try:
        with SEARCHES.track_inprogress(), SEARCH_SECONDS.time():
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(_threads, _do, work, seconds, stop)
    finally:
        # Also when the caller gave up: the others need not share their time with such a search.
        _searches -= 1
        stop.set()
        _leave_queue(stop)


def _do(work: Callable[[float, threading.Event], R], most: float, stop: threading.Event) -> R:
    """Do *work* in a fair share of *most* seconds."""
    return work(most * budget(_leave_queue(stop)) / SECONDS_A_MOVE, stop)


def _leave_queue(stop: threading.Event) -> list[float]:
    """Take the search of *stop* out of the queue, if it is there.

    Return for each search in the queue, this one included, in how many seconds its answer is due.
    """
    now = time.monotonic()
    with _due_lock:
        waits = [due - now for due in _due.values()]
        _due.pop(stop, None)
    return waits


def budget(waits: Sequence[float]) -> float:
    """Return the seconds for the first in the queue: if all take as long, all are done in time.

    *waits* are the seconds after which the answer of each is due.
    """
    shares = (wait / math.ceil(place / THREADS) for place, wait in enumerate(waits, start=1))
    return max(MIN_SECONDS_PER_MOVE, min([SECONDS_A_MOVE, *shares]))


def warm_up(then: Callable[[], object]) -> None:
    """Load the compiled searches, so that nobody's first game waits for them; call *then* after it.

    Not at once: a server that starts has pages to answer first. A server that stops does not wait
    for it.
    """
    timer = threading.Timer(SECONDS_BEFORE_LOADING, _load, [then])
    timer.daemon = True
    timer.start()


def _load(then: Callable[[], object]) -> None:
    for _ in warm():
        pass
    then()
