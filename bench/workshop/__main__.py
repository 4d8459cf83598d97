"""`make bench NAME=workshop`: a class of 60 plays in one workshop while the wall shows it.

One server process runs alone on a core, and this client on another. Students play random moves in
pairs over websockets, with a pause before every move. The time of a move is that until it comes
back to the student who made it. The wall is loaded every two seconds, as its script does.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Sequence
from statistics import median
from typing import Any
from urllib.request import urlopen

from websockets.asyncio.client import ClientConnection, connect

from bench.server import servers
from bench.server.usage import cpu_seconds

PAUSE = 0.5  # seconds before a move, at most
TIMEOUT = 30.0
WALL_PERIOD = 2.0


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.workshop", description=__doc__)
    parser.add_argument("--students", type=int, default=60)
    parser.add_argument("--games", type=int, default=3, help="of each pair")
    asked = parser.parse_args()
    if asked.students < 2 or asked.games < 1:
        parser.error("there have to be at least two students and one game")
    servers.use_client_core()
    with servers.folder_on_disk() as folder:
        port = servers.free_port()
        env = servers.our_environment(folder, port)
        code = _new_workshop(env)
        with servers.running(servers.OUR_COMMAND, port, env, servers.ROOT) as pid:
            cpu = cpu_seconds(pid)
            lesson = asyncio.run(teach(port, code, asked.students, asked.games))
            lesson.tell(cpu_seconds(pid) - cpu)


def _new_workshop(env: dict[str, str]) -> str:
    whole = os.environ | env
    for module, *arguments in (
        ("manage", "migrate", "--verbosity", "0"),
        ("tests.system.workshops.make_workshop", "alice"),
    ):
        done = subprocess.run(
            [sys.executable, "-m", module, *arguments],
            cwd=servers.ROOT,
            env=whole,
            check=True,
            capture_output=True,
            text=True,
        )
    return done.stdout.split()[-1]


class Lesson:
    """What was measured."""

    def __init__(self, students: int) -> None:
        self.students = students
        self.moves: list[float] = []  # seconds each
        self.walls: list[float] = []
        self.results: list[str] = []

    def tell(self, cpu: float) -> None:
        print(f"{self.students} students played {len(self.results)} games, {len(self.moves)} moves")
        print(f"  a move came back, median / p95: {_both(self.moves)}")
        print(f"  the wall's page, median / p95: {_both(self.walls)}, {len(self.walls)} times")
        print(f"  processor time of the server: {cpu:.1f} s")


async def teach(port: int, code: str, students: int, games: int) -> Lesson:
    lesson = Lesson(students)
    async with asyncio.TaskGroup() as group:
        wall = group.create_task(_look_at_wall(port, code, lesson))
        pairs = [
            group.create_task(_pair(port, code, f"s{number}", f"t{number}", games, lesson))
            for number in range(students // 2)
        ]
        await asyncio.gather(*pairs)
        wall.cancel()
    return lesson


async def _look_at_wall(port: int, code: str, lesson: Lesson) -> None:
    while True:
        began = time.perf_counter()
        await asyncio.to_thread(_load, f"http://127.0.0.1:{port}/workshops/{code}/wall/")
        lesson.walls.append(time.perf_counter() - began)
        await asyncio.sleep(WALL_PERIOD)


def _load(address: str) -> None:
    with urlopen(address, timeout=TIMEOUT) as answer:
        answer.read()


async def _pair(port: int, code: str, one: str, other: str, games: int, lesson: Lesson) -> None:
    async with Student(port, code, one) as creator, Student(port, code, other) as joiner:
        for _ in range(games):
            await creator.emit("create")
            uid = (await creator.hear("client:init"))["gameUid"]
            await joiner.emit("join", gameUid=uid)
            await asyncio.gather(creator.play(lesson), joiner.play(lesson))
            lesson.results.append(uid)


class Student:
    """One client, which marks a free cell by chance when it is its turn."""

    def __init__(self, port: int, code: str, name: str) -> None:
        self.address = f"ws://127.0.0.1:{port}/socket.io/?EIO=4&transport=websocket"
        self.namespace, self.name = f"/{code},", name
        self.heard: asyncio.Queue[tuple[str, Any]] = asyncio.Queue()

    async def __aenter__(self) -> Student:
        self.socket: ClientConnection = await connect(self.address, open_timeout=TIMEOUT)
        await self.socket.send(f"40{self.namespace}")
        self.reading = asyncio.create_task(self._receive())
        return self

    async def __aexit__(self, *error: object) -> None:
        self.reading.cancel()
        await self.socket.close()

    async def _receive(self) -> None:
        async for packet in self.socket:
            text = str(packet)
            if text == "2":
                await self.socket.send("3")
            elif text.startswith(f"42{self.namespace}"):
                event, *data = json.loads(text.partition(",")[2])
                if event in ("client:init", "client:move"):
                    self.heard.put_nowait((event, data[0]))
                elif event == "client:error":
                    raise SystemExit(f"{self.name} was refused: {data}")

    async def emit(self, event: str, **data: Any) -> None:
        said = json.dumps([event, {"username": self.name, **data}])
        await self.socket.send(f"42{self.namespace}{said}")

    async def hear(self, event: str = "") -> Any:
        """Return the data of the next *event*, or of the next one of any name."""
        async with asyncio.timeout(TIMEOUT):
            while True:
                heard, data = await self.heard.get()
                if heard == event or not event:
                    return data

    async def play(self, lesson: Lesson) -> None:
        """Play one game to its end."""
        game = await self.hear()
        while game["status"]["type"] == "ONGOING":
            if game["turn"] == self.name:
                game = await self._move(game, lesson)
            else:
                game = await self.hear()

    async def _move(self, game: Any, lesson: Lesson) -> Any:
        await asyncio.sleep(random.uniform(0, PAUSE))
        rows = game["board"]
        free = [(x, y) for y in range(3) for x in range(3) if not rows[y][x]]
        x, y = random.choice(free)
        began = time.perf_counter()
        await self.emit("move", gameUid=game["gameUid"], position={"x": x, "y": y})
        moved = await self.hear()
        lesson.moves.append(time.perf_counter() - began)
        return moved


def _both(times: Sequence[float]) -> str:
    p95 = sorted(times)[int(len(times) * 0.95)]
    return f"{median(times) * 1000:.1f} ms / {p95 * 1000:.1f} ms"


if __name__ == "__main__":
    main()
