"""A proxy before a server on this machine, which passes on each piece of data after a delay."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from deploy.cluster.parts import Redis
from tests.relay import Relay, carry


class SlowProxy:
    """Lives as long as the block. What is sent through one connection stays in order."""

    def __init__(self, port: int, *, delay: Callable[[], float]) -> None:
        """*delay* returns the seconds after which what was just sent is passed on."""
        self._delay = delay
        self._relay = Relay(lambda: port, self._pass_on, carry)

    async def __aenter__(self) -> SlowProxy:
        self.port = await self._relay.open()
        return self

    async def __aexit__(self, *error: object) -> None:
        await self._relay.close()

    def url_of(self, redis: Redis) -> str:
        """The URL by which *redis* is reached through this proxy."""
        return redis.url.replace(f":{redis.port}/", f":{self.port}/")

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while piece := await reader.read(65_536):
            await asyncio.sleep(self._delay())
            writer.write(piece)
            await writer.drain()
