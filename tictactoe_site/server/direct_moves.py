"""A program's move by request goes to the stream or socket that the program has open.

Like a stream it needs none of the API's places and no thread. As elsewhere in the API, its body is
limited, and a program that is refused for asking too often waits for a second.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable
from http import HTTPStatus
from typing import Any

from games.programs.api import moves
from tictactoe_site.common.uids import UID_PATTERN
from tictactoe_site.server.asgi_types import Application, Receive, Scope, Send, header
from tictactoe_site.server.pages import WholeBodies, answer, replay
from tictactoe_site.server.programs import (
    MAX_BODY_BYTES,
    PREFIX,
    REST,
    bearer_token,
    refuse,
)

PATH = re.compile(rf"{PREFIX}games/({UID_PATTERN})/moves")
JSON = "application/json"


class DirectMoves:
    """ASGI middleware: makes the moves of programs that listen to their game.

    What is no plain move of such a program goes to *others*, which answer it the same.
    """

    def __init__(self, others: Application) -> None:
        self.others = others
        self.move = WholeBodies(self._move, most=MAX_BODY_BYTES, refuse=refuse)

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[Any]:
        return (self.move if _is_direct(scope) else self.others)(scope, receive, send)

    async def _move(self, scope: Scope, receive: Receive, send: Send) -> None:
        body = (await receive())["body"]
        response = await moves.play(token=bearer_token(scope), uid=_uid(scope), body=body)
        if response is None:
            await self.others(scope, replay(body, receive), send)
            return
        if response.status_code == HTTPStatus.TOO_MANY_REQUESTS:
            # Late: whoever does not heed it would ask again at once, on another connection.
            await asyncio.sleep(REST)
        await answer(send, response)


def _is_direct(scope: Scope) -> bool:
    uid = _uid(scope)
    if scope["method"] != "POST" or not uid or not _is_json(scope):
        return False
    return moves.is_listening(token=bearer_token(scope), uid=uid)


def _uid(scope: Scope) -> str:
    found = PATH.fullmatch(scope["path"])
    return found[1] if found else ""


def _is_json(scope: Scope) -> bool:
    kind, _, _ = b",".join(header(scope, b"content-type")).decode("latin-1").partition(";")
    return kind.strip().lower() == JSON
