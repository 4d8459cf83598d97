"""`/socket.io/`: the way in for workshops' clients, which speak Engine.IO over polls and sockets.

It stands before Django and holds none of the pages' places or threads. Clients may be pages of any
origin: it reads no cookie and sets none, and without a workshop's code nothing can be done.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable
from typing import Any
from urllib.parse import parse_qs

from asgiref.sync import markcoroutinefunction

from games.core.errors import GameError
from games.programs.workshops.gateway.client import Enter, GatewayClient
from games.programs.workshops.gateway.packets import (
    BadPacket,
    Packet,
    PacketKind,
    Revision,
    parse_packet,
    parse_payload,
    write_payload,
)
from games.programs.workshops.gateway.session import MAX_BODY_BYTES, Session, Sessions, TwoPolls
from tictactoe_site.common.addresses import UNKNOWN, address_group
from tictactoe_site.server.asgi_types import ON_STOP, Application, Receive, Scope, Send, header
from tictactoe_site.server.pages import BODY_TIMEOUT, BodyTooLong, read_body
from tictactoe_site.server.text_socket import TextSocket

PATH = "/socket.io/"
TEXT = b"text/plain; charset=UTF-8"
PROBE = "probe"
PATIENCE = 20.0  # seconds that a client has to agree to a socket
# What Engine.IO answers where it refuses.
UNKNOWN_TRANSPORT = (400, 0, "Transport unknown")
UNKNOWN_SESSION = (400, 1, "Session ID unknown")
BAD_METHOD = (400, 2, "Bad handshake method")
BAD_REQUEST = (400, 3, "Bad request")
BAD_REVISION = (400, 5, "Unsupported protocol version")
TOO_LONG = (413, 3, "Bad request")
TOO_SLOW = (408, 3, "Bad request")
TOO_MANY = (429, 4, "Forbidden")
HEADERS = [
    (b"cache-control", b"no-store"),
    (b"x-content-type-options", b"nosniff"),
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
]
PREFLIGHT = [
    (b"access-control-allow-methods", b"GET, POST"),
    (b"access-control-allow-headers", b"content-type"),
    (b"access-control-max-age", b"600"),
]


class BadSocketIORequest(Exception):
    """A request that Engine.IO does not know what to do with."""

    def __init__(self, status: int, code: int, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.body = json.dumps({"code": code, "message": message}).encode()


class BesideSocketIO:
    """ASGI middleware: `/socket.io/` goes to *gateway*, everything else to *application*."""

    def __init__(self, gateway: Gateway, application: Application) -> None:
        self.gateway = gateway
        self.application = application

    @markcoroutinefunction  # servers take an unmarked callable for an ASGI 2 application
    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[Any]:
        serve = self.gateway if scope["path"] == PATH else self.application
        return serve(scope, receive, send)


class Gateway:
    """The ASGI application at `/socket.io/`, for requests and for sockets."""

    def __init__(self, enter: Enter, *, clients_per_address: int) -> None:
        """Take *enter*, which lets a client into a workshop."""
        self.sessions = Sessions(per_address=clients_per_address)
        self._enter = enter

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        asked = query_of(scope)
        if scope["type"] == "websocket":
            await self._serve_socket(asked, scope, receive, send)
            return
        try:
            await self._serve_request(asked, scope, receive, send)
        except BadSocketIORequest as refused:
            await answer(scope, send, refused.body, refused.status, b"application/json")
        except GameError:
            await answer(scope, send, BadSocketIORequest(*TOO_MANY).body, 429, b"application/json")

    def begin(self, asked: dict[str, str], scope: Scope) -> Session:
        """Return a new session. Raises BadSocketIORequest, GameError."""
        revision = {"3": Revision.THREE, "4": Revision.FOUR}.get(asked.get("EIO", ""))
        if revision is None:
            raise BadSocketIORequest(*BAD_REVISION)
        return self.sessions.make(revision, address_group((scope.get("client") or (UNKNOWN,))[0]))

    def find(self, asked: dict[str, str]) -> Session:
        """Return the session that is named. Raises BadSocketIORequest."""
        session = self.sessions.find(asked["sid"])
        if session is None:
            raise BadSocketIORequest(*UNKNOWN_SESSION)
        return session

    # Polls.

    async def _serve_request(
        self, asked: dict[str, str], scope: Scope, receive: Receive, send: Send
    ) -> None:
        if scope["method"] == "OPTIONS":
            await answer(scope, send, b"", 204, TEXT, PREFLIGHT)
            return
        if asked.get("transport") != "polling" or "j" in asked:  # no JSONP
            raise BadSocketIORequest(*UNKNOWN_TRANSPORT)
        if scope["method"] == "POST" and "sid" in asked:
            await self._take(self.find(asked), scope, receive)
            await answer(scope, send, b"ok")
        elif scope["method"] == "GET":
            session = self.find(asked) if "sid" in asked else self.begin(asked, scope)
            if session.listener is None:
                session.open(GatewayClient(session, self._enter))
            await self._poll(session, scope, receive, send)
        else:
            raise BadSocketIORequest(*BAD_METHOD)

    async def _take(self, session: Session, scope: Scope, receive: Receive) -> None:
        """Hand the request's body to *session*, which ends if it is a bad one."""
        try:
            async with asyncio.timeout(BODY_TIMEOUT):
                body = await read_body(scope, receive, most=MAX_BODY_BYTES)
            packets = parse_payload((body or b"").decode(), session.revision)
            for packet in packets:
                session.receive(packet)
        except BodyTooLong:
            session.close()
            raise BadSocketIORequest(*TOO_LONG) from None
        except TimeoutError:
            session.close()
            raise BadSocketIORequest(*TOO_SLOW) from None
        except (BadPacket, UnicodeDecodeError):
            session.close()
            raise BadSocketIORequest(*BAD_REQUEST) from None

    async def _poll(self, session: Session, scope: Scope, receive: Receive, send: Send) -> None:
        if not session.is_polling:
            raise BadSocketIORequest(*BAD_REQUEST)
        # A poll may be held for many seconds, and a server that stops has to end it at once.
        scope.setdefault("state", {})[ON_STOP] = session.release_poll
        try:
            packets = await unless_gone(session.poll(), receive)
        except TwoPolls:
            raise BadSocketIORequest(*BAD_REQUEST) from None
        except asyncio.CancelledError:  # as some servers say the same
            session.close()
            raise
        if packets is None:  # whoever leaves a poll has lost the connection, or left the page
            session.close()
        else:
            await answer(scope, send, write_payload(packets, session.revision).encode())

    # Sockets.

    async def _serve_socket(
        self, asked: dict[str, str], scope: Scope, receive: Receive, send: Send
    ) -> None:
        await receive()  # websocket.connect
        try:
            if asked.get("transport") != "websocket":
                raise BadSocketIORequest(*UNKNOWN_TRANSPORT)
            session = self.find(asked) if "sid" in asked else self.begin(asked, scope)
            if session.listener and (session.is_probed or not session.is_polling):
                raise BadSocketIORequest(*BAD_REQUEST)
        except (BadSocketIORequest, GameError):
            await send({"type": "websocket.close"})
            return
        await send({"type": "websocket.accept"})
        socket = TextSocket(scope, receive, send, largest=MAX_BODY_BYTES)
        try:
            await self._use(socket, session)
        finally:
            socket.end()

    async def _use(self, socket: TextSocket, session: Session) -> None:
        """Let *session* go over *socket* from now on, until one of them ends."""
        if session.listener is None:
            session.upgrade(socket.write, socket.hang_up)
            session.open(GatewayClient(session, self._enter))
        elif not await upgrade(session, socket):
            return
        while (text := await socket.read()) is not None:
            try:
                session.receive(parse_packet(text))
            except BadPacket:
                break
        session.close()


async def upgrade(session: Session, socket: TextSocket) -> bool:
    """Move *session* from its polls to *socket*, if both sides agree in time; return whether.

    A session tries one socket at a time, so that each counts as the client it belongs to.
    """
    session.is_probed = True
    try:
        async with asyncio.timeout(PATIENCE):
            is_agreed = await _agree(session, socket)
    except TimeoutError:
        is_agreed = False
    finally:
        session.is_probed = session.is_upgrading = False
    if is_agreed and not session.is_closed:
        session.upgrade(socket.write, socket.hang_up)
        return True
    socket.hang_up()
    return False


async def _agree(session: Session, socket: TextSocket) -> bool:
    if await socket.read() != PacketKind.PING.value + PROBE:
        return False
    socket.write(PacketKind.PONG.value + PROBE)
    session.is_upgrading = True  # the poll that is held ends, and no other is held
    session.release_poll()
    return await socket.read() == PacketKind.UPGRADE.value


async def unless_gone(work: Awaitable[list[Packet]], receive: Receive) -> list[Packet] | None:
    """Return what *work* returns; None if the client leaves before."""
    doing = asyncio.ensure_future(work)
    leaving = asyncio.ensure_future(until_gone(receive))
    try:
        await asyncio.wait({doing, leaving}, return_when=asyncio.FIRST_COMPLETED)
        return doing.result() if doing.done() else None
    finally:
        doing.cancel()
        leaving.cancel()


async def until_gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        continue


def query_of(scope: Scope) -> dict[str, str]:
    """Return the first value of each parameter; no parameters if there are too many."""
    try:
        found = parse_qs(scope["query_string"].decode("latin-1"), max_num_fields=20)
    except ValueError:
        return {}
    return {name: values[0] for name, values in found.items()}


async def answer(
    scope: Scope,
    send: Send,
    body: bytes,
    status: int = 200,
    content_type: bytes = TEXT,
    more: list[tuple[bytes, bytes]] | None = None,
) -> None:
    """Answer with *body*, which a page of any origin may read."""
    headers = [
        *HEADERS,
        (b"content-type", content_type),
        (b"content-length", str(len(body)).encode()),
        (b"vary", b"Origin"),
        *(more or []),
    ]
    # Clients ask "with credentials", for which "*" would not do; none are ever looked at.
    for origin in header(scope, b"origin")[:1]:
        headers.append((b"access-control-allow-origin", origin))
        headers.append((b"access-control-allow-credentials", b"true"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
