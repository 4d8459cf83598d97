"""Limits how many sockets one address may open and hold."""

import logging
import math
import time
from collections import Counter, deque
from collections.abc import Callable
from typing import Any

from games.programs.api.limits import SECONDS_OF_A_DEAD_STREAM, SECONDS_OF_HANDSHAKES
from tictactoe_site.common.addresses import UNKNOWN, address_group
from tictactoe_site.server.asgi_types import Application, Receive, Scope, Send, refuse

logger = logging.getLogger(__name__)

WINDOW = float(SECONDS_OF_HANDSHAKES)  # in which handshakes are counted


class AddressLimits:
    """ASGI middleware: refuses a handshake of an address that has too many sockets.

    An address may hold *sockets* at once and begin *handshakes* within 30 s. One IPv6 network
    of 64 bits, which is what one customer gets, counts as one address.
    """

    def __init__(
        self,
        application: Application,
        *,
        sockets: int,
        handshakes: int,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.application = application
        self.sockets = sockets
        self.handshakes = handshakes
        self.now = now
        self.open: Counter[str] = Counter()
        self.begun: dict[str, deque[float]] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> Any:
        address = address_group((scope.get("client") or (UNKNOWN,))[0])
        if wait := self.begin(address):
            limit = ("connections-of-address", wait)
        elif self.open[address] >= self.sockets:
            limit = ("streams-of-address", SECONDS_OF_A_DEAD_STREAM)
        else:
            return await self.serve(address, scope, receive, send)
        logger.info("socket refused: too many of one address", extra={"address": address})
        return await refuse(receive, send, limit=limit)

    async def serve(self, address: str, scope: Scope, receive: Receive, send: Send) -> Any:
        self.open[address] += 1
        try:
            return await self.application(scope, receive, send)
        finally:
            self.open[address] -= 1
            if not self.open[address]:
                del self.open[address]

    def begin(self, address: str) -> int:
        """Count one handshake of *address*; the seconds to wait if it is beyond the limit, or 0."""
        now = self.now()
        # Once in a while, so that a handshake does not pay for all addresses there have been.
        if len(self.begun) > 4096:
            oldest = now - WINDOW
            self.begun = {key: times for key, times in self.begun.items() if times[-1] > oldest}
        # One more than are allowed: if the oldest of so many is recent, this one is too many.
        times = self.begun.setdefault(address, deque(maxlen=self.handshakes + 1))
        times.append(now)
        if len(times) <= self.handshakes or times[0] <= now - WINDOW:
            return 0
        return math.ceil(times[1] + WINDOW - now)  # by then this one will count, too
