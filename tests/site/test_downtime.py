"""The server is killed while clocks run: nobody loses on time for it."""

import sqlite3
import time
from datetime import UTC, datetime, timedelta
from http.client import HTTPConnection
from http.cookies import SimpleCookie
from pathlib import Path
from urllib.parse import urlencode

import pytest

from tests.serving import ServerProcess


class Player:
    """A guest without scripts."""

    def __init__(self, site: ServerProcess) -> None:
        self.site = site
        self.cookies = SimpleCookie()

    def post(self, path: str, **fields: object) -> str:
        """Send a form; where the answer leads to."""
        token = self.cookies["csrftoken"].value
        location = self._ask("POST", path, urlencode({**fields, "csrfmiddlewaretoken": token}))
        assert location
        return location

    def get(self, path: str) -> None:
        self._ask("GET", path)

    def _ask(self, method: str, path: str, body: str | None = None) -> str | None:
        connection = HTTPConnection("127.0.0.1", self.site.port, timeout=15)
        headers = {
            "Cookie": "; ".join(f"{name}={one.value}" for name, one in self.cookies.items()),
            "Content-Type": "application/x-www-form-urlencoded",
            "Origin": self.site.url,
        }
        try:
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            answer.read()
            for cookie in answer.headers.get_all("Set-Cookie") or []:
                self.cookies.load(cookie)
            assert answer.status in (200, 302)
            return answer.headers["Location"]
        finally:
            connection.close()


class Store:
    """The site's database, looked at from outside."""

    def __init__(self, site: ServerProcess) -> None:
        self.file = Path(site.env["DATABASE_URL"].removeprefix("sqlite:///"))

    def ask(self, query: str) -> list[tuple]:
        with sqlite3.connect(self.file, timeout=20) as connection:
            answer = connection.execute(query).fetchall()
        connection.close()
        return answer

    def move_back(self, by: timedelta) -> None:
        """As if everything until now had happened so much earlier."""
        columns = {
            "games_game": ("started_at", "turn_at", "deadline"),
            "games_beat": ("at",),
        }
        for table, names in columns.items():
            for name in names:
                for row, text in self.ask(f"SELECT id, {name} FROM {table} WHERE {name} NOT NULL"):
                    earlier = datetime.fromisoformat(text) - by
                    self.ask(f"UPDATE {table} SET {name} = '{earlier}' WHERE id = {row}")


def begin_a_minute_each(site: ServerProcess) -> str:
    """Two play a game of one minute each, and both have moved: X's clock runs."""
    x, o = Player(site), Player(site)
    for player in (x, o):
        player.get("/games/new/")
    terms = {"opponent": "anyone", "m": 3, "n": 3, "k": 3, "side": "x", "first": "x"}
    path = x.post("/games/new/", control="60+0", takebacks=3, **terms)
    o.post(f"{path}join/")
    x.post(f"{path}play/", ply=0, cell=0)
    o.post(f"{path}play/", ply=1, cell=1)
    return path


def wait_for(store: Store, query: str) -> list[tuple]:
    deadline = time.monotonic() + 15
    while not (found := store.ask(query)):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    return found


@pytest.mark.parametrize("end", ["kill", "stop"])
def test_a_deadline_that_passes_while_the_server_is_away(make_site, end):
    site = make_site()
    begin_a_minute_each(site)
    store = Store(site)
    wait_for(store, "SELECT at FROM games_beat")
    getattr(site, end)()
    store.move_back(timedelta(minutes=5))
    site.start()
    [(began, ended)] = wait_for(
        store, "SELECT began_at, ended_at FROM games_outage WHERE healed_at NOT NULL"
    )
    assert datetime.fromisoformat(ended) - datetime.fromisoformat(began) >= timedelta(minutes=5)
    [(status, text)] = store.ask("SELECT status, deadline FROM games_game")
    deadline = datetime.fromisoformat(text).replace(tzinfo=UTC)
    assert status == "ongoing"
    assert deadline - datetime.fromisoformat(ended).replace(tzinfo=UTC) > timedelta(minutes=1)
    assert deadline > datetime.now(UTC)

    # The same again, without a word of the outage: now the time is up, and once.
    site.kill()
    store.move_back(timedelta(minutes=5))
    store.ask("DELETE FROM games_beat")
    site.start()
    assert wait_for(store, "SELECT outcome FROM games_game WHERE termination = 'time'") == [("o",)]
    assert store.ask("SELECT COUNT(*) FROM games_event WHERE kind = 'ended'") == [(1,)]
    assert store.ask("SELECT COUNT(*) FROM games_event WHERE kind = 'extended'") == [(1,)]
    assert "Traceback" not in site.log.read_text()
