"""All that a site can do, used at once at a modest rate."""

from __future__ import annotations

import asyncio
import itertools
import json
import os
import random
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from http.client import HTTPConnection
from typing import Any

from bench.server.servers import ROOT
from bench.workshop.__main__ import teach
from tests.serving import ServerProcess
from tests.system.faults.arenas import Bot, Person, Player, free_cell, turn
from tests.system.faults.crowd import Crowd, seat
from tests.system.faults.explanations import asking
from tests.system.faults.exports import begun
from tests.system.faults.forms import Browser
from tests.system.faults.place import Place, require

GAMES = 20  # of people, on boards of 19×19
GUESTS = 3  # who ask for explanations
STUDENTS = 8
HISTORY = 2_000  # games of the player who exports them
BOARDS = ((3, 3, 3), (4, 4, 4), (6, 6, 4), (13, 13, 5), (15, 15, 5))
MAX_PLIES = 40  # a program resigns then
AWAY = 503
BETWEEN_PAGES = 0.15  # seconds
BETWEEN_LOOKS = 0.3
BETWEEN_GAMES = 1.0
BETWEEN_RARE = 20.0  # lab, exports and lessons
LAB = ("-m", "mnk", "lab", "--function", "bench.lab.at_once:choose", "3", "3", "3")


class Everything:
    """All that is done at a site, and how the site has answered."""

    def __init__(self, site: ServerProcess, everybody: dict[str, Any], crowd: Crowd) -> None:
        self.site, self.everybody, self.crowd = site, everybody, crowd
        self.answers: Counter[int] = Counter()  # pages and forms, by HTTP status
        self.done: Counter[str] = Counter()  # what was completed
        self.refused: Counter[str] = Counter()  # refusals of the API, by code
        self.is_over = threading.Event()
        self.failed: list[BaseException] = []

    def read_pages(self, person: dict[str, Any]) -> None:
        """Read all pages of *person*, one after another."""
        for path in person["reads"]:
            self._count(path, self._status(path, person["headers"]))
            if self.is_over.wait(BETWEEN_PAGES):
                return
        self.done["pages"] += len(person["reads"])

    def send_all(self, people: Sequence[dict[str, Any]]) -> None:
        """Send each form of *people* once, as a second time would find its work done."""
        for person in people:
            browser = Browser(self.site, session=person["session"])
            for path, form in person.pop("forms", ()):
                self._count(path, browser.post(path, **form).status)
                self.done["forms"] += 1
                if self.is_over.wait(BETWEEN_PAGES):
                    return
        self.is_over.wait()

    def sign_up(self) -> None:
        """Come as somebody new, sign up, sign out, and sign in again."""
        name, password = f"soaker{random.randrange(10**9)}", "five-in-a-row-wins"
        browser = Browser(self.site)
        asked = {"username": name, "password1": password, "password2": password}
        self._count("/accounts/signup/", browser.post("/accounts/signup/", **asked).status)
        self._count("/accounts/logout/", browser.post("/accounts/logout/").status)
        self._count("/accounts/login/", browser.sign_in(name, password).status)
        self.done["sign-ups"] += 1
        self.is_over.wait(BETWEEN_RARE)

    def play_levels(self) -> None:
        """Play all levels on all boards by the API, and look at each game's review."""
        levels = [level["name"] for level in self._ask("GET", "levels")]
        games = list(itertools.product(levels, BOARDS))
        random.shuffle(games)
        for level, (m, n, k) in games:
            made = self._ask("POST", "games", {"level": level, "m": m, "n": n, "k": k})
            if uid := made.get("uid"):
                self._play(uid)
                self.done[f"games on {m}×{n}"] += 1
                self._review(uid)
            if self.is_over.wait(BETWEEN_GAMES + made.get("seconds", 0)):
                return

    def _play(self, uid: str) -> None:
        while not self.is_over.wait(BETWEEN_LOOKS):
            game = self._ask("GET", f"games/{uid}")
            if game.get("status") == "finished":
                return
            if game.get("status") == "ongoing" and turn(game) in game["you"]:
                if len(game["moves"]) >= MAX_PLIES:
                    self._ask("POST", f"games/{uid}/resign")
                    continue
                move = {"ply": len(game["moves"]), "cell": free_cell(game)}
                self._ask("POST", f"games/{uid}/moves", move)

    def _ask(self, method: str, path: str, body: object = None) -> Any:
        """Return what the API answers; a refusal is counted."""
        headers = {
            "Authorization": f"Bearer {self.everybody['token']}",
            "Content-Type": "application/json",
        }
        with closing(HTTPConnection("127.0.0.1", self.site.port, timeout=30)) as connection:
            text = None if body is None else json.dumps(body)
            connection.request(method, f"/api/v1/{path}", text, headers)
            answer = connection.getresponse()
            said = json.loads(answer.read() or "{}")
        if answer.status >= 400:
            self.refused[said.get("code", str(answer.status))] += 1
        return said

    def _review(self, uid: str) -> None:
        browser = Browser(self.site, session=self.everybody["people"][0]["session"])
        for path in (f"/games/{uid}/review/", f"/games/{uid}/review/grades/"):
            self._count(path, browser.get(path).status)
        self.done["reviews"] += 1

    def hold_workshop(self) -> None:
        """Have students play in a workshop, whose wall somebody watches."""
        lesson = asyncio.run(teach(self.site.port, self.everybody["workshop"], STUDENTS, 1))
        self.done["workshop games"] += len(lesson.results)
        self.is_over.wait(BETWEEN_RARE)

    def test_in_lab(self) -> None:
        """Have the client's lab try a program in both seats."""
        own = {"MNK_BASE": self.site.url, "MNK_TOKEN": self.everybody["token"]}
        env = os.environ | own | {"PYTHONPATH": f"{ROOT}:{ROOT / 'client'}"}
        lab = subprocess.run(
            [sys.executable, *LAB], cwd=ROOT, env=env, capture_output=True, text=True, check=False
        )
        self.done["lab runs"] += lab.stdout.count("never loses")
        self.is_over.wait(BETWEEN_RARE)

    def export(self) -> None:
        """Export all games of the most active player."""
        with begun(self.site, self.everybody["collector"], "gzip") as answer:
            answer.read()
        self.done["exports"] += 1
        self.is_over.wait(BETWEEN_RARE)

    def works(self) -> Iterator[Callable[[], None]]:
        """Yield the works that are repeated, each in a thread of its own."""
        for person in self.everybody["people"]:
            yield partial(self.read_pages, person)
        yield partial(self.send_all, self.everybody["people"])
        yield from (self.sign_up, self.play_levels, self.hold_workshop, self.test_in_lab)
        yield self.export

    def repeat(self, work: Callable[[], None]) -> None:
        """Do *work* until the end; note an error, which ends everything."""
        try:
            while not self.is_over.is_set():
                work()
                self.is_over.wait(BETWEEN_PAGES)
        except (Exception, SystemExit) as error:  # students who are refused end their program
            if not self.is_over.is_set():
                self.failed.append(error)

    def _status(self, path: str, headers: dict[str, str]) -> int:
        """Read a whole page or file; return its HTTP status."""
        with closing(HTTPConnection("127.0.0.1", self.site.port, timeout=60)) as connection:
            connection.request("GET", path, headers=headers)
            answer = connection.getresponse()
            answer.read()
            return answer.status

    def _count(self, path: str, status: int) -> None:
        self.answers[status] += 1
        require(status < 500 or status == AWAY, f"{path} was answered with {status}.")


def prepared(place: Place, seconds: int) -> dict[str, Any]:
    """Make all users before the server starts, and an arena of *seconds*; return them."""
    place.prepare()
    # This comes first, because it gives moves to all games that exist.
    collector = place.run("tests.system.faults.prepare_history", str(HISTORY)).strip()
    found: dict[str, Any] = json.loads(place.run("bench.soak.prepare").splitlines()[-1])
    found["collector"] = collector
    arena = ("2", "4", str(seconds))
    found["arena"] = json.loads(
        place.run("tests.system.faults.prepare_arena", *arena).splitlines()[-1]
    )
    made = place.run("tests.system.workshops.make_workshop", "charlie").strip()
    found["workshop"] = made.split()[-1]
    return found


@contextmanager
def used(place: Place, site: ServerProcess, everybody: dict[str, Any]) -> Iterator[Everything]:
    """Use all features of *site* until the block ends; *everybody* comes from `prepared`."""
    with ExitStack() as stack:
        crowd = stack.enter_context(seat(place, GAMES, [site], between_moves=1.0))
        everything = Everything(site, everybody, crowd)
        guests = [person["session"] for person in everybody["people"] if person["session"]]
        stack.enter_context(asking(site, everybody["explained"], guests[:GUESTS]))
        arena = everybody["arena"]
        players: list[Player] = [Bot(site, arena["uid"], token) for token in arena["tokens"]]
        players += [Person(site, arena["uid"], session) for session in arena["sessions"]]
        for player in players:
            player.start()
            stack.callback(player.leave)
        for work in everything.works():
            threading.Thread(target=everything.repeat, args=(work,), daemon=True).start()
        try:
            yield everything
        finally:
            everything.is_over.set()
    for error in everything.failed:
        raise error
