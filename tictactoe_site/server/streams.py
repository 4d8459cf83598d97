"""Sockets as streams of lines, for programs that have no WebSocket: NDJSON over HTTP.

A stream is a socket in another form: it passes the same guards, is counted with the sockets, hears
the same frames, one a line, and is shut by whatever shuts a socket. It holds neither a page's place
nor a thread. To act in a game, a program sends requests of their own.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Awaitable, Callable
from typing import Any

from django.http import HttpResponse

from games.core.errors import GameError
from games.programs.api.problems import by_status, refused, too_many
from games.programs.api.published_limits import SECONDS_OF_A_DEAD_STREAM
from games.protocol.messages import CloseCode
from tictactoe_site.common.asgi_extensions import SEND_NOW
from tictactoe_site.common.uids import UID_PATTERN
from tictactoe_site.server.asgi_types import (
    LIMIT,
    ON_STOP,
    WRITE_NOW,
    Application,
    Message,
    Receive,
    Scope,
    Send,
)
from tictactoe_site.server.pages import answer
from tictactoe_site.server.user_auth import has_authorization

ROUTES = (
    (re.compile(r"/api/v1/events"), "/ws/me/"),
    (re.compile(rf"/api/v1/games/({UID_PATTERN})/stream"), r"/ws/games/\1/"),
)
# A client that hears nothing for 20 seconds may take the stream for dead.
KEEP_ALIVE = 7.0  # seconds
PONG = '{"type":"pong"'
VERSION = re.compile(r'"version":(\d+)')
GOING_AWAY = 1001
HEADERS = [
    (b"content-type", b"application/x-ndjson"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),  # nginx hands each line on
    (b"x-content-type-options", b"nosniff"),
]


class Streams:
    """ASGI middleware: streams are served by *sockets*, everything else by *others*."""

    def __init__(self, others: Application, sockets: Application) -> None:
        self.others = others
        self.sockets = sockets

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[Any]:
        path = socket_path(scope["path"])
        if path is None:
            return self.others(scope, receive, send)
        if scope["method"] != "GET":
            problem = by_status(405)
            problem["Allow"] = "GET"
            return answer(send, problem)
        if not has_authorization(scope):
            return answer(send, by_status(401))
        return Stream(receive, send).serve(self.sockets, scope | {"path": path})


def socket_path(path: str) -> str | None:
    """Return the socket whose stream is at *path*; None if that is no stream's."""
    found = ((pattern.fullmatch(path), target) for pattern, target in ROUTES)
    return next((match.expand(target) for match, target in found if match), None)


class Stream:
    """The `receive` and `send` of a socket whose client hears lines and says nothing.

    Every KEEP_ALIVE seconds it says a ping in the client's place, with the version that the client
    has: a game's socket sends the whole state to one that has another.
    """

    def __init__(self, receive: Receive, send: Send) -> None:
        self._receive, self._send = receive, send
        self._write_now: Callable[[bytes], None] | None = None  # once the answer has begun
        self._unsent: list[str] = []  # what was pushed before
        self._has_connected = False
        self._has_begun = False  # the answer, that is
        self._has_ended = False
        self._is_over = False  # for the socket
        self._version = 0
        self._patience: asyncio.Timeout | None = None

    async def serve(self, sockets: Application, scope: Scope) -> None:
        self._state = scope.setdefault("state", {})
        self._state[ON_STOP] = self.hang_up
        # Not what the server offers to pages: a socket would take it for its own.
        extensions = {SEND_NOW: self.push} if WRITE_NOW in self._state else {}
        socket = scope | {"type": "websocket", "extensions": extensions}
        await sockets(socket, self.receive, self.send)
        await self._end()

    def hang_up(self) -> None:
        """Have the socket end, as if the client had left."""
        self._is_over = True
        if self._patience and not self._patience.expired():
            self._patience.reschedule(0)

    def push(self, frame: str) -> None:
        """Write *frame* around ASGI, where the server can, once the answer has begun."""
        if not self._write_now:
            self._unsent.append(frame)
        elif not self._has_ended:
            self._write_now(self._line_of(frame).encode())

    async def _send_pushed(self) -> None:
        while self._unsent:
            await self._write(self._line_of(self._unsent.pop(0)))
        if self._has_begun:
            self._write_now = self._state.get(WRITE_NOW)

    async def receive(self) -> Message:
        await self._send_pushed()
        if not self._has_connected:
            self._has_connected = True
            return {"type": "websocket.connect"}
        if not self._is_over and await self._is_silent():
            ping = {"type": "ping", "version": self._version}
            return {"type": "websocket.receive", "text": json.dumps(ping)}
        return {"type": "websocket.disconnect", "code": GOING_AWAY}

    async def _is_silent(self) -> bool:
        """Wait KEEP_ALIVE, or until the client leaves; return whether it is still there."""
        try:
            async with asyncio.timeout(KEEP_ALIVE) as self._patience:
                # Whatever it sends is read and dropped: a stream is only heard.
                while (await self._receive())["type"] != "http.disconnect":
                    continue
        except TimeoutError:
            return not self._is_over
        finally:
            self._patience = None
        return False

    async def send(self, message: Message) -> None:
        match message["type"]:
            case "websocket.send":
                await self._write(self._line_of(message["text"]))
            case "websocket.close":
                await self._close(message)

    def _line_of(self, frame: str) -> str:
        """Return the line for *frame*: an empty one for the answer to a ping, which the program
        did not send.
        """
        if frame.startswith(PONG):
            return "\n"
        if found := VERSION.search(frame):
            self._version = int(found[1])
        return f"{frame}\n"

    async def _write(self, line: str) -> None:
        if not self._has_begun:
            self._has_begun = True
            await self._send({"type": "http.response.start", "status": 200, "headers": HEADERS})
        if not self._has_ended:
            part = {"type": "http.response.body", "body": line.encode(), "more_body": True}
            await self._send(part)

    async def _close(self, message: Message) -> None:
        self.hang_up()
        if self._has_begun:
            await self._end()
        else:
            self._has_begun = self._has_ended = True
            await answer(self._send, why_shut(message))

    async def _end(self) -> None:
        if self._has_begun and not self._has_ended:
            self._has_ended = True
            await self._send({"type": "http.response.body", "body": b""})


def why_shut(closing: Message) -> HttpResponse:
    """Return the answer to a program whose socket was shut before its first frame."""
    if limit := closing.get(LIMIT):
        return too_many(*limit)
    match closing.get("code"):
        case CloseCode.SIGN_IN:
            return by_status(401)
        case CloseCode.FORBIDDEN:
            return refused(GameError("scope_missing"))
        case CloseCode.NOT_FOUND:
            return refused(GameError("no_such_game"))
        case CloseCode.TOO_MANY:
            return too_many("streams", SECONDS_OF_A_DEAD_STREAM)
        case _:
            return by_status(503)
