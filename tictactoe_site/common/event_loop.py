"""What belongs to an event loop and to no request: work in the background, objects for each loop.

Whatever is begun here runs in an empty context, so it is in nobody's trace and in no page's place.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextvars import Context
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

R = TypeVar("R")

# asyncio holds its tasks only weakly.
_running: set[asyncio.Task[Any]] = set()


def in_background(work: Coroutine[Any, Any, R]) -> asyncio.Task[R]:
    """Begin *work* on the running event loop; it outlives whoever began it."""
    task = asyncio.get_running_loop().create_task(work, context=Context())
    _running.add(task)
    task.add_done_callback(_running.discard)
    return task


def later(seconds: float, function: Callable[..., object], *arguments: Any) -> asyncio.TimerHandle:
    """Call *function* in so many *seconds*, unless the timer is cancelled."""
    loop = asyncio.get_running_loop()
    return loop.call_later(seconds, function, *arguments, context=Context())


def per_loop(make: Callable[[], R]) -> Callable[[], R]:
    """Return a function that returns what *make* has made for the running event loop.

    A server has one loop, a test as many as it starts.
    """
    made: WeakKeyDictionary[asyncio.AbstractEventLoop, R] = WeakKeyDictionary()

    def of_running_loop() -> R:
        loop = asyncio.get_running_loop()
        if loop not in made:
            made[loop] = make()
        return made[loop]

    return of_running_loop
