"""Two players at a game each, over real sockets, who find back whatever happens to a server."""

import json
import threading
import time
from collections.abc import Sequence

from tests.site.raw_socket import CLOSE, TEXT, RawSocket

BETWEEN_MOVES = 0.2  # seconds
BEFORE_RETURN = 0.5
PATIENCE = 120.0  # seconds until a table is given up
LONGEST = 340  # moves; two who fill the cells in order make no line of 19 in so many


class Table(threading.Thread):
    """Plays until `rise`. `acknowledged` is how many moves both players have heard of."""

    def __init__(self, uid: str, sessions: Sequence[str], ports: Sequence[int], origin: str):
        super().__init__(daemon=True)
        self.uid, self.sessions, self.ports, self.origin = uid, sessions, ports, origin
        self.acknowledged = 0
        self.reconnections = 0
        self.lost: str | None = None
        self._is_over = False

    def rise(self) -> None:
        self._is_over = True

    def run(self) -> None:
        deadline = time.monotonic() + PATIENCE
        while not self._is_over and not self.lost and self.acknowledged < LONGEST:
            try:
                with self.seat(0) as x, self.seat(1) as o:
                    self._play(x, o)
            except OSError:
                self.reconnections += 1
                time.sleep(BEFORE_RETURN)
            if time.monotonic() > deadline:
                self.lost = f"{self.uid} was not played to the end"

    def seat(self, number: int) -> "Player":
        return Player(self.ports[number], self.uid, self.sessions[number], self.origin)

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
            time.sleep(BETWEEN_MOVES)


class Player:
    """One socket of a game. Any trouble with it is an OSError."""

    def __init__(self, port: int, uid: str, session: str, origin: str) -> None:
        headers = f"Cookie: sessionid={session}\r\n"
        path = f"/ws/games/{uid}/"
        self.socket = RawSocket(port, path, origin=origin, headers=headers, timeout=15)
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

    def _take(self, message: dict) -> None:
        if message["type"] == "game":
            assert message["moves"] == list(range(len(message["moves"])))
            self.ply = len(message["moves"])
        elif message["type"] == "moved":
            self.ply = message["ply"] + 1
        elif message["type"] in ("refused", "retry"):
            raise ConnectionAbortedError(str(message))
