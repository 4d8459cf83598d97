"""Two players at a game each, over real sockets, who find back whatever happens to a server."""

import json
import threading
import time
from collections.abc import Sequence
from typing import Any

from tests.server.raw_socket import CLOSE, TEXT, RawSocket

PATIENCE = 120.0  # seconds without a move until a table is given up
LONGEST = 340  # moves; two who fill the cells in order make no line of 19 in so many


class Table(threading.Thread):
    """Plays until `rise`. `acknowledged` is how many moves both players have heard of.

    `heard` is how many at least one of them has heard of: none of these may be lost.
    """

    def __init__(
        self,
        uid: str,
        sessions: Sequence[str],
        ports: Sequence[int],
        origin: str,
        *,
        between_moves: float = 0.2,
        before_return: float = 0.5,
    ) -> None:
        """Times in seconds. *ports* are where X and O find their server processes."""
        super().__init__(daemon=True)
        self.uid, self.sessions, self.ports, self.origin = uid, sessions, ports, origin
        self.between_moves, self.before_return = between_moves, before_return
        self.acknowledged = self.heard = 0
        self.reconnections = 0
        self.lost: str | None = None
        self._is_over = False

    def rise(self) -> None:
        self._is_over = True

    def run(self) -> None:
        before, deadline = 0, time.monotonic() + PATIENCE
        while not self._is_over and not self.lost and self.acknowledged < LONGEST:
            try:
                with self.seat(0) as x, self.seat(1) as o:
                    self._play(x, o)
            except OSError:
                self.reconnections += 1
                time.sleep(self.before_return)
            if self.acknowledged > before:
                before, deadline = self.acknowledged, time.monotonic() + PATIENCE
            if time.monotonic() > deadline:
                self.lost = f"{self.uid} was not played to the end"

    def seat(self, number: int) -> "Player":
        return Player(self, number)

    def _play(self, x: "Player", o: "Player") -> None:
        ply = max(x.ply, o.ply, self.acknowledged)
        for player in (x, o):  # a process that shares the game may still have to be told
            player.hear_of(ply)
        self.acknowledged = ply
        while not self._is_over and ply < LONGEST:
            (x, o)[ply % 2].play(ply)
            ply += 1
            for player in (x, o):
                player.hear_of(ply)
            self.acknowledged = ply
            time.sleep(self.between_moves)


class Player:
    """One socket of a table's game. Any trouble with it is an OSError."""

    def __init__(self, table: Table, number: int) -> None:
        self.table = table
        headers = f"Cookie: sessionid={table.sessions[number]}\r\n"
        path = f"/ws/games/{table.uid}/"
        port = table.ports[number]
        self.socket = RawSocket(port, path, origin=table.origin, headers=headers, timeout=15)
        self.ply = -1
        try:
            if self.socket.status != 101:
                raise ConnectionRefusedError(self.socket.status)
            self.hear_of(0)
        except OSError:
            self.socket.stream.close()
            raise

    def __enter__(self) -> "Player":
        return self

    def __exit__(self, *error: object) -> None:
        self.socket.stream.close()

    def play(self, ply: int) -> None:
        message = {"type": "play", "ply": ply, "cell": ply, "id": f"m{ply}"}
        self.socket.send(json.dumps(message).encode())

    def hear_of(self, plies: int) -> None:
        """Read until this player knows of so many moves."""
        while self.ply < plies:
            opcode, payload = self.socket.receive()
            if opcode == CLOSE:
                raise ConnectionResetError(int.from_bytes(payload[:2], "big"))
            if opcode == TEXT:
                self._take(json.loads(payload))

    def _take(self, message: dict[str, Any]) -> None:
        if message["type"] == "game":
            assert message["moves"] == list(range(len(message["moves"])))
            self.ply = len(message["moves"])
        elif message["type"] == "moved":
            self.ply = message["ply"] + 1
        elif message["type"] in ("refused", "retry"):
            raise ConnectionAbortedError(str(message))
        self.table.heard = max(self.table.heard, self.ply)
