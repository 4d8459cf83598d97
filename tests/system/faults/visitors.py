"""Browsers that look at games and play them, with the manners of static/js/socket.js.

Each comes back after every close with the browser's back-off, pings when it hears nothing, asks
for the whole state when it has missed something, and sends an unacknowledged move again.
"""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections import Counter
from typing import Any

from tests.system.faults.wire import Refused, Wire

# Seconds, as in static/js/socket.js.
MIN_WAIT, MAX_WAIT = 0.5, 10.0
A_RESTART, MAX_WAIT_IN_A_RESTART = 6.0, 2.0
MIN_IDLE, MAX_IDLE = 2.5, 3.5
MIN_IDLE_AFTER_A_LOSS = 0.5
PONG_TIMEOUT = 9.0
CONNECT_TIMEOUT = 20.0
FINAL_CODES = {4401, 4403, 4404}
LONGEST = 340  # moves; two who fill the cells in order make no line of 19 in so many
SEED = 2


class Visitor:
    """One browser at a game; with *side* 0 or 1 it plays X or O, filling the cells in order."""

    def __init__(
        self,
        uid: str,
        session: str,
        port: int,
        *,
        side: int | None,
        between_moves: float,
        longest: int = LONGEST,
    ) -> None:
        """*between_moves* is how many seconds a player thinks, *longest* the last move's number."""
        self.uid, self.session, self.port = uid, session, port
        self.side, self.between_moves, self.longest = side, between_moves, longest
        self.moves: list[int] = []
        self.heard = 0  # the most moves that it has been told of
        self.back_at = 0.0  # when it got the whole state on its latest socket
        self.codes: Counter[int] = Counter()  # how its sockets have ended
        self.refusals: Counter[str | int] = Counter()  # of handshakes by status, else by code
        self.retries = 0  # how often it was told to ask again
        self._version = -1
        self._attempt = 0
        self._wire: Wire | None = None
        self._pending: dict[str, Any] | None = None
        self._chance = random.Random(f"{SEED} {uid} {side}")

    def again(self, port: int) -> Visitor:
        """The same browser, as if it had just been started, at another server."""
        return Visitor(
            self.uid, self.session, port, side=self.side, between_moves=self.between_moves
        )

    # The connection.

    async def live(self, origin: str) -> None:
        """Come, and come back, until a close that is final."""
        while not FINAL_CODES & self.codes.keys():
            try:
                async with asyncio.timeout(CONNECT_TIMEOUT):
                    wire = await self._connect(origin)
                self.codes[await self._stay(wire)] += 1
            except Refused as refused:
                self.refusals[refused.status] += 1
            except (OSError, TimeoutError):
                pass  # nobody is there just now
            await asyncio.sleep(self._wait())

    def _wait(self) -> float:
        """How many seconds to wait before the next attempt."""
        if self._attempt == 0:
            self._lost_at = time.monotonic()
        away = time.monotonic() - self._lost_at
        longest = MAX_WAIT_IN_A_RESTART if away < A_RESTART else MAX_WAIT
        self._attempt += 1
        return self._chance.random() * min(longest, MIN_WAIT * 2.0 ** (self._attempt - 1))

    async def _connect(self, origin: str) -> Wire:
        cookie = f"Cookie: sessionid={self.session}\r\n"
        return await Wire.opened(self.port, f"/ws/games/{self.uid}/", origin=origin, headers=cookie)

    async def _stay(self, wire: Wire) -> int:
        """Read *wire* until it ends; the code of its end."""
        self._attempt = 0
        self._wire, self._is_new, self._is_behind = wire, True, False
        self._heard_at = time.monotonic()
        asking = asyncio.create_task(self._keep_asking(wire))
        try:
            while isinstance(received := await wire.receive(), str):
                self._heard_at = time.monotonic()
                self._take(json.loads(received))
            return received
        finally:
            asking.cancel()
            self._wire = None
            wire.close()

    async def _keep_asking(self, wire: Wire) -> None:
        """Ping after a while without a word, and give up if there is no answer."""
        bounds = (MIN_IDLE_AFTER_A_LOSS, MIN_IDLE)
        if not self.codes:
            bounds = (MIN_IDLE, MAX_IDLE)
        while True:
            idle = self._chance.uniform(*bounds)
            if (rest := self._heard_at + idle - time.monotonic()) > 0:
                await asyncio.sleep(rest)
                if time.monotonic() < self._heard_at + idle:
                    continue
            asked_at = time.monotonic()
            bounds = (MIN_IDLE, MAX_IDLE)
            self._ping()
            await asyncio.sleep(PONG_TIMEOUT)
            if self._heard_at < asked_at:
                wire.close()
                return

    # What it is told.

    def _take(self, message: dict[str, Any]) -> None:
        match message["type"]:
            case "game" if message["version"] >= self._version:
                self._take_state(message)
            case "moved" if message["version"] == self._version + 1:
                self._version += 1
                self.moves.append(message["cell"])
                self._settle(message["id"])
                self._think()
            case "moved" if message["version"] > self._version and not self._is_behind:
                self._is_behind = True
                self._ping()
            case "retry":
                self.retries += 1
                self._later(MIN_WAIT * (1 + self._chance.random()), self._send_pending)
            case "refused":
                self.refusals[message["code"]] += 1
                self._pending = None
        self.heard = max(self.heard, len(self.moves))

    def _take_state(self, state: dict[str, Any]) -> None:
        self._version, self.moves = state["version"], state["moves"]
        self._is_behind = False
        if self._is_new:
            self._is_new = False
            self.back_at = time.monotonic()
        for id in state["ids"]:
            self._settle(id)
        if self._pending and self._pending["ply"] == len(self.moves):
            self._send_pending()
            return
        self._pending = None
        self._think()

    def _settle(self, id: str) -> None:
        if self._pending and self._pending["id"] == id:
            self._pending = None

    # What it does.

    def _think(self) -> None:
        """Move after a while, if it is this player's turn."""
        if self.side is not None and len(self.moves) % 2 == self.side:
            self._later(self.between_moves, self._move)

    def _move(self) -> None:
        ply = len(self.moves)
        if self._wire and not self._pending and ply % 2 == self.side and ply < self.longest:
            id = f"{self._chance.randrange(10**12)}"
            self._pending = {"type": "play", "ply": ply, "cell": ply, "id": id}
            self._send_pending()

    def _send_pending(self) -> None:
        if self._wire and self._pending:
            self._wire.send(json.dumps(self._pending))

    def _ping(self) -> None:
        if self._wire:
            self._wire.send(json.dumps({"type": "ping", "version": max(0, self._version)}))

    @staticmethod
    def _later(seconds: float, work: Any) -> None:
        asyncio.get_running_loop().call_later(seconds, work)
