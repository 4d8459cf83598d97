"""A cable to a server on this machine: cut, it carries nothing either way, and nobody is told."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine
from types import TracebackType
from typing import Any

from tests.relay import Relay
from tests.serving import ServerProcess, free_port


class Cable:
    """Lives as long as the block, in a thread of its own. Say where it leads before it is used."""

    to: ServerProcess

    def __init__(self) -> None:
        self.port = free_port()
        self._is_whole = asyncio.Event()
        self._relay = Relay(lambda: self.to.port, self._carry, self._carry)
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def __enter__(self) -> Cable:
        self._thread.start()
        self._do(self._relay.open(self.port))
        self.mend()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._do(self._relay.close())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def cut(self) -> None:
        self._loop.call_soon_threadsafe(self._is_whole.clear)

    def mend(self) -> None:
        """Carry on, also with what was sent meanwhile."""
        self._loop.call_soon_threadsafe(self._is_whole.set)

    def _do(self, what: Coroutine[Any, Any, object]) -> None:
        asyncio.run_coroutine_threadsafe(what, self._loop).result()

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while piece := await reader.read(65_536):
            await self._is_whole.wait()
            writer.write(piece)
            await writer.drain()
        await self._is_whole.wait()  # nor is an end heard of
