"""A relay before a server on this machine: what comes to its port is carried there and back."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress

Way = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


class Relay:
    """Listens from `open` to `close`, which the same event loop runs.

    *behind* names the server's port whenever somebody connects. *there* and *back* read what one
    side sends and write it to the other; the connection ends with the first of them.
    """

    def __init__(self, behind: Callable[[], int], there: Way, back: Way) -> None:
        self._behind, self._there, self._back = behind, there, back
        self._tasks: set[asyncio.Task[None]] = set()

    async def open(self, port: int = 0) -> int:
        """Listen at *port*, or at a free one; return which."""
        self._listening = socket.create_server(("127.0.0.1", port))
        self._listening.setblocking(False)
        # No server of asyncio's: its end forgets whom it has just accepted.
        asyncio.get_running_loop().add_reader(self._listening, self._accept)
        found: int = self._listening.getsockname()[1]
        return found

    async def close(self) -> None:
        asyncio.get_running_loop().remove_reader(self._listening)
        self._listening.close()
        await asyncio.sleep(0)  # until all tasks have begun: one that has not would close nothing
        tasks = tuple(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _accept(self) -> None:
        with suppress(OSError):  # it is gone again
            connection, _ = self._listening.accept()
            task = asyncio.create_task(self._serve(connection))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _serve(self, connection: socket.socket) -> None:
        reader, writer = await asyncio.open_connection(sock=connection)
        with _closing(writer), suppress(OSError):
            server_reader, server_writer = await asyncio.open_connection(
                "127.0.0.1", self._behind()
            )
            with _closing(server_writer):
                ways = self._there(reader, server_writer), self._back(server_reader, writer)
                tasks = [asyncio.ensure_future(way) for way in ways]
                try:
                    await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
                finally:
                    for task in tasks:
                        task.cancel()
                    await asyncio.gather(*tasks, return_exceptions=True)


async def carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Pass on each piece at once, up to the end."""
    while piece := await reader.read(65_536):
        writer.write(piece)
        await writer.drain()


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
