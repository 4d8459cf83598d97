"""Colyseus: matchmaking over HTTP, then binary frames."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from bench.server.load import Table
from bench.server.posting import post

DRAWN = (0, 1, 2, 4, 3, 5, 7, 6, 8)
JOIN, ROOM_DATA, PATCH = 10, 13, 15  # the protocol's first bytes
PLAY = [b"\x0d\xa4play\x81\xa4cell" + bytes([cell]) for cell in range(9)]  # msgpack {cell}
AGAIN = b"\x0d\xa5again"
AT_ONCE = 16


class Player(WSListener):
    """One seat's socket, which stays for all games of its table."""

    def __init__(self, table: Table, seat: int) -> None:
        self.table, self.seat = table, seat
        self.joined = asyncio.get_running_loop().create_future()

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type is not WSMsgType.BINARY:
            return
        kind = frame.get_payload_as_bytes()[0] & 31
        if kind == PATCH:
            self.table.kept.heard_patch(self.seat)
        elif kind == JOIN:
            transport.send(WSMsgType.BINARY, bytes([JOIN]))
            if not self.joined.done():
                self.joined.set_result(None)


class Pair:
    """A table's two sockets. A patch tells no ply, so each one counts as the next move."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.sockets: list[WSTransport] = []
        self._waiting_for_reset = 0b11  # a bit for each seat
        self.is_seated = False

    def heard_patch(self, seat: int) -> None:
        if not self.is_seated:
            return
        if self._waiting_for_reset:
            self._waiting_for_reset &= ~(1 << seat)
            if not self._waiting_for_reset:
                self.table.begin()
            return
        self.table.note_heard(seat, self.table.ply + 1)

    def begin(self) -> None:
        self.is_seated = True
        self._waiting_for_reset = 0
        self.table.begin()

    def again(self) -> None:
        self._waiting_for_reset = 0b11
        self.sockets[0].send(WSMsgType.BINARY, AGAIN)


class Colyseus:
    def __init__(self, port: int) -> None:
        self.port = port

    def script(self) -> Sequence[int]:
        return DRAWN

    async def seat(self, tables: Sequence[Table]) -> None:
        slots = asyncio.Semaphore(AT_ONCE)

        async def open_pair(table: Table) -> None:
            async with slots:
                table.kept = Pair(table)
                first = await self._post("create/tic-tac-toe")
                second = await self._post(f"joinById/{first['roomId']}")
                table.kept.sockets = [
                    await self._open(table, seat, place)
                    for seat, place in enumerate((first, second))
                ]

        await asyncio.gather(*(open_pair(table) for table in tables))
        await asyncio.sleep(1)  # until the states that joining sends have come
        for table in tables:
            table.kept.begin()

    def send_move(self, table: Table, ply: int, cell: int) -> None:
        table.kept.sockets[ply % 2].send(WSMsgType.BINARY, PLAY[cell])

    def next_game(self, table: Table) -> bool:
        table.kept.again()
        return True

    async def _open(self, table: Table, seat: int, place: dict[str, Any]) -> WSTransport:
        path = f"{place['processId']}/{place['roomId']}?sessionId={place['sessionId']}"
        transport, player = await ws_connect(
            lambda: Player(table, seat), f"ws://127.0.0.1:{self.port}/{path}"
        )
        await player.joined
        return transport

    async def _post(self, path: str) -> dict[str, Any]:
        return await post(f"http://127.0.0.1:{self.port}/matchmake/{path}", {})
