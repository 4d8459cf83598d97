"""The words of ASGI: its types, and the few things every middleware does with them."""

from collections.abc import Awaitable, Callable
from typing import Any

Scope = dict[str, Any]
Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[Any]]

# In the scope's state: what ends a stream when the server stops. It stands here, because the
# server's protocols are loaded without the site.
ON_STOP = "tictactoe.on_stop"
# In the scope's state: what writes a part of an answer that has begun. If too much of it is unread,
# the connection ends. Our own server has it for answers whose length is not told.
WRITE_NOW = "tictactoe.write_now"
# In the scope's state: whether the process has no room for another socket.
IS_FULL = "tictactoe.is_full"
# In the message that closes a socket: the name of the limit that is exceeded, and the seconds to
# wait. Servers ignore it; a stream tells its client.
LIMIT = "tictactoe.limit"


def header(scope: Scope, name: bytes) -> list[bytes]:
    """Return all values of the header *name* (in lower case)."""
    return [value for key, value in scope["headers"] if key == name]


async def refuse(
    receive: Receive,
    send: Send,
    code: int | None = None,
    *,
    limit: tuple[str, int] | None = None,
) -> None:
    """Refuse a socket: the handshake itself, or with *code* after it, so that a script sees why.

    *limit* is the name of the limit that it is beyond, and the seconds to wait.
    """
    await receive()  # websocket.connect
    if code is None:
        await send({"type": "websocket.close"} | ({LIMIT: limit} if limit else {}))
        return
    await send({"type": "websocket.accept"})
    await send({"type": "websocket.close", "code": code})
