"""One reading for many sockets: a frame is serialised once and pushed to all of them.

None of them holds up the others, nor the moves in this process.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Collection
from itertools import islice
from typing import Protocol

from tictactoe_site.common.event_loop import in_background

logger = logging.getLogger(__name__)

PUSHED_AT_ONCE = 100  # frames, before moves in this process get their turn


class FrameListener(Protocol):
    """A socket. `push` never waits: what to do about a slow reader is up to the socket."""

    def push(self, frame: str) -> None: ...


async def push_to_all(listeners: Collection[FrameListener], frame: str) -> None:
    """Push *frame* to all *listeners*, a part at a time, but not to those who leave meanwhile."""
    waiting = iter(tuple(listeners))
    while part := tuple(islice(waiting, PUSHED_AT_ONCE)):
        for listener in part:
            if listener in listeners:
                push(listener, frame)
        await asyncio.sleep(0)


def push(listener: FrameListener, frame: str) -> None:
    """Push *frame* to *listener*; log why not, and go on with the next."""
    try:
        listener.push(frame)
    except Exception:
        logger.exception("a frame could not be pushed")


class SharedState:
    """A frame that is read once for all who ask before something changes."""

    def __init__(self, *, seconds: float) -> None:
        """Take *seconds*: how long it is kept while nothing is known to change."""
        self._seconds = seconds
        self._frame: asyncio.Task[str] | None = None
        self._read_at = 0.0

    def changed(self) -> None:
        """Have it read anew for whoever asks from now on."""
        self._frame = None

    async def frame(self, read: Callable[[], Awaitable[str]]) -> str:
        """Return what *read* returns, or what it has returned to somebody before."""
        is_old = time.monotonic() - self._read_at > self._seconds
        if self._frame is None or is_old or _has_failed(self._frame):
            self._read_at = time.monotonic()
            self._frame = in_background(_awaited(read))
        # Whoever goes away must not cancel it for the others.
        return await asyncio.shield(self._frame)


async def _awaited(read: Callable[[], Awaitable[str]]) -> str:
    # A task needs a coroutine, and *read* may return any awaitable.
    return await read()


def _has_failed(task: asyncio.Task[str]) -> bool:
    return task.done() and (task.cancelled() or task.exception() is not None)
