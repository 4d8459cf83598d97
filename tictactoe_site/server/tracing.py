"""Gives every request and socket its id, and writes a line for every page."""

import logging
import re
import secrets
import time
from typing import Any

from tictactoe_site.common import trace
from tictactoe_site.common.addresses import is_request_id
from tictactoe_site.common.uids import UID_PATTERN
from tictactoe_site.logs import public_path
from tictactoe_site.server.asgi_types import Application, Message, Receive, Scope, Send, header

logger = logging.getLogger("tictactoe_site.access")

REQUEST_ID = b"x-request-id"
GAME = re.compile(rf"/(?:ws/|api/v1/)?games/({UID_PATTERN})/")
ASKED_BY_SUPERVISORS = {"/healthz", "/readyz"}


class TraceMiddleware:
    """ASGI middleware: begins a trace, under the id that a trusted proxy gave, or a new one.

    The id is the request's `X-Request-ID`, and a page's answer has it, too. What a socket says
    is not looked at here: it costs its messages nothing.
    """

    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> Any:
        id = _given_id(scope) or secrets.token_hex(16)
        trace.begin(id, game=_game(scope))
        scope = _with_id(scope, id)
        if scope["type"] == "websocket":
            return await self.application(scope, receive, send)
        return await self._serve(scope, receive, send, id)

    async def _serve(self, scope: Scope, receive: Receive, send: Send, id: str) -> None:
        began = time.perf_counter()
        status = 0  # stays so if the client has gone before there was an answer

        async def send_with_id(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message = message | {"headers": [*message["headers"], (REQUEST_ID, id.encode())]}
            await send(message)

        try:
            await self.application(scope, receive, send_with_id)
        finally:
            _tell(scope, status, time.perf_counter() - began)


def _given_id(scope: Scope) -> str:
    """Return the id that came with the request; `TrustedProxies` has left it only where a trusted
    proxy sent it.
    """
    given = b"".join(header(scope, REQUEST_ID)).decode("latin-1")
    return given if is_request_id(given) else ""


def _with_id(scope: Scope, id: str) -> Scope:
    headers = [pair for pair in scope["headers"] if pair[0] != REQUEST_ID]
    return scope | {"headers": [*headers, (REQUEST_ID, id.encode())]}


def _game(scope: Scope) -> str:
    """Return the uid of the game that the request is about; "" if it is about none."""
    found = GAME.match(scope["path"])
    return found[1] if found else ""


def _tell(scope: Scope, status: int, seconds: float) -> None:
    level = logging.DEBUG if scope["path"] in ASKED_BY_SUPERVISORS else logging.INFO
    told = {
        "method": scope["method"],
        "path": public_path(scope["path"]),
        "status": status,
        "ms": round(seconds * 1e3, 1),
    }
    logger.log(level, "page", extra=told)
