"""Lets browser sockets in from the site's own pages only."""

import logging
from collections.abc import Awaitable, Iterable
from typing import Any

from asgiref.sync import markcoroutinefunction

from tictactoe_site.server.asgi_types import Application, Receive, Scope, Send, header, refuse
from tictactoe_site.server.user_auth import has_authorization

logger = logging.getLogger(__name__)


class ExactOrigins:
    """ASGI middleware: a socket's Origin must be one of *allowed*, to the scheme and the port.

    A socket without an Origin is no browser's and is refused too: a session cookie is all that
    would speak for it. One that has an Authorization header may come from anywhere: no browser
    sends one with a socket, and no cookie is read beside it (see user_auth).
    """

    def __init__(self, application: Application, allowed: Iterable[str]) -> None:
        self.application = application
        self.allowed = {origin.encode("ascii") for origin in allowed}

    @markcoroutinefunction  # servers take an unmarked callable for an ASGI 2 application
    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[Any]:
        origins = header(scope, b"origin")
        if has_authorization(scope):
            return self.application(scope, receive, send)
        if len(origins) == 1 and origins[0].lower() in self.allowed:
            return self.application(scope, receive, send)
        logger.info("socket refused: of another origin", extra={"origins": origins})
        return refuse(receive, send)
