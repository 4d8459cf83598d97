"""Finds the user of a socket by the session's cookie, or by a program's token."""

import logging
import math
from typing import Any

from django.conf import settings
from django.http import parse_cookie

from accounts.models import Token
from accounts.programs.tokens import bearer
from accounts.signin.sessions import user_of
from games.live.limits import BAD_TOKENS
from games.live.storage import database
from games.protocol.messages import CloseCode
from tictactoe_site.common.addresses import UNKNOWN, address_group
from tictactoe_site.middleware import AWAY
from tictactoe_site.server.asgi_types import Application, Receive, Scope, Send, header, refuse

logger = logging.getLogger(__name__)

TRY_AGAIN_LATER = 1013
FOR_NOBODY = "/public/"  # the end of the path of a socket that is the same for everybody
SCHEME = "bearer"
# A token has 50 characters; what is much longer need not be hashed and looked up.
MAX_HEADER_LENGTH = 200


class UserAuth:
    """ASGI middleware: the scope gets the `user` of a socket, and what it has shown for that.

    That is the `session_key` of a cookie ("" if there is none), or a `token` (else None). With an
    Authorization header no cookie is read, and without a token in it that may be used the socket
    is shut. The user is None for a visitor without a session; at a socket of a frame on another
    site's page it is None for everybody, whatever they show. A socket whose session cannot be read
    is refused, without a traceback.
    """

    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> Any:
        try:
            if scope["path"].endswith(FOR_NOBODY):
                scope.update(token=None, user=None, session_key="")
            elif has_authorization(scope):
                token = await find_token(scope)
                if token is None:
                    return await refuse_token(scope, receive, send)
                scope.update(token=token, user=token.account, session_key="")
            else:
                key = session_key(scope)
                user = await database.run(user_of, key) if key else None
                scope.update(token=None, user=user, session_key=key)
            return await self.application(scope, receive, send)
        except AWAY as error:
            logger.error("A part is away: %s: %s", type(error).__name__, error)
            await send({"type": "websocket.close", "code": TRY_AGAIN_LATER})


def has_authorization(scope: Scope) -> bool:
    """Return whether there is an Authorization header, which no browser's script can send."""
    return bool(header(scope, b"authorization"))


async def refuse_token(scope: Scope, receive: Receive, send: Send) -> None:
    """Shut a socket without a valid token; refuse the next ones of an address that has many."""
    logger.info("socket refused: not a token")
    wait = BAD_TOKENS.take(address_group((scope.get("client") or (UNKNOWN,))[0]))
    if wait:
        await refuse(receive, send, limit=(BAD_TOKENS.name, math.ceil(wait)))
    else:
        await refuse(receive, send, CloseCode.SIGN_IN)


async def find_token(scope: Scope) -> Token | None:
    """Return the token of the one Authorization header, if it is one that may be used now."""
    values = header(scope, b"authorization")
    # Of two headers, a proxy in front might go by the other one.
    if len(values) != 1 or len(values[0]) > MAX_HEADER_LENGTH:
        return None
    scheme, _, text = values[0].decode("latin-1").partition(" ")
    return await database.run(bearer, text.strip()) if scheme.lower() == SCHEME else None


def session_key(scope: Scope) -> str:
    """Return the session's cookie; "" if there is none."""
    for cookies in header(scope, b"cookie"):
        return str(parse_cookie(cookies.decode("latin-1")).get(settings.SESSION_COOKIE_NAME, ""))
    return ""
