"""A websocket of texts, without Channels: reading waits, writing never does."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress

from tictactoe_site.common.asgi_extensions import SEND_NOW
from tictactoe_site.server.asgi_types import Receive, Scope, Send

FRAMES_WAITING = 64  # a client further behind than this is hung up on


class TextSocket:
    """A websocket of texts; one whose client reads too slowly is closed."""

    def __init__(self, scope: Scope, receive: Receive, send: Send, *, largest: int) -> None:
        """Read texts of at most *largest* characters."""
        self._largest = largest
        self._receive, self._send = receive, send
        # Our own server takes a frame at once and cuts slow readers itself; under others a task
        # writes from a bounded queue.
        self._send_now: Callable[[str], None] | None = scope.get("extensions", {}).get(SEND_NOW)
        self._frames: asyncio.Queue[str] = asyncio.Queue(FRAMES_WAITING)
        self._writer = None if self._send_now else asyncio.create_task(self._write_all())
        self._closing: asyncio.Task[None] | None = None

    async def read(self) -> str | None:
        """Return the next text; None at the end, and for what is binary or too long."""
        message = await self._receive()
        text: str | None = message.get("text")
        return text if text is not None and len(text) <= self._largest else None

    def write(self, text: str) -> None:
        if self._send_now:
            self._send_now(text)
            return
        try:
            self._frames.put_nowait(text)
        except asyncio.QueueFull:
            self.hang_up()

    def hang_up(self) -> None:
        if self._closing is None:
            self._closing = asyncio.get_running_loop().create_task(self._close())

    def end(self) -> None:
        """Close the socket, and stop writing: nobody reads any more."""
        self.hang_up()
        if self._writer:
            self._writer.cancel()

    async def _write_all(self) -> None:
        while True:
            await self._send({"type": "websocket.send", "text": await self._frames.get()})

    async def _close(self) -> None:
        with suppress(Exception):  # a client that has gone is no error; each server has its own
            await self._send({"type": "websocket.close"})
