"""One socket of a game on an event loop, for tests that count and time what it is told."""

from __future__ import annotations

import json
from typing import Any

from tests.system.faults.place import ORIGIN, require
from tests.system.faults.wire import Wire


class Seat:
    """Where somebody with a session looks at a game, and perhaps plays."""

    def __init__(self, wire: Wire) -> None:
        self.wire = wire
        self.moves: list[int] = []
        self.id = self.answer = ""  # of the last command: "moved", or the code of its refusal
        self._is_new = True

    @classmethod
    async def open(cls, port: int, uid: str, session: str) -> Seat:
        """One that has been told how the game stands."""
        cookie = f"Cookie: sessionid={session}\r\n"
        wire = await Wire.opened(port, f"/ws/games/{uid}/", origin=ORIGIN, headers=cookie)
        seat = cls(wire)
        await seat.hear_of(0)
        return seat

    def play(self, ply: int, cell: int, id: str = "") -> None:
        self.id, self.answer = id, ""
        self.wire.send(json.dumps({"type": "play", "ply": ply, "cell": cell, "id": id}))

    async def hear_of(self, plies: int) -> None:
        """Read until this seat knows of so many moves."""
        while self._is_new or len(self.moves) < plies:
            await self._hear()

    async def hear_answer(self) -> None:
        """Read until it is known what became of the last command."""
        while not self.answer:
            await self._hear()

    async def _hear(self) -> None:
        received = await self.wire.receive()
        require(isinstance(received, str), f"A socket was closed with {received}.")
        message: dict[str, Any] = json.loads(received)
        match message["type"]:
            case "game":
                self.moves, self._is_new = message["moves"], False
            case "moved":
                self.moves = [*self.moves[: message["ply"]], message["cell"]]
                if message["id"] == self.id:
                    self.answer = "moved"
            case "refused" if message["id"] == self.id:
                self.answer = message["code"]
