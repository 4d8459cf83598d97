"""Whole games under every server: those that come with a command of their own, and the site's.

The site's own hands each text straight to its socket; the others take the usual way of ASGI.
"""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from deploy.ready import wait_until
from tests.server.raw_socket import TEXT, RawSocket
from tests.serving import DEPLOYED, ServerProcess, free_port, prepared_database, run

APPLICATION = "tictactoe_site.asgi:application"
COMMANDS = {
    "daphne": ["daphne", "--port", "PORT", APPLICATION],
    "uvicorn": ["uvicorn", "--port", "PORT", APPLICATION],
    "runserver": ["manage", "runserver", "--noreload", "PORT"],
    "own": ["tictactoe_site.server"],
}


class Player:
    """One side's socket."""

    def __init__(self, socket: RawSocket) -> None:
        self.socket = socket

    def hear(self, kind: str) -> dict[str, object]:
        """The next message of this *kind*."""
        while True:
            opcode, payload = self.socket.receive()
            if opcode == TEXT and (message := json.loads(payload))["type"] == kind:
                heard: dict[str, object] = message
                return heard

    def play(self, ply: int, cell: int) -> None:
        self.socket.send(json.dumps({"type": "play", "ply": ply, "cell": cell}).encode())


class Site:
    """A site, its two players, and a game with six seconds each."""

    def __init__(self, process: ServerProcess, file: Path, prepared: list[str]) -> None:
        self.process = process
        self.file = file
        self.x, self.o, self.uid = prepared
        self.sockets = ExitStack()

    def sit(self, session: str) -> Player:
        socket = RawSocket(
            self.process.port,
            f"/ws/games/{self.uid}/",
            origin=self.process.url,
            headers=f"Cookie: sessionid={session}\r\n",
            timeout=20,
        )
        self.sockets.enter_context(socket)
        assert socket.status == 101
        return Player(socket)

    def stored(self) -> tuple[object, ...]:
        """The game's outcome and termination in the database."""
        with closing(sqlite3.connect(self.file)) as connection:
            query = "SELECT outcome, termination FROM games_game WHERE uid = ?"
            row: tuple[object, ...] = connection.execute(query, [self.uid]).fetchone()
            return row


@pytest.fixture(params=COMMANDS)
def site(request: pytest.FixtureRequest, tmp_path: Path, static_root: Path) -> Iterator[Site]:
    file, port = tmp_path / "site.sqlite3", free_port()
    file.write_bytes(prepared_database())
    env = DEPLOYED | {
        "DATABASE_URL": f"sqlite:///{file}",
        "STATIC_ROOT": str(static_root),
        "PUBLIC_ORIGINS": f"http://127.0.0.1:{port}",
    }
    command = [part.replace("PORT", str(port)) for part in COMMANDS[request.param]]
    log = tmp_path / "log"
    with ServerProcess(command[0], *command[1:], port=port, log=log, **env) as process:
        # Now: a game of days ago that nobody played in would go when the site starts.
        prepared = run("tests.system.deploy.prepare_games", "1", "3,3,3", "6+0", **env).split()
        site = Site(process, file, prepared)
        with site.sockets:
            yield site
        assert process.stop() in (0, -15)
        assert "Traceback" not in log.read_text()


def test_a_game_is_played_until_a_clock_falls(site):
    """Nobody looks when it falls: the site does so by itself."""
    x, o = site.sit(site.x), site.sit(site.o)
    x.hear("game")
    o.hear("game")
    for ply, cell in enumerate([4, 0, 2]):
        mover, other = (o, x) if ply % 2 else (x, o)
        mover.play(ply, cell)
        assert mover.hear("moved")["cell"] == other.hear("moved")["cell"] == cell
    site.sockets.close()
    assert wait_until(lambda: site.stored() == ("x", "time"), seconds=20)
    assert site.process.get("/").status == 200
    assert site.process.get("/static/css/base.css").status == 200


def test_a_game_is_won_and_what_is_too_long_is_refused(site):
    x, o = site.sit(site.x), site.sit(site.o)
    for ply, cell in enumerate([0, 3, 1, 4, 2]):
        mover, other = (o, x) if ply % 2 else (x, o)
        mover.play(ply, cell)
        mover.hear("moved")
        other.hear("moved")
    assert x.hear("ended")["outcome"] == o.hear("ended")["outcome"] == "x"
    o.socket.send(b"x" * 10_000)
    assert o.hear("refused")["code"] == "too_long"
