"""Limits how many sockets one address may open and hold."""

import logging
import math
from typing import Any

from games.programs.api.limits import SECONDS_OF_A_DEAD_STREAM, SECONDS_OF_HANDSHAKES
from tictactoe_site.common.addresses import UNKNOWN, address_group
from tictactoe_site.common.limits.at_once import Cap
from tictactoe_site.common.limits.in_memory import TokenBuckets
from tictactoe_site.server.asgi_types import Application, Receive, Scope, Send, refuse

logger = logging.getLogger(__name__)


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
