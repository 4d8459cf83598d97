"""A proxy before a server on this machine, which passes on each piece of data after a delay."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import closing, suppress

from deploy.cluster.parts import Redis


class SlowProxy:
    """Lives as long as the block. What is sent through one connection stays in order."""

    def __init__(self, port: int, *, delay: Callable[[], float]) -> None:
        """*delay* returns the seconds after which what was just sent is passed on."""
        self._behind, self._delay = port, delay
        self._tasks: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> SlowProxy:
        self._server = await asyncio.start_server(self._connect, "127.0.0.1", 0)
        self.port: int = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *error: object) -> None:
        self._server.close()
        tasks = tuple(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def url_of(self, redis: Redis) -> str:
        """The URL by which *redis* is reached through this proxy."""
        return redis.url.replace(f":{redis.port}/", f":{self.port}/")

    def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.create_task(self._serve(reader, writer))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with closing(writer), suppress(OSError):
            there, back = await asyncio.open_connection("127.0.0.1", self._behind)
            with closing(back):
                ways = (self._pass_on(reader, back), _pass_on_at_once(there, writer))
                tasks = [asyncio.create_task(way) for way in ways]
                try:
                    await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
                finally:
                    for task in tasks:
                        task.cancel()
                    await asyncio.gather(*tasks, return_exceptions=True)
        with suppress(OSError):
            await writer.wait_closed()

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while piece := await reader.read(65_536):
            await asyncio.sleep(self._delay())
            writer.write(piece)
            await writer.drain()


async def _pass_on_at_once(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while piece := await reader.read(65_536):
        writer.write(piece)
        await writer.drain()
