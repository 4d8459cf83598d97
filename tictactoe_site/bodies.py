"""How long a page request may be."""

from typing import Any

from tictactoe_site.asgi_types import Application, Message, Receive, Scope, Send, header
from tictactoe_site.bounds import MAX_BODY


class TooLong(Exception):
    """More came than a request may carry."""


class BoundedBodies:
    """ASGI middleware: answers 413 to requests with too long a body, announced or not."""

    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> Any:
        if scope["type"] != "http":
            return await self.application(scope, receive, send)
        if announced_length(scope) > MAX_BODY:
            return await refuse(send)
        received = 0

        async def receive_some() -> Message:
            nonlocal received
            message = await receive()
            received += len(message.get("body", b""))
            if received > MAX_BODY:
                raise TooLong
            return message

        try:
            return await self.application(scope, receive_some, send)
        except TooLong:
            return await refuse(send)


def announced_length(scope: Scope) -> int:
    return max((int(value) for value in header(scope, b"content-length")), default=0)


async def refuse(send: Send) -> None:
    headers = [(b"content-length", b"0"), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": 413, "headers": headers})
    await send({"type": "http.response.body", "body": b""})
