"""An arena whose server is killed in the middle: no round is lost or played twice, and it ends."""

from __future__ import annotations

import json
import random
import threading
import time
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from typing import Any

from deploy.ready import wait_until
from tests.server.raw_socket import CLOSE, RawSocket
from tests.serving import ServerProcess
from tests.system.faults.kills import killed_and_back
from tests.system.faults.place import ORIGIN, Place, require

PATIENCE = 60.0  # seconds for what goes on at the end
BETWEEN_LOOKS = 0.25  # seconds of a program
LOOKS_FOR_THE_NEXT = 8  # game of a round
COOKIE = "sessionid"
BREAK = 0.5  # before it tries again


def killed_arena(
    place: Place, *, bots: int, people: int, seconds: int, kills: int = 1, on: str = "SQLite"
) -> str:
    """Let *bots* by the API and *people* by sockets play an arena of so many *seconds*, and kill
    the server in the middle of it, *kills* times."""
    if on == "PostgreSQL":
        place.start_postgresql()
    place.prepare()
    site = place.site()
    asked = (str(bots), str(people), str(seconds))
    told = json.loads(place.run("tests.system.faults.prepare_arena", *asked).splitlines()[-1])
    began = time.monotonic()
    uid = told["uid"]
    players: list[Player] = [Bot(site, uid, token) for token in told["tokens"]]
    players += [Person(site, uid, session) for session in told["sessions"]]
    for player in players:
        player.start()
    waits = []
    for number in range(1, kills + 1):
        time.sleep(max(0.0, began + seconds * number / (kills + 1) - time.monotonic()))
        waits.append(killed_and_back(site))
    has_ended = wait_until(lambda: is_over(place), seconds=seconds + PATIENCE)
    for player in players:
        player.leave()
    for player in players:
        player.join()
    require(has_ended, f"It does not end: {place.ask('SELECT state FROM games_tournament')}.")
    found = json.loads(place.run("tests.system.faults.check_arena", uid).splitlines()[-1])
    require(not found["wrong"], f"Rounds and their games do not agree: {found['wrong']}.")
    require(not found["overlapping"], f"{found['overlapping']} rounds began too early.")
    require(found["is_kept"], "The standing is not what the rounds come to.")
    require(found["points"] == 2 * found["counted"], "Points were lost or doubled.")
    require(found["fewest"] > 0, "Somebody has not played at all.")
    place.require_no_traceback()
    return (
        f"{found['rounds']} rounds of {len(players)} players, {kills} kills, back after "
        f"{max(waits):.1f} s: none is lost or doubled, and the standing is what they come to."
    )


def is_over(place: Place) -> bool:
    going = place.ask("SELECT COUNT(*) FROM games_round WHERE state = 'going'")
    over = place.ask("SELECT COUNT(*) FROM games_tournament WHERE state = 'over'")
    return going == [(0,)] and over == [(1,)]


@dataclass
class Player:
    """Somebody who plays any free cell in each of their games, in threads of their own."""

    site: ServerProcess
    arena: str
    secret: str
    _left: threading.Event = field(default_factory=threading.Event)
    _threads: list[threading.Thread] = field(default_factory=list)

    def start(self) -> None:
        for work in self._works():
            thread = threading.Thread(target=self._repeat, args=(work,), daemon=True)
            self._threads.append(thread)
            thread.start()

    def _works(self) -> list[Callable[[], None]]:
        return [self._be_there]

    def leave(self) -> None:
        self._left.set()

    def join(self) -> None:
        for thread in self._threads:
            thread.join(PATIENCE)
            require(not thread.is_alive(), "A player hangs.")

    def _repeat(self, work: Callable[[], None]) -> None:
        """Until one leaves, whatever happens to the server."""
        while not self._left.is_set():
            with suppress(OSError, HTTPException, ValueError, EOFError, AssertionError):
                work()
            self._left.wait(BREAK)

    def _be_there(self) -> None:
        raise NotImplementedError


class Bot(Player):
    """A program: a stream says that it is there and which games wait; moves are requests."""

    def _works(self) -> list[Callable[[], None]]:
        self._waiting: set[str] = set()
        return [self._be_there, self._play]

    def _be_there(self) -> None:
        self._ask("POST", f"tournaments/{self.arena}/join")
        with closing(HTTPConnection("127.0.0.1", self.site.port, timeout=20)) as connection:
            connection.request("GET", "/api/v1/events", headers=self._headers)
            with connection.getresponse() as lines:
                while not self._left.is_set() and (line := lines.readline()):
                    message = json.loads(line)
                    self._waiting |= {*message.get("uids", []), *message.get("waiting", [])}

    def _play(self) -> None:
        for uid in tuple(self._waiting):
            game = self._ask("GET", f"games/{uid}")
            if game.get("status") == "finished":
                self._waiting.discard(uid)
                if game["next"]:
                    self._waiting.add(game["next"])
            elif game.get("status") == "ongoing" and turn(game) in game["you"]:
                move = {"ply": len(game["moves"]), "cell": free_cell(game)}
                self._ask("POST", f"games/{uid}/moves", move)

    @property
    def _headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.secret}", "Content-Type": "application/json"}

    def _ask(self, method: str, path: str, body: object = None) -> dict[str, Any]:
        with closing(HTTPConnection("127.0.0.1", self.site.port, timeout=15)) as connection:
            text = None if body is None else json.dumps(body)
            connection.request(method, f"/api/v1/{path}", text, self._headers)
            answer = connection.getresponse().read()
            return json.loads(answer) if answer else {}


class Person(Player):
    """A browser: the arena's socket says which round has begun, the game's takes the moves."""

    def _be_there(self) -> None:
        with self._socket(f"/ws/tournaments/{self.arena}/") as arena:
            while not self._left.is_set():
                arena.send(b'{"type":"ping","version":0}')
                message = _hear(arena)
                if message.get("type") == "paired":
                    self._play_round(message["game"])

    def _play_round(self, uid: str) -> None:
        looks = 0
        while not self._left.is_set() and looks < LOOKS_FOR_THE_NEXT:
            game = self._look_and_play(uid)
            if game["next"]:
                uid = game["next"]
            looks = looks + 1 if game["status"] == "finished" else 0
            time.sleep(BETWEEN_LOOKS)

    def _look_and_play(self, uid: str) -> dict[str, Any]:
        """The game as it stood before one's own move, if there was one to make."""
        with self._socket(f"/ws/games/{uid}/") as socket:
            while (game := _hear(socket)).get("type") != "game":
                pass
            if game["status"] == "ongoing" and turn(game) in game["you"]:
                ply = len(game["moves"])
                move = {"type": "play", "ply": ply, "cell": free_cell(game), "id": f"{uid}{ply}"}
                socket.send(json.dumps(move).encode())
                _hear(socket)
        return game

    def _socket(self, path: str) -> RawSocket:
        headers = f"Cookie: {COOKIE}={self.secret}\r\n"
        return RawSocket(self.site.port, path, origin=ORIGIN, headers=headers)


def _hear(socket: RawSocket) -> dict[str, Any]:
    opcode, payload = socket.receive()
    require_open(opcode)
    found: dict[str, Any] = json.loads(payload)
    return found


def require_open(opcode: int) -> None:
    """Raise ConnectionError once the server has closed a socket."""
    if opcode == CLOSE:
        raise ConnectionError


def turn(game: dict[str, Any]) -> str:
    first = game["first"]
    return first if len(game["moves"]) % 2 == 0 else {"x": "o", "o": "x"}[first]


def free_cell(game: dict[str, Any]) -> int:
    return random.choice(sorted(set(range(game["m"] * game["n"])) - set(game["moves"])))
