"""boardgame.io: engine.io 4 and socket.io 4 over a plain WebSocket."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Sequence

from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from bench.server.load import Table
from bench.server.posting import post

DRAWN = (0, 1, 2, 4, 3, 5, 7, 6, 8)
AT_ONCE = 16
GAME = "tic-tac-toe"
SPACE = b"/tic-tac-toe,"
UPDATE = b'42/tic-tac-toe,["update"'
SYNC = b'42/tic-tac-toe,["sync"'
STATE_ID = b'"_redo":[],"_stateID":'


class Player(WSListener):
    """One seat's socket, which stays for all games of its table."""

    def __init__(self, table: Table, seat: int) -> None:
        self.table, self.seat = table, seat
        self.joined = asyncio.get_running_loop().create_future()

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type is not WSMsgType.TEXT:
            return
        text = frame.get_payload_as_bytes()
        if text.startswith(UPDATE):
            self._heard_update(text)
        elif text.startswith(SYNC):
            self.table.kept.synced(self.seat)
        elif text.startswith(b"2"):  # a ping
            transport.send(WSMsgType.TEXT, b"3" + text[1:])
        elif text.startswith(b"0"):
            transport.send(WSMsgType.TEXT, b"40" + SPACE)
        elif text.startswith(b"40/") and not self.joined.done():
            self.joined.set_result(None)

    def _heard_update(self, text: bytes) -> None:
        if text.find(self.table.kept.match, 0, 60) < 0:
            return  # of the game before
        start = text.index(STATE_ID) + len(STATE_ID)
        digits = text[start : start + 2]
        self.table.note_heard(self.seat, int(digits if digits.isdigit() else digits[:1]))


class Pair:
    """A table's two sockets, and its present match with the players' credentials."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.sockets: list[WSTransport] = []
        self.match = b""
        self.credentials: tuple[bytes, bytes] = (b"", b"")
        self._synced = 0

    def sync(self, match: tuple[bytes, bytes, bytes]) -> None:
        self.match, self.credentials, self._synced = match[0], match[1:], 0
        for seat, socket in enumerate(self.sockets):
            parts = (self.match, b"%d" % seat, self.credentials[seat])
            socket.send(WSMsgType.TEXT, b'42/tic-tac-toe,["sync","%s","%s","%s",2]' % parts)

    def synced(self, seat: int) -> None:
        self._synced |= 1 << seat
        if self._synced == 0b11:
            self._synced = 0
            self.table.begin()


class BoardgameIo:
    """Matches are made beforehand, as with ours."""

    def __init__(self, port: int, matches: int) -> None:
        """*matches* are made for each table."""
        self.port = port
        self.count = matches
        self.matches: deque[tuple[bytes, bytes, bytes]] = deque()

    def script(self) -> Sequence[int]:
        return DRAWN

    async def seat(self, tables: Sequence[Table]) -> None:
        slots = asyncio.Semaphore(AT_ONCE)

        async def make() -> None:
            async with slots:
                self.matches.append(await self._make_match())

        await asyncio.gather(*(make() for _ in range(self.count * len(tables))))
        for table in tables:
            table.kept = Pair(table)
            table.kept.sockets = [await self._open(table, seat) for seat in (0, 1)]
        for table in tables:
            self.next_game(table)

    def send_move(self, table: Table, ply: int, cell: int) -> None:
        pair, seat = table.kept, ply % 2
        parts = (cell, seat, pair.credentials[seat], ply, pair.match, seat)
        pair.sockets[seat].send(
            WSMsgType.TEXT,
            b'42/tic-tac-toe,["update",{"type":"MAKE_MOVE","payload":{"type":"clickCell",'
            b'"args":[%d],"playerID":"%d","credentials":"%s"}},%d,"%s","%d"]' % parts,
        )

    def next_game(self, table: Table) -> bool:
        if not self.matches:
            return False
        table.kept.sync(self.matches.popleft())
        return True

    async def _open(self, table: Table, seat: int) -> WSTransport:
        transport, player = await ws_connect(
            lambda: Player(table, seat),
            f"ws://127.0.0.1:{self.port}/socket.io/?EIO=4&transport=websocket",
        )
        await player.joined
        return transport

    async def _make_match(self) -> tuple[bytes, bytes, bytes]:
        base = f"http://127.0.0.1:{self.port}/games/{GAME}"
        match = (await post(f"{base}/create", {"numPlayers": 2, "unlisted": True}))["matchID"]
        keys = [
            (await post(f"{base}/{match}/join", {"playerID": seat, "playerName": seat}))[
                "playerCredentials"
            ]
            for seat in ("0", "1")
        ]
        return match.encode(), keys[0].encode(), keys[1].encode()
