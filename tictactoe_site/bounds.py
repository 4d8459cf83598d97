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

TOO_BIG = 1009
RESTART = 1012
# What a socket may be closed with; the others are the protocol's own.
CLOSE_CODES = {1000, 1001, 1003, 1008, TOO_BIG, 1011, RESTART, 1013}


class Inbox(asyncio.Queue[dict[str, Any]]):
    """Messages on their way to a consumer. Calls *on_room* when it was full and half is taken."""

    def __init__(self, on_room: Callable[[], None]) -> None:
        super().__init__()
        self.on_room = on_room
        self.was_full = False

    def is_full(self) -> bool:
        self.was_full = self.qsize() >= MAX_INBOX
        return self.was_full

    def _get(self) -> dict[str, Any]:
        message: dict[str, Any] = super()._get()
        if self.was_full and self.qsize() <= MAX_INBOX // 2:
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
