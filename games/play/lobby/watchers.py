"""The lobby's sockets of this process, which share one channel of the channel layer.

If every socket were in the channel layer's group itself, each change would be copied and queued,
and wake a task, a thousand times. Here one channel listens for the whole process, and a frame that
was serialised once is pushed to each socket.
"""

from __future__ import annotations

import asyncio
import contextvars
import logging
import time
from collections.abc import Awaitable, Callable
from itertools import islice
from typing import Protocol
from weakref import WeakKeyDictionary

from channels.layers import get_channel_layer

from games.live.announce import LOBBY

logger = logging.getLogger(__name__)

PUSHED_AT_ONCE = 100  # frames, before moves in this process get their turn
STATE_KEPT_FOR = 1.0  # seconds, while nothing changes; a hint may have been lost
BEFORE_RETRY = 1.0  # seconds


class Listener(Protocol):
    """A socket. `push` never waits: what to do about a slow reader is up to the socket."""

    def push(self, frame: str) -> None: ...


class LobbyFeed:
    """The sockets of one event loop that show the open games."""

    def __init__(self) -> None:
        self._listeners: dict[Listener, None] = {}
        self._listening: asyncio.Task[None] | None = None
        self._is_heard: asyncio.Event = asyncio.Event()
        self._changes = 0
        self._state: asyncio.Task[str] | None = None
        self._state_of = (-1, 0.0)  # the number of changes before it was read, and when

    async def enter(self, listener: Listener) -> None:
        """Push every change to *listener* from now on until `leave`."""
        self._listeners[listener] = None
        if self._listening is None:
            self._changes += 1  # of which nobody has heard while nobody listened
            self._is_heard = asyncio.Event()
            loop = asyncio.get_running_loop()
            self._listening = loop.create_task(self._listen(), context=contextvars.Context())
        await self._is_heard.wait()

    def leave(self, listener: Listener) -> None:
        self._listeners.pop(listener, None)
        if not self._listeners and self._listening:
            self._listening.cancel()
            self._listening = None

    async def state(self, read: Callable[[], Awaitable[str]]) -> str:
        """What *read* returns, shared by all who ask before something changes.

        A listener that entered before asking misses nothing: whatever changes after the read
        began is pushed to it.
        """
        number, at = self._state_of
        is_old = number != self._changes or time.monotonic() - at > STATE_KEPT_FOR
        if self._state is None or is_old or _has_failed(self._state):
            self._state_of = (self._changes, time.monotonic())
            loop = asyncio.get_running_loop()
            self._state = loop.create_task(_read(read), context=contextvars.Context())
        return await asyncio.shield(self._state)

    async def tell(self, frame: str) -> None:
        """Push *frame* to everybody, a part at a time."""
        self._changes += 1
        listeners = iter(tuple(self._listeners))
        while part := tuple(islice(listeners, PUSHED_AT_ONCE)):
            for listener in part:
                if listener in self._listeners:
                    _push(listener, frame)
            # Moves in this process get their turn.
            await asyncio.sleep(0)

    async def _listen(self) -> None:
        while True:
            try:
                await self._listen_while_it_lasts()
            except Exception:
                logger.exception("changes of the lobby are not heard")
                self._is_heard.set()
                await asyncio.sleep(BEFORE_RETRY)

    async def _listen_while_it_lasts(self) -> None:
        layer = get_channel_layer()
        channel = await layer.new_channel()
        try:
            await layer.group_add(LOBBY, channel)
            self._is_heard.set()
            while True:
                message = await layer.receive(channel)
                await self.tell(message["frame"])
        finally:
            await layer.group_discard(LOBBY, channel)


def _push(listener: Listener, frame: str) -> None:
    try:
        listener.push(frame)
    except Exception:
        logger.exception("a change of the lobby could not be sent")


async def _read(read: Callable[[], Awaitable[str]]) -> str:
    # A task needs a coroutine, and *read* may return any awaitable.
    return await read()


def _has_failed(task: asyncio.Task[str]) -> bool:
    return task.done() and (task.cancelled() or task.exception() is not None)


_by_loop: WeakKeyDictionary[asyncio.AbstractEventLoop, LobbyFeed] = WeakKeyDictionary()


def lobby_feed() -> LobbyFeed:
    """The feed of the running event loop."""
    loop = asyncio.get_running_loop()
    if loop not in _by_loop:
        _by_loop[loop] = LobbyFeed()
    return _by_loop[loop]


async def watch_lobby(*, listener: Listener, read: Callable[[], Awaitable[str]]) -> None:
    """Push the lobby's state to *listener*, which *read* gives as a frame, and every change to it.

    It lasts until `unwatch_lobby`. A change may be pushed before the state that includes it.
    """
    await lobby_feed().enter(listener)
    listener.push(await lobby_feed().state(read))


def unwatch_lobby(*, listener: Listener) -> None:
    """The reverse of `watch_lobby`, however far it got."""
    lobby_feed().leave(listener)
