"""Many sockets that look at the lobby, in one process."""

from __future__ import annotations

import asyncio
import time

from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

AT_ONCE = 32  # handshakes
CHANGES = (b'{"type":"opened"', b'{"type":"closed"')
TIMEOUT = 30.0  # seconds
now = time.perf_counter


class Change:
    """One change on its way to *watchers* sockets."""

    def __init__(self, watchers: int) -> None:
        self._left = watchers
        self.first = self.last = 0.0
        self.is_seen_by_all = asyncio.Event()

    def note_seen(self) -> None:
        self.last = now()
        self.first = self.first or self.last
        self._left -= 1
        if not self._left:
            self.is_seen_by_all.set()


class Watcher(WSListener):
    """One socket: its first frame is the whole state, each one after that a change."""

    def __init__(self, hall: Hall, started: float) -> None:
        self.hall, self.started = hall, started
        self.has_state = asyncio.get_running_loop().create_future()

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type is not WSMsgType.TEXT:
            return
        text = frame.get_payload_as_bytes()
        if not self.has_state.done():
            self.has_state.set_result((now() - self.started, len(text)))
        elif text.startswith(CHANGES) and self.hall.change:
            self.hall.change.note_seen()


class Hall:
    """All watchers, and the change they wait for."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.change: Change | None = None
        self._transports: list[WSTransport] = []

    async def fill(self, watchers: int) -> list[tuple[float, int]]:
        """Open *watchers* sockets; return each one's seconds to its first state, and its bytes."""
        gate = asyncio.Semaphore(AT_ONCE)
        return list(await asyncio.gather(*(self._open(gate) for _ in range(watchers))))

    def expect(self) -> Change:
        self.change = Change(len(self._transports))
        return self.change

    def close(self) -> None:
        for transport in self._transports:
            transport.disconnect()

    async def _open(self, gate: asyncio.Semaphore) -> tuple[float, int]:
        async with gate:
            started = now()
            transport, watcher = await ws_connect(
                lambda: Watcher(self, started),
                f"ws://127.0.0.1:{self.port}/ws/lobby/",
                extra_headers={"Origin": f"http://127.0.0.1:{self.port}"},
            )
            self._transports.append(transport)
            state: tuple[float, int] = await asyncio.wait_for(watcher.has_state, TIMEOUT)
            return state
