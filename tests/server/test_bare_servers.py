"""Whole games under every server: those that come with a command of their own, and the site's.

The site's own hands each text straight to its socket; the others take the usual way of ASGI.
"""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
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
    """A site under one of the servers, and its two players."""

    def __init__(self, process: ServerProcess, file: Path) -> None:
        self.process = process
        self.file = file

    @contextmanager
    def game(self) -> Iterator[tuple[str, Player, Player]]:
        """A new game with six seconds each: its uid, and both players at it."""
        # New: a game of days ago that nobody played in would go when the site sweeps.
        asked = run("tests.system.deploy.prepare_games", "1", "3,3,3", "6+0", **self.process.env)
        x, o, uid = asked.split()
        with ExitStack() as sockets:
            players = [Player(sockets.enter_context(self.socket(uid, key))) for key in (x, o)]
            for player in players:  # a socket is accepted before it has come to its game
                player.hear("game")
            yield uid, *players

    def socket(self, uid: str, session: str) -> RawSocket:
        opened = RawSocket(
            self.process.port,
            f"/ws/games/{uid}/",
            origin=self.process.url,
            headers=f"Cookie: sessionid={session}\r\n",
            timeout=60,
        )
        assert opened.status == 101
        return opened

    def stored(self, uid: str) -> tuple[object, ...]:
        """The game's outcome and termination in the database."""
        with closing(sqlite3.connect(self.file)) as connection:
            query = "SELECT outcome, termination FROM games_game WHERE uid = ?"
            row: tuple[object, ...] = connection.execute(query, [uid]).fetchone()
            return row


@contextmanager
def served(name: str, folder: Path, static_root: Path) -> Iterator[Site]:
    """A new site under the server of this *name*, which has to end in order."""
    file, port = folder / "site.sqlite3", free_port()
    file.write_bytes(prepared_database())
    env = DEPLOYED | {
        "DATABASE_URL": f"sqlite:///{file}",
        "STATIC_ROOT": str(static_root),
        "PUBLIC_ORIGINS": f"http://127.0.0.1:{port}",
    }
    command = [part.replace("PORT", str(port)) for part in COMMANDS[name]]
    log = folder / "log"
    with ServerProcess(command[0], *command[1:], port=port, log=log, **env) as process:
        yield Site(process, file)
        assert process.stop() in (0, -15), name
        assert "Traceback" not in log.read_text(), name


@pytest.fixture(scope="module")
def sites(tmp_path_factory: pytest.TempPathFactory, static_root: Path) -> Iterator[dict[str, Site]]:
    """One under each server, all at once: their clocks run side by side."""
    with ExitStack() as stack:
        yield {
            name: stack.enter_context(served(name, tmp_path_factory.mktemp(name), static_root))
            for name in COMMANDS
        }


def test_games_are_played_until_a_clock_falls(sites):
    """Nobody looks when it falls: each site does so by itself."""
    uids = {name: play_three_moves(site) for name, site in sites.items()}
    fallen = dict.fromkeys(sites, ("x", "time"))
    assert wait_until(
        lambda: {name: site.stored(uids[name]) for name, site in sites.items()} == fallen,
        seconds=60,
    )
    for site in sites.values():
        assert site.process.get("/").status == 200
        assert site.process.get("/static/css/base.css").status == 200


def play_three_moves(site: Site) -> str:
    """The uid of a new game, in which O's clock runs now."""
    with site.game() as (uid, x, o):
        for ply, cell in enumerate([4, 0, 2]):
            mover, other = (o, x) if ply % 2 else (x, o)
            mover.play(ply, cell)
            assert mover.hear("moved")["cell"] == other.hear("moved")["cell"] == cell
    return uid


@pytest.mark.parametrize("name", COMMANDS)
def test_a_game_is_won_and_what_is_too_long_is_refused(sites, name):
    with sites[name].game() as (_, x, o):
        for ply, cell in enumerate([0, 3, 1, 4, 2]):
            mover, other = (o, x) if ply % 2 else (x, o)
            mover.play(ply, cell)
            mover.hear("moved")
            other.hear("moved")
        assert x.hear("ended")["outcome"] == o.hear("ended")["outcome"] == "x"
        o.socket.send(b"x" * 10_000)
        assert o.hear("refused")["code"] == "too_long"
