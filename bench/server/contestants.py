"""The servers that are measured: how each is started and spoken to."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path

from bench.server import servers
from bench.server.boardgame_io import DRAWN, BoardgameIo
from bench.server.colyseus import Colyseus
from bench.server.load import GameProtocol, Subject
from bench.server.ours import SIDE, Ours, prepared
from bench.server.servers import ROOT

Start = Callable[[int, int], AbstractContextManager[Subject]]  # takes tables, and moves at each
ANY = 40_000  # moves a second, more than any of them makes


@dataclass
class Contestant:
    """A server. Games are prepared for *expected* moves a second, which grows if they run out."""

    name: str
    start: Start
    expected: float = ANY


def ours(server: str) -> Contestant:
    """Return our site on bare daphne or on uvicorn. It keeps each move: SQLite, WAL, FULL."""
    return _ours(f"ours on {server}, durable", ROOT, {"SERVER": server})


def _ours(name: str, site: Path, chosen: dict[str, str]) -> Contestant:
    """Return our site as it is in the folder *site*."""

    @contextmanager
    def start(tables: int, moves: int) -> Iterator[Subject]:
        port = servers.free_port()
        with servers.folder_on_disk() as folder:
            env = servers.our_environment(folder, port) | chosen
            games = prepared(site, env, tables, 1 + moves // SIDE**2)
            with servers.running(servers.OUR_COMMAND, port, env, site) as pid:
                yield _alone(Ours(port, games), pid)

    return Contestant(name, start, expected=8_000)


def boardgame_io() -> Contestant:
    @contextmanager
    def start(tables: int, moves: int) -> Iterator[Subject]:
        port = servers.free_port()
        with _node("boardgame_io.cjs", port) as pid:
            yield _alone(BoardgameIo(port, 2 + moves // len(DRAWN)), pid)

    return Contestant(_named("boardgame.io", "boardgame.io"), start, expected=8_000)


def colyseus() -> Contestant:
    @contextmanager
    def start(tables: int, moves: int) -> Iterator[Subject]:
        port = servers.free_port()
        with _node("colyseus.cjs", port) as pid:
            yield _alone(Colyseus(port), pid)

    return Contestant(_named("Colyseus", "@colyseus/core"), start)


def durable_colyseus() -> Contestant:
    """Return Colyseus with our guarantee: each move is in SQLite, WAL, FULL, before it is sent."""

    @contextmanager
    def start(tables: int, moves: int) -> Iterator[Subject]:
        port = servers.free_port()
        with (
            servers.folder_on_disk() as folder,
            _node("colyseus.cjs", port, DATABASE=f"{folder}/games.sqlite3") as pid,
        ):
            yield _alone(Colyseus(port), pid)

    return Contestant(_named("Colyseus", "@colyseus/core", "durable"), start, expected=8_000)


def checked_out(site: Path) -> Contestant:
    """Return our server from another work tree."""
    command = ["git", "-C", str(site), "describe", "--always", "--dirty"]
    commit = subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()
    return _ours(f"ours in {site.resolve().name} at {commit}", site, {})


def _alone(protocol: GameProtocol, pid: int) -> Subject:
    return Subject(protocol, {"server": [pid]}, root=pid)


def _node(script: str, port: int, **env: str) -> AbstractContextManager[int]:
    command = ["node", str(Path(__file__).with_name("peers") / script)]
    env |= {"PORT": str(port), "NODE_PATH": str(servers.PEERS), "NODE_ENV": "production"}
    return servers.running(command, port, env, ROOT)


def _named(name: str, package: str, keeps: str = "in memory") -> str:
    """Return *name* with the version of *package*, if that is installed, and how it keeps moves."""
    file = servers.PEERS / package / "package.json"
    version = f" {json.loads(file.read_text())['version']}" if file.exists() else ""
    return f"{name}{version}, {keeps}"
