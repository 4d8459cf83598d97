"""A cable to a server on this machine: cut, it carries nothing either way, and nobody is told."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager, suppress
from types import TracebackType
from typing import Any

from tests.serving import ServerProcess, free_port


class Cable:
    """Lives as long as the block, in a thread of its own. Say where it leads before it is used."""

    to: ServerProcess

    def __init__(self) -> None:
        self.port = free_port()
        self._is_whole = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def __enter__(self) -> Cable:
        self._thread.start()
        self._do(self._open())
        self.mend()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._do(self._close())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def cut(self) -> None:
        self._loop.call_soon_threadsafe(self._is_whole.clear)

    def mend(self) -> None:
        """Carry on, also with what was sent meanwhile."""
        self._loop.call_soon_threadsafe(self._is_whole.set)

    def _do(self, what: Coroutine[Any, Any, None]) -> None:
        asyncio.run_coroutine_threadsafe(what, self._loop).result()

    async def _open(self) -> None:
        self._listening = socket.create_server(("127.0.0.1", self.port))
        self._listening.setblocking(False)
        # No server of asyncio's: its end forgets whom it has just accepted.
        self._loop.add_reader(self._listening, self._accept)

    async def _close(self) -> None:
        self._loop.remove_reader(self._listening)
        self._listening.close()
        await asyncio.sleep(0)  # until all tasks have begun: one that has not would close nothing
        tasks = tuple(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _accept(self) -> None:
        with suppress(OSError):  # it is gone again
            connection, _ = self._listening.accept()
            task = self._loop.create_task(self._serve(connection))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _serve(self, connection: socket.socket) -> None:
        reader, writer = await asyncio.open_connection(sock=connection)
        with _closing(writer), suppress(OSError):
            there, back = await asyncio.open_connection("127.0.0.1", self.to.port)
            with _closing(back):
                ways = (self._carry(reader, back), self._carry(there, writer))
                tasks = [asyncio.create_task(way) for way in ways]
                try:
                    await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
                finally:
                    for task in tasks:
                        task.cancel()
                    await asyncio.gather(*tasks, return_exceptions=True)

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while piece := await reader.read(65_536):
            await self._is_whole.wait()
            writer.write(piece)
            await writer.drain()
        await self._is_whole.wait()  # nor is an end heard of


@contextmanager
def _closing(writer: asyncio.StreamWriter) -> Iterator[None]:
    """Close the connection after the block, and wait for nobody to read if it was cancelled."""
    try:
        yield
    except asyncio.CancelledError:
        writer.transport.abort()
        raise
    finally:
        writer.close()
