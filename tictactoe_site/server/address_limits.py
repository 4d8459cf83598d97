"""Limits how many sockets one address may open and hold."""

import logging
import time
from collections import Counter, deque
from collections.abc import Callable
from typing import Any

from tictactoe_site.common.addresses import UNKNOWN, address_group
from tictactoe_site.server.asgi_types import Application, Receive, Scope, Send, refuse

logger = logging.getLogger(__name__)

WINDOW = 30.0  # seconds in which handshakes are counted


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
        if not self.may_begin(address) or self.open[address] >= self.sockets:
            logger.info("socket refused: too many of one address", extra={"address": address})
            return await refuse(receive, send)
        self.open[address] += 1
        try:
            return await self.application(scope, receive, send)
        finally:
            self.open[address] -= 1
            if not self.open[address]:
                del self.open[address]

    def may_begin(self, address: str) -> bool:
        """Count one handshake of *address*, and say whether it is within the limit."""
        oldest = self.now() - WINDOW
        if len(self.begun) > 4096:
            self.begun = {key: times for key, times in self.begun.items() if times[-1] > oldest}
        times = self.begun.setdefault(address, deque(maxlen=self.handshakes + 1))
        times.append(self.now())
        return len(times) <= self.handshakes or times[0] <= oldest
