"""Our own server: its database with games to play, and its socket protocol."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from bench.server.load import Table

PREPARE = Path(__file__).with_name("prepare.py")
SIDE = 10  # 10 in a row on 10×10: many plies a game, and no more to look at than on 3×3
AT_ONCE = 8  # handshakes
HANDSHAKE_TIMEOUT = 60.0
MOVED = b'{"type":"moved"'
PLY = b'"ply":'
SNAPSHOT = b'{"type":"game"'
JSON = dict[str, Any]


def quiet_game(side: int) -> list[int]:
    """Return the cells of a full game on side×side, for an even side, in which nobody wins."""
    cells = []
    for row in range(side):
        order = list(range(side))
        if row // 2 % 2:  # every other pair of rows begins with the other mark
            order = [column ^ 1 for column in order]
        cells += [row * side + column for column in order]
    return cells


class Player(WSListener):
    """One seat's socket."""

    def __init__(self, table: Table, seat: int) -> None:
        self.table, self.seat = table, seat
        self.seated = asyncio.get_running_loop().create_future()

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type is not WSMsgType.TEXT:
            return
        text = frame.get_payload_as_bytes()
        if text.startswith(MOVED):
            start = text.index(PLY) + len(PLY)
            self.table.note_heard(self.seat, int(text[start : text.index(b",", start)]) + 1)
        elif text.startswith(SNAPSHOT) and not self.seated.done():
            self.seated.set_result(None)

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        if not self.seated.done():
            self.seated.set_exception(ConnectionError("The socket was shut."))


class Ours:
    """Our protocol. Each table plays games of its own; all sockets are open from the start."""

    def __init__(self, port: int, prepared: Sequence[JSON]) -> None:
        self.port, self._prepared = port, iter(prepared)

    def script(self) -> Sequence[int]:
        return quiet_game(SIDE)

    async def seat(self, tables: Sequence[Table]) -> None:
        slots = asyncio.Semaphore(AT_ONCE)

        async def open_game(table: Table, uid: str, keys: Sequence[str]) -> list[Any]:
            async with slots:
                return [await self.open(table, uid, seat, keys[seat]) for seat in (0, 1)]

        async def sit_down(table: Table, prepared: JSON) -> None:
            games = [open_game(table, uid, prepared["keys"]) for uid in prepared["games"]]
            table.kept = await asyncio.gather(*games)

        await asyncio.gather(*(sit_down(table, next(self._prepared)) for table in tables))
        for table in tables:
            table.begin()

    def send_move(self, table: Table, ply: int, cell: int) -> None:
        message = b'{"type":"play","ply":%d,"cell":%d,"id":"%d"}' % (ply, cell, ply)
        table.kept[0][ply % 2].send(WSMsgType.TEXT, message)

    def next_game(self, table: Table) -> bool:
        for transport in table.kept.pop(0):
            transport.disconnect()
        if table.kept:
            table.begin()
        return bool(table.kept)

    def headers(self, key: str) -> dict[str, str]:
        """Return the headers that identify the player with this *key*."""
        origin = f"http://127.0.0.1:{self.port}"
        return {"Origin": origin, "Cookie": f"sessionid={key}"}

    async def open(self, table: Table, uid: str, seat: int, key: str) -> Any:
        """Connect a seat to a game; return the connection, which has `disconnect`."""
        transport, player = await ws_connect(
            lambda: Player(table, seat),
            f"ws://127.0.0.1:{self.port}/ws/games/{uid}/",
            websocket_handshake_timeout=HANDSHAKE_TIMEOUT,
            extra_headers=self.headers(key),
        )
        await player.seated
        return transport


def prepared(site: Path, env: Mapping[str, str], tables: int, games: int, *kind: str) -> list[JSON]:
    """Let `prepare.py` fill the database in *env* by the code in *site*; return its output."""
    done = subprocess.run(
        [sys.executable, "-P", str(PREPARE), str(tables), str(games), str(SIDE), *kind],
        cwd=site,
        env={**os.environ, "PYTHONPATH": str(site), **env},
        check=False,
        capture_output=True,
        text=True,
    )
    if done.returncode:
        raise RuntimeError(f"The games could not be prepared: {done.stderr}")
    told: list[JSON] = json.loads(done.stdout.splitlines()[-1])
    return told
