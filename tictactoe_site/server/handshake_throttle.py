"""Limits how many WebSocket handshakes are worked on at once; the others wait in line.

After a restart every tab comes back within seconds. If all handshakes were worked on side by side,
each would take so long that the browser or the server gave it up before the first was done, and
then all would come again.
"""

import asyncio
import logging
from typing import Any

from tictactoe_site.server.asgi_types import Application, Message, Receive, Scope, Send, refuse

logger = logging.getLogger(__name__)

AT_ONCE = 16  # the database has one thread here: more of them are not faster
# Seconds until who was not let in is sent away, to come back later. A browser's tab gives up after
# ten; whoever is refused starts anew, behind those who came meanwhile.
PATIENCE = 8.0


class HandshakeThrottle:
    """ASGI middleware: a handshake waits for its turn, and is refused if that is too long."""

    def __init__(
        self, application: Application, *, at_once: int = AT_ONCE, patience: float = PATIENCE
    ) -> None:
        """Take *patience* in seconds."""
        self.application = application
        self.patience = patience
        self.places = asyncio.Semaphore(at_once)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> Any:
        try:
            async with asyncio.timeout(self.patience):
                await self.places.acquire()
        except TimeoutError:
            logger.warning("socket refused: too many come at once", extra={"path": scope["path"]})
            return await refuse(receive, send)
        turn = Turn(self.places, send)
        try:
            return await self.application(scope, receive, turn)
        finally:
            turn.end()


class Turn:
    """An application's `send`, whose first message ends its turn: then the handshake is over."""

    __slots__ = ("places", "send")

    def __init__(self, places: asyncio.Semaphore, send: Send) -> None:
        self.places: asyncio.Semaphore | None = places
        self.send = send

    async def __call__(self, message: Message) -> None:
        await self.send(message)
        self.end()

    def end(self) -> None:
        if self.places:
            self.places.release()
            self.places = None
