"""Finds the user of a socket by the session cookie."""

import logging
from typing import Any

from django.conf import settings
from django.http import parse_cookie

from accounts.signin.sessions import user_of
from games.live import database
from tictactoe_site.faults import AWAY
from tictactoe_site.server.asgi_types import Application, Receive, Scope, Send, header

logger = logging.getLogger(__name__)

TRY_AGAIN_LATER = 1013


class SessionAuth:
    """ASGI middleware: the scope gets the `session_key` that came, and the `user` it stands for.

    The user is None for a visitor without a session. A socket whose session cannot be read is
    refused, without a traceback.
    """

    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> Any:
        key = session_key(scope)
        try:
            scope["session_key"] = key
            scope["user"] = await database.run(user_of, key) if key else None
            return await self.application(scope, receive, send)
        except AWAY as error:
            logger.error("A part is away: %s: %s", type(error).__name__, error)
            await send({"type": "websocket.close", "code": TRY_AGAIN_LATER})


def session_key(scope: Scope) -> str:
    """The session's cookie; "" if there is none."""
    for cookies in header(scope, b"cookie"):
        return str(parse_cookie(cookies.decode("latin-1")).get(settings.SESSION_COOKIE_NAME, ""))
    return ""
