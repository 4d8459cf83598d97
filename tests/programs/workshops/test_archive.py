"""Everything of a workshop as one file, for its teacher alone."""

from __future__ import annotations

import csv
import io
import json
import zipfile

import pytest

from games.live.limits import WORKSHOP_FILES
from games.programs.workshops import archive
from tests.programs.workshops.played import DRAW, X_WINS, played

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def nothing_fetched() -> None:
    WORKSHOP_FILES.forget()


def fetched(client, page) -> dict[str, str]:
    """The files by name."""
    answer = client.get(f"{page}all.zip")
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "application/zip"
    with zipfile.ZipFile(io.BytesIO(answer.content)) as found:
        return {
            name.rpartition("/")[2]: found.read(name).decode("utf-8-sig")
            for name in found.namelist()
        }


def test_it_has_all_tables_and_games(client, alice, workshop, page, players):
    games = [
        played(workshop, players[0], players[1], *X_WINS),
        played(workshop, players[1], players[2], *DRAW, paired=False),
        played(workshop, players[2], players[0], 4),  # goes on
    ]
    client.force_login(alice)
    files = fetched(client, page)
    assert set(files) == {
        "players.csv",
        "points.csv",
        "round-robin.csv",
        "round-robin.svg",
        "games.json",
    }
    rows = list(csv.DictReader(io.StringIO(files["players.csv"])))
    assert [row["name"] for row in rows] == ["ally", "bobby", "charly"]
    points = {
        row["name"]: row["points"] for row in csv.DictReader(io.StringIO(files["points.csv"]))
    }
    assert points == {"ally": "1.0", "bobby": "0.5", "charly": "0.5"}
    assert files["round-robin.svg"].startswith("<svg")
    told = json.loads(files["games.json"])
    assert [game["game"] for game in told] == [one.game.uid for one in games[:2]]
    assert told[0]["moves"] == ["a3", "a2", "b3", "b2", "c3"]
    assert (told[0]["x"], told[0]["o"], told[0]["outcome"]) == ("ally", "bobby", "x")


def test_of_many_games_it_has_the_newest(client, alice, workshop, page, players, monkeypatch):
    monkeypatch.setattr(archive, "MAX_GAMES", 2)
    monkeypatch.setattr(archive, "CHUNK", 1)
    games = [played(workshop, players[0], players[1], *X_WINS) for _ in range(3)]
    client.force_login(alice)
    told = json.loads(fetched(client, page)["games.json"])
    assert [game["game"] for game in told] == [one.game.uid for one in games[1:]]


def test_without_games_it_is_there_as_well(client, alice, page):
    client.force_login(alice)
    files = fetched(client, page)
    assert json.loads(files["games.json"]) == []
    assert "round-robin.svg" not in files
    assert f'href="{page}all.zip"' in client.get(page).text


def test_a_closed_workshop_has_it(client, alice, workshop, page):
    client.force_login(alice)
    client.post(f"{page}close/")
    assert fetched(client, page)


def test_nobody_else_gets_it(client, bob, page):
    assert client.get(f"{page}all.zip").status_code == 302  # to signing in
    client.force_login(bob)
    assert client.get(f"{page}all.zip").status_code == 404


@pytest.mark.usefixtures("no_token_comes_back")
def test_it_is_made_only_so_often(client, alice, page):
    client.force_login(alice)
    while not WORKSHOP_FILES.take(alice.pk):
        pass
    answer = client.get(f"{page}all.zip")
    assert answer.status_code == 429
    assert int(answer.headers["Retry-After"]) > 0
