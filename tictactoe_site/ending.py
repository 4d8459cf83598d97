"""How every server ends: in order and soon, whatever hangs."""

import asyncio
import logging
import os
import signal
import threading
from collections.abc import Awaitable, Callable
from typing import Any

from tictactoe_site import health

logger = logging.getLogger(__name__)

SIGNALS = (signal.SIGTERM, signal.SIGINT)
CLOSING_TIMEOUT = 6.0  # seconds for the sockets to close and the pages to finish
LATE_TIMEOUT = 1.0  # seconds for the pages that were asked for meanwhile
STOPPING_TIMEOUT = 9.5  # seconds after which the process ends whatever still runs


class OrderlyEnd:
    """A server that finishes what it has begun; the methods at its end say how that is done."""

    is_draining = False
    at_end: Callable[[], Awaitable[None]] | None = None  # once nobody is served any more

    def begin_to_stop(self) -> None:
        if self.is_draining:  # asked twice: at once
            self.stop()
            return
        logger.info("Stopping")
        self.is_draining = True
        health.drain()
        last_resort = threading.Timer(STOPPING_TIMEOUT, os._exit, args=(0,))
        last_resort.daemon = True
        last_resort.start()
        self.draining = asyncio.ensure_future(self.drain())

    async def drain(self) -> None:
        """Close the sockets, wait for whatever still runs, and stop."""
        self.send_away()
        await self.finish(CLOSING_TIMEOUT)
        await self.stop_listening()
        await self.finish(LATE_TIMEOUT)
        if hanging := self.running():
            logger.warning("%s connections did not finish", len(hanging))
            self.give_up()
            for task in hanging:
                task.cancel()
            await asyncio.wait(hanging, timeout=1)
        if self.at_end:
            await self.at_end()
        self.stop()

    async def finish(self, seconds: float) -> None:
        """Wait until all that runs now is done, at most so many *seconds*."""
        if running := self.running():
            await asyncio.wait(running, timeout=seconds)

    def send_away(self) -> None:
        """Begin to close all sockets; from now on new ones are refused."""
        raise NotImplementedError

    def running(self) -> "list[asyncio.Future[Any]]":
        """What the open sockets and the unfinished pages wait for."""
        raise NotImplementedError

    async def stop_listening(self) -> None:
        raise NotImplementedError

    def give_up(self) -> None:
        """Say so, where that is possible, to those whose pages do not become ready."""

    def stop(self) -> None:
        """End the event loop at once."""
        raise NotImplementedError
