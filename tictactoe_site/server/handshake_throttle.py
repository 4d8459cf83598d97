"""Limits WebSocket handshakes: those of one address, and those worked on at once; others wait.

After a restart every tab comes back within seconds. If all handshakes were worked on side by side,
each would take so long that the browser or the server gave it up before the first was done, and
then all would come again.
"""

import asyncio
import logging
import math
from typing import Any

from games.programs.api.published_limits import SECONDS_OF_A_DEAD_STREAM, SECONDS_OF_HANDSHAKES
from tictactoe_site.common.addresses import UNKNOWN, address_group
from tictactoe_site.common.limiters.at_once import Cap
from tictactoe_site.common.limiters.in_memory import TokenBuckets
from tictactoe_site.server.asgi_types import Application, Message, Receive, Scope, Send, refuse

logger = logging.getLogger(__name__)

AT_ONCE = 16  # the database has one thread here: more of them are not faster
# Seconds until a socket that was not let in is sent away, to come back later. A browser's tab gives
# up after 20; whoever is refused starts anew, behind those who came meanwhile.
PATIENCE = 8.0


class AddressLimits:
    """ASGI middleware: refuses a handshake of an address that has too many sockets.

    An address may hold *sockets* at once and begin *handshakes*, which are there again after 30 s.
    One IPv6 network of 64 bits, which is what one customer gets, counts as one address.
    """

    def __init__(self, application: Application, *, sockets: int, handshakes: int) -> None:
        self.application = application
        self.sockets = sockets
        self.open = Cap()
        self.begun = TokenBuckets(at_once=handshakes, seconds=SECONDS_OF_HANDSHAKES / handshakes)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> Any:
        address = address_group((scope.get("client") or (UNKNOWN,))[0])
        if wait := self.begun.take(address):
            limit = ("connections-of-address", math.ceil(wait))
        elif not self.open.take(address, most=self.sockets):
            limit = ("streams-of-address", SECONDS_OF_A_DEAD_STREAM)
        else:
            return await self.serve(address, scope, receive, send)
        logger.info("socket refused: too many of one address", extra={"address": address})
        return await refuse(receive, send, limit=limit)

    async def serve(self, address: str, scope: Scope, receive: Receive, send: Send) -> Any:
        """Serve a socket of *address*, which holds a place until its end."""
        try:
            return await self.application(scope, receive, send)
        finally:
            self.open.give_back(address)


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
