"""What one client may make the server read, hold and wait for, whichever server it is."""

import asyncio
import logging
from collections.abc import Callable
from typing import Any

logger = logging.getLogger(__name__)

MAX_MESSAGE = 16 * 1024  # bytes of one message from a client, in however many frames
MAX_INBOX = 64  # messages that a consumer has not taken yet
MAX_UNSENT = 256 * 1024  # bytes that a client has not read yet
MAX_STALL = 10.0  # seconds in which a client reads nothing of what waits for it
MAX_IDLE_FRAMES = 100  # in 2 s: pings, pongs, fragments, and whatever comes after a close
READ_AT_ONCE = 4 * 1024  # bytes of one socket's, so that a flood is served in short turns
MAX_BODY = 1024 * 1024  # bytes of a page request's body
REQUEST_TIMEOUT = 60.0  # seconds until a page that is not ready is given up
BACKLOG = 1024  # connections that the operating system may hold for us

# In the scope's extensions. The first sends a text at once. The second wants a function that is
# offered each text before it is queued, and returns whether it has dealt with it.
SEND_NOW = "tictactoe.send_now"
RECEIVE_NOW = "tictactoe.receive_now"
Take = Callable[[str], bool]
Message = dict[str, Any]  # of ASGI

TOO_BIG = 1009
RESTART = 1012
# What a socket may be closed with; the others are the protocol's own.
CLOSE_CODES = {1000, 1001, 1003, 1008, TOO_BIG, 1011, RESTART, 1013}


class Inbox:
    """Messages on their way to one consumer. Calls *on_room* when it was full and half is taken.

    As much of asyncio.Queue as one reader needs, in a sixth of its memory: most sockets idle.
    """

    def __init__(self, on_room: Callable[[], None]) -> None:
        self.on_room = on_room
        self.was_full = False
        self._messages: list[Message] = []
        self._awaited: asyncio.Future[None] | None = None

    def empty(self) -> bool:
        return not self._messages

    def is_full(self) -> bool:
        self.was_full = len(self._messages) >= MAX_INBOX
        return self.was_full

    def put_nowait(self, message: Message) -> None:
        self._messages.append(message)
        if self._awaited and not self._awaited.done():
            self._awaited.set_result(None)

    async def get(self) -> Message:
        """The next message. Only one caller may wait."""
        while not self._messages:
            self._awaited = asyncio.get_running_loop().create_future()
            await self._awaited
        message = self._messages.pop(0)
        if self.was_full and len(self._messages) <= MAX_INBOX // 2:
            self.was_full = False
            asyncio.get_running_loop().call_soon(self.on_room)
        return message


class Reading:
    """Whether a client reads what waits for it."""

    bytes_read = 0  # as far as the operating system took them
    stopped_at: float | None = None

    def has_stopped(self, bytes_read: int, unsent: int, now: float) -> bool:
        """Whether the client has read nothing for too long, though *unsent* bytes wait for it."""
        moved = bytes_read > self.bytes_read
        self.bytes_read = bytes_read
        if not unsent or moved or self.stopped_at is None:
            self.stopped_at = now if unsent else None
            return False
        return now - self.stopped_at >= MAX_STALL


def known_close_code(code: int) -> int:
    """Return *code* if a socket may be closed with it, else the one for an error of ours."""
    if code in CLOSE_CODES or 3000 <= code <= 4999:
        return code
    logger.error("A consumer closed its socket with the code %s, which has no meaning", code)
    return 1011
