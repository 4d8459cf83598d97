"""Players of an arena who move at random, with pauses as people make them.

The caller gives what carries their messages: sockets in the benchmark, a room in its test.
"""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Protocol

PAUSE = 3.0  # seconds that a player thinks, on average
PING_EVERY = 8.0
AT_ONCE = 16  # handshakes
JSON = dict[str, Any]


class Connection(Protocol):
    """A socket of one player."""

    def send(self, text: bytes) -> None: ...

    def close(self) -> None: ...


Hear = Callable[[JSON], None]
Open = Callable[[str, str, Hear], Awaitable[Connection]]  # of a path, for a session


class Player:
    """Somebody in the arena, with a socket there and one at the game that is played."""

    def __init__(self, crowd: Crowd, session: str) -> None:
        self._crowd, self._session = crowd, session
        self._game: Connection | None = None
        self._uid = ""
        self._state: JSON = {}
        self._sent: dict[int, float] = {}

    async def come(self) -> None:
        arena = await self._open(f"/ws/tournaments/{self._crowd.uid}/")
        while True:
            arena.send(b'{"type":"ping","version":0}')
            await asyncio.sleep(PING_EVERY)

    def hear(self, message: JSON) -> None:
        match message["type"]:
            case "paired" if message["game"] != self._uid:
                self._crowd.start(self._sit(message["game"]))
            case "game":
                self._state = message
                if message["next"] and message["next"] != self._uid:
                    self._crowd.start(self._sit(message["next"]))
                else:
                    self._think()
            case "moved":
                self._moved(message)
            case "lost":
                self._crowd.failed.append("a socket was lost")

    async def _sit(self, uid: str) -> None:
        self._uid = uid
        if self._game:
            self._game.close()
        self._game = await self._open(f"/ws/games/{uid}/")

    def _moved(self, message: JSON) -> None:
        if sent := self._sent.pop(message["ply"], None):
            self._crowd.delays.append(time.perf_counter() - sent)
        if message["ply"] == len(self._state["moves"]):
            self._state["moves"].append(message["cell"])
        self._think()

    def _think(self) -> None:
        state, ply = self._state, len(self._state["moves"])
        other = {"x": "o", "o": "x"}[state["first"]]
        turn = state["first"] if ply % 2 == 0 else other
        if state["status"] == "ongoing" and turn in state["you"]:
            pause = random.expovariate(1 / PAUSE)
            asyncio.get_running_loop().call_later(pause, self._move, state["uid"], ply)

    def _move(self, uid: str, ply: int) -> None:
        moves = self._state["moves"]
        if self._game is None or uid != self._uid or ply != len(moves):
            return
        cell = random.choice(sorted(set(range(36)) - set(moves)))
        self._sent = {ply: time.perf_counter()}
        text = json.dumps({"type": "play", "ply": ply, "cell": cell, "id": f"{uid}{ply}"})
        self._game.send(text.encode())

    async def _open(self, path: str) -> Connection:
        async with self._crowd.doors:
            return await self._crowd.open(path, self._session, self.hear)


class Crowd:
    """All players of one arena, and the delays of their moves in seconds."""

    def __init__(self, open: Open, uid: str) -> None:
        self.open, self.uid = open, uid
        self.delays: list[float] = []
        self.failed: list[str] = []  # why somebody plays no longer
        self.doors = asyncio.Semaphore(AT_ONCE)
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._end)

    def _end(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            self.failed.append(repr(error))

    async def play(self, sessions: Sequence[str], settling: float, seconds: float) -> list[float]:
        """Let all play; return the delays within *seconds* after *settling*, in ascending order.

        Raises RuntimeError if a player failed: with fewer players, moves would be quicker.
        """
        for session in sessions:
            self.start(Player(self, session).come())
        await asyncio.sleep(settling)
        self.delays.clear()
        await asyncio.sleep(seconds)
        found = sorted(self.delays)
        for task in tuple(self._tasks):
            task.cancel()
        if self.failed:
            raise RuntimeError(f"Players have failed, {len(self.failed)} times: {self.failed[0]}")
        return found
