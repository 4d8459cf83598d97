"""How programs are served: beside people's pages, and without taking their places.

ASGI middleware, so that it holds under every server.
"""

import asyncio
import math
from collections.abc import Awaitable
from typing import Any

from django.http import HttpResponse

from accounts.programs.token_text import is_token
from games.live.limits import BAD_TOKENS, REQUESTS
from games.programs.api.auth import seconds_owed
from games.programs.api.problems import by_status, too_many
from tictactoe_site.common.addresses import UNKNOWN, address_group
from tictactoe_site.server.asgi_types import Application, Message, Receive, Scope, Send, header
from tictactoe_site.server.pages import PagePlaces, WholeBodies, answer, answer_last

PREFIX = "/api/v1/"
PLACES = 8  # beside those of pages
MAX_BODY_BYTES = 64 * 1024  # bytes: the lab's answers come many at a time
TOO_MANY = 429
REST = 1.0  # seconds for a connection of a program that was told to wait
SCHEME = "bearer"
READS = {"GET", "HEAD", "OPTIONS"}


class ForPrograms:
    """ASGI middleware: the API is served by *api* as programs are, everything else by *others*."""

    def __init__(self, others: Application, api: Application) -> None:
        self.others, self.api = others, SlowAfter429(api)

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[Any]:
        application = self.api if scope["path"].startswith(PREFIX) else self.others
        return application(scope, receive, send)


def in_places(application: Application) -> Application:
    """Return *application* with the limits of a page, its own number of places, and problems."""
    places = PagePlaces(application, at_once=PLACES, refuse=refuse)
    return DelayRefused(WholeBodies(places, most=MAX_BODY_BYTES, refuse=refuse))


class DelayRefused:
    """ASGI middleware: programs that have asked too often wait for a second, however they come.

    If it is still too early then, they are refused, without a place and without a query. Whoever
    wants something done without a token is refused likewise, at once.
    """

    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        given = authorization(scope)
        if scope["method"] not in READS and not is_token(bearer_token(scope)):
            await answer(send, refuse_anonymous(scope))
            return
        if seconds_owed(given):
            await asyncio.sleep(REST)
            if wait := seconds_owed(given):
                await answer(send, too_many(REQUESTS.name, wait))
                return
        await self.application(scope, receive, send)


class SlowAfter429:
    """ASGI middleware: a connection rests for a second after an answer that tells it to wait.

    Whoever heeds it notices nothing: the answer is whole at once, and says how long to wait. It
    only ends later, so that whoever does not heed it takes hardly any time from others.
    """

    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_refused = False

        async def send_but_for_the_end(message: Message) -> None:
            nonlocal is_refused
            if message["type"] == "http.response.start":
                is_refused = message["status"] == TOO_MANY
            await send(message | {"more_body": True} if is_refused else message)

        await self.application(scope, receive, send_but_for_the_end)
        if is_refused:
            await asyncio.sleep(REST)
            await send({"type": "http.response.body", "body": b""})


def authorization(scope: Scope) -> str:
    """Return what stands in the header Authorization."""
    # Every byte is a letter in latin-1, so no header can fail to be read.
    return b" ".join(header(scope, b"authorization")).decode("latin-1")


def bearer_token(scope: Scope) -> str:
    """Return what the header Authorization gives as a token, valid or not; "" if nothing."""
    scheme, _, text = authorization(scope).partition(" ")
    return text.strip() if scheme.lower() == SCHEME else ""


def refuse_anonymous(scope: Scope) -> HttpResponse:
    """Return the problem: no token, or too many of such requests from the address."""
    wait = BAD_TOKENS.take(address_group((scope.get("client") or (UNKNOWN,))[0]))
    return too_many(BAD_TOKENS.name, math.ceil(wait)) if wait else by_status(401)


async def refuse(scope: Scope, send: Send, status: int) -> None:
    """Refuse with the problem of *status*, and have the connection closed."""
    await answer_last(send, by_status(status))
