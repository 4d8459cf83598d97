"""One reading for many sockets: a frame is serialised once and pushed to all of them.

None of them holds up the others, nor the moves in this process. What they are told comes as hints
through a group of the channel layer: hints may be lost, and the layer may be away.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, KeysView
from itertools import islice
from typing import Any, Protocol

from channels.layers import get_channel_layer

from tictactoe_site.common.event_loop import in_background

SECONDS_BEFORE_RETRY = 1.0
logger = logging.getLogger(__name__)

PUSHED_AT_ONCE = 100  # frames, before moves in this process get their turn


class Hints:
    """A listener that awaits *on_hint* with each hint to *group*, from `start` to `stop`."""

    def __init__(self, group: str, on_hint: Callable[[dict[str, Any]], Awaitable[None]]) -> None:
        self._group, self._on_hint = group, on_hint
        self._task: asyncio.Task[None] | None = None
        self._is_heard = asyncio.Event()

    def start(self) -> None:
        self._task = in_background(self._listen())

    def stop(self) -> None:
        if self._task:
            self._task.cancel()

    async def ready(self) -> None:
        """Wait until every hint is heard from now on, or it is known that they cannot be."""
        await self._is_heard.wait()

    async def _listen(self) -> None:
        while True:
            try:
                await self._hear()
            except Exception:
                logger.exception("hints to %s are not heard", self._group)
                self._is_heard.set()
                await asyncio.sleep(SECONDS_BEFORE_RETRY)

    async def _hear(self) -> None:
        layer = get_channel_layer()
        channel = await layer.new_channel()
        try:
            await layer.group_add(self._group, channel)
            self._is_heard.set()
            while True:
                await self._on_hint(await layer.receive(channel))
        finally:
            await layer.group_discard(self._group, channel)


class FrameListener(Protocol):
    """A socket. `push` never waits: what to do about a slow reader is up to the socket."""

    def push(self, frame: str) -> None: ...


class AfterState:
    """Passes changes on to *listener*, but none before the state that they change.

    A change that is heard while the state is being read may not be in it: pushed at once, it would
    be undone by the state.
    """

    def __init__(self, listener: FrameListener) -> None:
        self._listener = listener
        self._early: list[str] | None = []

    def push(self, frame: str) -> None:
        if self._early is None:
            self._listener.push(frame)
        else:
            self._early.append(frame)

    def begin(self, state: str) -> None:
        """Push the *state*, then what has changed meanwhile; from now on, every change at once."""
        early, self._early = self._early or [], None
        for frame in (state, *early):
            self._listener.push(frame)


async def push_to_all(listeners: KeysView[FrameListener], frame: str) -> None:
    """Push *frame* to all *listeners*, a part at a time.

    Those who are no longer in *listeners*, a live view of them, when their part comes get nothing.
    """
    waiting = iter(tuple(listeners))
    while part := tuple(islice(waiting, PUSHED_AT_ONCE)):
        for listener in part:
            if listener in listeners:
                push(listener, frame)
        await asyncio.sleep(0)


def push(listener: FrameListener, frame: str) -> None:
    """Push *frame* to *listener*; if that fails, log why, so that the next ones get theirs."""
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
