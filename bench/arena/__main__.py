"""`python -m bench.arena`: how fast moves are while many play in one arena on one process.

Every player has the arena's page open, to which the standing is pushed, and plays random moves
with pauses as people make them. A delay is the time from sending a move to its acknowledgement.
The server runs on one core and the players on another. Its ratio is to the same players' moves
before: a tenth of them, in the same run of another server.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import uvloop
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from bench.server import servers
from bench.server.servers import ROOT

PAUSE = 3.0  # seconds that a player thinks, on average
PING_EVERY = 8.0
AT_ONCE = 16  # handshakes
MINUTES = 60  # so that it does not end meanwhile
JSON = dict[str, Any]


class Socket(WSListener):
    """Hands each message to whoever it belongs to."""

    def __init__(self, player: Player) -> None:
        self._player = player
        self.transport: WSTransport | None = None

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.transport = transport

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type is WSMsgType.TEXT:
            text = frame.get_payload_as_bytes()
            # Standing and boards are for people: to read each a thousand times would measure this.
            if not text.startswith((b'{"type":"standing"', b'{"type":"boards"')):
                self._player.hear(json.loads(text))


class Player:
    """Somebody in the arena, with a socket there and one at the game that is played."""

    def __init__(self, crowd: Crowd, session: str) -> None:
        self._crowd, self._session = crowd, session
        self._game: WSTransport | None = None
        self._uid = ""
        self._state: JSON = {}
        self._sent: dict[int, float] = {}

    async def come(self) -> None:
        arena = await self._open(f"/ws/tournaments/{self._crowd.uid}/")
        while True:
            arena.send(WSMsgType.TEXT, b'{"type":"ping","version":0}')
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

    async def _sit(self, uid: str) -> None:
        self._uid = uid
        if self._game:
            self._game.disconnect()
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
        self._game.send(WSMsgType.TEXT, text.encode())

    async def _open(self, path: str) -> WSTransport:
        crowd = self._crowd
        async with crowd.doors:
            transport, _ = await ws_connect(
                lambda: Socket(self),
                f"ws://127.0.0.1:{crowd.port}{path}",
                websocket_handshake_timeout=60,
                extra_headers={
                    "Origin": f"http://127.0.0.1:{crowd.port}",
                    "Cookie": f"sessionid={self._session}",
                },
            )
        return transport


class Crowd:
    """All players of one arena, and the delays of their moves in seconds."""

    def __init__(self, port: int, uid: str) -> None:
        self.port, self.uid = port, uid
        self.delays: list[float] = []
        self.doors = asyncio.Semaphore(AT_ONCE)
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def play(self, sessions: Sequence[str], settling: float, seconds: float) -> list[float]:
        """Let all play for *seconds* after *settling*; the delays of that time, ascending."""
        for session in sessions:
            self.start(Player(self, session).come())
        await asyncio.sleep(settling)
        self.delays.clear()
        await asyncio.sleep(seconds)
        found = sorted(self.delays)
        for task in tuple(self._tasks):
            task.cancel()
        return found


def measure(players: int, settling: float, seconds: float) -> list[float]:
    port = servers.free_port()
    with tempfile.TemporaryDirectory() as folder:
        env = servers.our_environment(Path(folder), port) | {"SERVER": "uvicorn"}
        told = prepared(env, players)
        with servers.running(servers.OUR_COMMAND, port, env, ROOT):
            crowd = Crowd(port, told["uid"])
            with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
                return runner.run(crowd.play(told["sessions"], settling, seconds))


def prepared(env: dict[str, str], players: int) -> JSON:
    command = [sys.executable, "-m", "bench.arena.prepare", str(players), str(MINUTES)]
    done = subprocess.run(
        command, cwd=ROOT, env=os.environ | env, check=True, capture_output=True, text=True
    )
    told: JSON = json.loads(done.stdout.splitlines()[-1])
    return told


def told(name: str, delays: Sequence[float], seconds: float) -> float:
    """Print the figures; the 99th percentile in milliseconds."""
    p50, p99 = (delays[int(share * (len(delays) - 1))] * 1e3 for share in (0.5, 0.99))
    rate = len(delays) / seconds
    print(f"{name}: {rate:.0f} moves/s, p50 {p50:.1f} ms, p99 {p99:.1f} ms", flush=True)
    return p99


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.arena", description=__doc__)
    parser.add_argument("--players", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=60.0)
    arguments = parser.parse_args()
    servers.use_client_core()
    servers.use_all_files()
    few, settling = arguments.players // 10, 15 + arguments.players / 25
    before = told(f"{few} players", measure(few, 15, arguments.seconds), arguments.seconds)
    delays = measure(arguments.players, settling, arguments.seconds)
    after = told(f"{arguments.players} players", delays, arguments.seconds)
    print(f"p99 {after / before:.1f} times that of a tenth")


if __name__ == "__main__":
    main()
