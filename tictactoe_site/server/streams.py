"""Sockets as streams of lines, for programs that have no WebSocket: NDJSON over HTTP.

A stream is the socket of the same matter: it passes the same guards, is counted with the sockets,
hears the same frames, one a line, and is shut by whatever shuts a socket. It holds neither a
page's place nor a thread. What a program does in a game goes another way.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Awaitable
from http import HTTPStatus
from typing import Any

from games.protocol.messages import CloseCode
from tictactoe_site.server.asgi_types import ON_STOP, Application, Message, Receive, Scope, Send
from tictactoe_site.server.user_auth import TRY_AGAIN_LATER, has_authorization

ROUTES = (
    (re.compile(r"/api/v1/events"), "/ws/me/"),
    (re.compile(r"/api/v1/games/([A-Za-z0-9]{10})/stream"), r"/ws/games/\1/"),
)
# A client that hears nothing for 20 seconds may take the stream for dead.
KEEP_ALIVE = 7.0  # seconds
PONG = '{"type":"pong"'
VERSION = re.compile(r'"version":(\d+)')
GOING_AWAY = 1001
NO_REASON = (
    CloseCode.TOO_MANY
)  # a guard closes without a code: there are too many, of an address or at once
# How a socket is closed before its first frame, as an answer: status, code, seconds to wait.
REFUSALS = {
    CloseCode.SIGN_IN: (401, "bad_token", 0),
    CloseCode.FORBIDDEN: (403, "scope_missing", 0),
    CloseCode.NOT_FOUND: (404, "no_such_game", 0),
    NO_REASON: (429, "too_many_streams", 30),
    CloseCode.RESTART: (503, "unavailable", 5),
    TRY_AGAIN_LATER: (503, "unavailable", 5),
}
HEADERS = [
    (b"content-type", b"application/x-ndjson"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),  # nginx hands each line on
    (b"x-content-type-options", b"nosniff"),
]


class Streams:
    """ASGI middleware: streams are served by *sockets*, everything else by *pages*."""

    def __init__(self, pages: Application, sockets: Application) -> None:
        self.pages = pages
        self.sockets = sockets

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[Any]:
        path = socket_path(scope["path"])
        if path is None:
            return self.pages(scope, receive, send)
        if scope["method"] != "GET":
            return refuse(send, 405, "method_not_allowed")
        if not has_authorization(scope):
            return refuse(send, 401, "bad_token")
        return Stream(receive, send).serve(self.sockets, scope | {"path": path})


def socket_path(path: str) -> str | None:
    """The socket whose stream is at *path*; None if that is no stream's."""
    found = ((pattern.fullmatch(path), target) for pattern, target in ROUTES)
    return next((match.expand(target) for match, target in found if match), None)


class Stream:
    """The `receive` and `send` of a socket whose client hears lines and says nothing.

    Every KEEP_ALIVE seconds it says a ping in the client's place, with the version that the client
    has: a game's socket sends the whole state to one that has another.
    """

    def __init__(self, receive: Receive, send: Send) -> None:
        self._receive, self._send = receive, send
        self._has_connected = False
        self._has_begun = False  # the answer, that is
        self._has_ended = False
        self._is_over = False  # for the socket
        self._version = 0
        self._patience: asyncio.Timeout | None = None

    async def serve(self, sockets: Application, scope: Scope) -> None:
        scope.setdefault("state", {})[ON_STOP] = self.hang_up
        # Not what the server offers to pages: a socket would take it for its own.
        await sockets(scope | {"type": "websocket", "extensions": {}}, self.receive, self.send)
        await self._end()

    def hang_up(self) -> None:
        """Have the socket end, as if the client had left."""
        self._is_over = True
        if self._patience:
            self._patience.reschedule(0)

    async def receive(self) -> Message:
        if not self._has_connected:
            self._has_connected = True
            return {"type": "websocket.connect"}
        if not self._is_over and await self._is_silent():
            ping = {"type": "ping", "version": self._version}
            return {"type": "websocket.receive", "text": json.dumps(ping)}
        return {"type": "websocket.disconnect", "code": GOING_AWAY}

    async def _is_silent(self) -> bool:
        """Wait until the client leaves, or long enough; whether it is still there then."""
        try:
            async with asyncio.timeout(KEEP_ALIVE) as self._patience:
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
                await self._close(message.get("code", NO_REASON))

    def _line_of(self, frame: str) -> str:
        """The answer to a ping is an empty line: the program has not asked."""
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

    async def _close(self, code: int) -> None:
        self.hang_up()
        if self._has_begun:
            await self._end()
        else:
            self._has_begun = self._has_ended = True
            await refuse(self._send, *REFUSALS.get(code, REFUSALS[NO_REASON]))

    async def _end(self) -> None:
        if self._has_begun and not self._has_ended:
            self._has_ended = True
            await self._send({"type": "http.response.body", "body": b""})


async def refuse(send: Send, status: int, code: str, wait: int = 0) -> None:
    """Answer with a problem (RFC 9457), and the seconds to *wait* before trying again, if any."""
    problem = {"status": status, "title": HTTPStatus(status).phrase, "code": code}
    body = json.dumps(problem | ({"seconds": wait} if wait else {})).encode()
    headers = [
        (b"content-type", b"application/problem+json"),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
    ]
    if wait:
        headers.append((b"retry-after", str(wait).encode()))
    if status == HTTPStatus.UNAUTHORIZED:
        headers.append((b"www-authenticate", b"Bearer"))
    if status == HTTPStatus.METHOD_NOT_ALLOWED:
        headers.append((b"allow", b"GET"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
