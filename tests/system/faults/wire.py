"""A WebSocket client's connection on an event loop."""

from __future__ import annotations

import asyncio
import contextlib
import struct

from tests.server.raw_socket import CLOSE, PING, PONG, TEXT, frame, handshake

ABNORMAL = 1006  # how a socket has ended that ended without a word
GOING_AWAY = 1001  # the code of a page that is left


class Refused(OSError):
    """The handshake was answered with another status than 101."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


class Wire:
    """One open socket. Use it through `opened`."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

    @classmethod
    async def opened(cls, port: int, path: str, *, origin: str, headers: str) -> Wire:
        """Connect to *port* of this machine. Raises OSError, Refused among them."""
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        try:
            writer.write(handshake(port, path, origin=origin, headers=headers))
            head = await reader.readuntil(b"\r\n\r\n")
            status = int(head.split()[1])
            if status != 101:
                raise Refused(status)
        except asyncio.IncompleteReadError as error:
            writer.close()
            raise ConnectionResetError from error
        except BaseException:
            writer.close()
            raise
        return cls(reader, writer)

    async def receive(self) -> str | int:
        """The next text, or the code with which the socket has ended."""
        try:
            while True:
                opcode, payload = await self._frame()
                if opcode == TEXT:
                    return payload.decode()
                if opcode == PING:
                    self._writer.write(frame(payload, PONG))
                if opcode == CLOSE:
                    self._writer.write(frame(payload, CLOSE))
                    return int.from_bytes(payload[:2], "big")
        except (asyncio.IncompleteReadError, OSError):
            return ABNORMAL

    def send(self, text: str) -> None:
        self._writer.write(frame(text.encode()))

    def close(self) -> None:
        self._writer.close()

    async def go_to_another_page(self) -> None:
        """Close as a browser does that leaves the page."""
        self._writer.write(frame(GOING_AWAY.to_bytes(2, "big"), CLOSE))
        await self.leave()

    def kill(self) -> None:
        """Drop the connection, as if the browser had crashed."""
        self._writer.transport.abort()

    async def leave(self) -> None:
        """Close, and return once nothing of it is left."""
        self.close()
        with contextlib.suppress(OSError):
            await self._writer.wait_closed()

    async def _frame(self) -> tuple[int, bytes]:
        first, second = await self._reader.readexactly(2)
        length = second & 0x7F
        if length == 126:
            (length,) = struct.unpack("!H", await self._reader.readexactly(2))
        elif length == 127:
            (length,) = struct.unpack("!Q", await self._reader.readexactly(8))
        return first & 0x0F, await self._reader.readexactly(length)
