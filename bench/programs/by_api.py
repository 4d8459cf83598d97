"""Programs as they speak to our server: over sockets with a token, or by the API's requests."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, TypeVar

from bench.server.load import Table
from bench.server.ours import MOVED, PLY, SNAPSHOT, Ours

ANSWER, OK = b"HTTP/1.1 ", b"HTTP/1.1 200 "
HEAD = "Host: 127.0.0.1\r\nAuthorization: Bearer {}\r\n"
MOVE = "POST /api/v1/games/{}/moves HTTP/1.1\r\n" + HEAD + "Content-Type: application/json\r\n"
STREAM = "GET /api/v1/games/{}/stream HTTP/1.1\r\n" + HEAD + "\r\n"


W = TypeVar("W", bound=asyncio.Protocol)


class BySockets(Ours):
    """Everything on the game's socket."""

    def headers(self, key: str) -> dict[str, str]:
        return {"Authorization": f"Bearer {key}"}


class ByRequests(Ours):
    """Moves are POSTs on a connection that is kept; a stream tells of them."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self._moves: dict[tuple[Table, int], Moves] = {}  # one for each seat, for all its games

    async def open(self, table: Table, uid: str, seat: int, key: str) -> Seat:
        stream = await self._connect(lambda: Stream(table, seat))
        if (table, seat) not in self._moves:
            self._moves[table, seat] = await self._connect(Moves)
        stream.transport.write(STREAM.format(uid, key).encode())
        await stream.seated
        return Seat(stream, self._moves[table, seat], MOVE.format(uid, key))

    async def _connect(self, protocol: Callable[[], W]) -> W:
        loop = asyncio.get_running_loop()
        _, made = await loop.create_connection(protocol, "127.0.0.1", self.port)
        return made

    def send_move(self, table: Table, ply: int, cell: int) -> None:
        table.kept[0][ply % 2].move(b'{"ply":%d,"cell":%d,"id":"%d"}' % (ply, cell, ply))


class Wire(asyncio.Protocol):
    transport: asyncio.Transport

    def connection_made(self, transport: Any) -> None:
        self.transport = transport


class Stream(Wire):
    """One seat's stream of lines."""

    def __init__(self, table: Table, seat: int) -> None:
        self.table, self.seat = table, seat
        self.seated = asyncio.get_running_loop().create_future()
        self._unread = b""

    def data_received(self, data: bytes) -> None:
        # Other lines tell the length of the next chunk.
        *lines, self._unread = (self._unread + data).split(b"\n")
        for line in lines:
            if line.startswith(MOVED):
                start = line.index(PLY) + len(PLY)
                self.table.note_heard(self.seat, int(line[start : line.index(b",", start)]) + 1)
            elif line.startswith(SNAPSHOT) and not self.seated.done():
                self.seated.set_result(None)

    def connection_lost(self, error: Exception | None) -> None:
        if not self.seated.done():
            self.seated.set_exception(ConnectionError("The stream was shut."))


class Moves(Wire):
    """One seat's connection for moves. It may stay idle after its first request, of /healthz."""

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        transport.write(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")

    def data_received(self, data: bytes) -> None:
        if data.startswith(ANSWER) and not data.startswith(OK):
            raise RuntimeError(f"A move was refused: {data!r}")


class Seat:
    def __init__(self, stream: Stream, moves: Moves, head: str) -> None:
        self._stream, self._moves = stream, moves
        self._head = head.encode()

    def move(self, body: bytes) -> None:
        length = b"Content-Length: %d\r\n\r\n" % len(body)
        self._moves.transport.write(self._head + length + body)

    def disconnect(self) -> None:
        self._stream.transport.close()
