"""Lets browser sockets in from the site's own pages only."""

import logging
from collections.abc import Iterable
from typing import Any

from tictactoe_site.asgi_types import Application, Receive, Scope, Send, header, refuse

logger = logging.getLogger(__name__)


class ExactOrigins:
    """ASGI middleware: a socket's Origin must be one of *allowed*, to the scheme and the port.

    A socket without an Origin is no browser's and is refused too: a session cookie is all that
    would speak for it.
    """

    def __init__(self, application: Application, allowed: Iterable[str]) -> None:
        self.application = application
        self.allowed = {origin.encode("ascii") for origin in allowed}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> Any:
        origins = header(scope, b"origin")
        if len(origins) == 1 and origins[0].lower() in self.allowed:
            return await self.application(scope, receive, send)
        logger.info("socket refused: of another origin", extra={"origins": origins})
        return await refuse(receive, send)
