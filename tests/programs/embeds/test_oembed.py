"""oEmbed: which frame shows a page, and how large it is."""

from __future__ import annotations

import re
from html import unescape
from urllib.parse import parse_qs, urlsplit

import pytest

from accounts.models import User
from games.core.rules import Ruleset
from games.models import Game
from games.programs.embeds.code import size_of
from tests.learn.puzzles.boards import FORK, store
from tests.stored import X_WINS, new_game, play

pytestmark = pytest.mark.django_db(transaction=True)

ORIGIN = "http://127.0.0.1:8000"


@pytest.fixture
def finished(alice: User, bob: User) -> Game:
    return play(new_game(alice, bob), X_WINS)


def ask(client, path, **query):
    return client.get("/oembed", {"url": f"{ORIGIN}{path}", **query})


def test_a_page_tells_where_its_frame_is_found(client, finished):
    page = client.get(f"/games/{finished.uid}/review/").text
    link = re.search(r'<link rel="alternate" type="application/json\+oembed" href="([^"]+)">', page)
    address = urlsplit(unescape(link[1]))
    assert f"{address.scheme}://{address.netloc}" == ORIGIN
    answer = client.get(
        address.path, {name: one[0] for name, one in parse_qs(address.query).items()}
    )
    told = answer.json()
    assert (told["version"], told["type"]) == ("1.0", "rich")
    assert told["title"] == "alice beat bob"
    assert (told["width"], told["height"]) == (400, 496)
    assert f'src="{ORIGIN}/embed/game/{finished.uid}/"' in told["html"]
    assert not answer.cookies


def test_every_kind_of_page_has_a_frame(client, finished):
    puzzle = store(FORK, 3)
    for path, frame in {
        "/p/3x3x3/b2/": "/embed/position/3x3x3/b2/",
        "/p/7x6x4/": "/embed/position/7x6x4/",
        "/p/3x3x3/a3b3b2c1/explain/?ply=3&step=7&line=x": (
            "/embed/explanation/3x3x3/a3b3b2c1/?ply=3&amp;step=7"
        ),
        "/p/3x3x3/explain/": "/embed/explanation/3x3x3/",
        f"/puzzles/{puzzle.pk}/": f"/embed/puzzle/{puzzle.pk}/",
        "/puzzles/daily/": "/embed/puzzle/daily/",
        f"/embed/puzzle/{puzzle.pk}/?theme=dark": f"/embed/puzzle/{puzzle.pk}/?theme=dark",
    }.items():
        html = ask(client, path).json()["html"]
        assert f'src="{ORIGIN}{frame}"' in html, path
        src = unescape(re.search(r'src="([^"]+)"', html)[1]).removeprefix(ORIGIN)
        assert client.get(src).status_code == 200, path


@pytest.mark.parametrize(("width", "height"), [(200, None), (None, 300), (10_000, 999), (320, 99)])
def test_it_is_no_larger_than_there_is_room(client, width, height):
    room = {"maxwidth": width, "maxheight": height}
    told = ask(client, "/p/7x6x4/", **{name: one for name, one in room.items() if one}).json()
    assert told["width"] <= (width or 400)
    assert told["height"] <= (height or 1000)
    ideal = size_of(Ruleset(7, 6, 4), most_width=told["width"]).height
    assert abs(told["height"] - ideal) <= 2


@pytest.mark.parametrize(
    ("query", "status", "code"),
    [
        ({"url": f"{ORIGIN}/p/3x3x3/", "format": "xml"}, 501, "format_not_offered"),
        ({"url": f"{ORIGIN}/p/3x3x3/", "maxwidth": "0"}, 400, "bad_size"),
        ({"url": f"{ORIGIN}/p/3x3x3/", "maxheight": "x"}, 400, "bad_size"),
        ({}, 404, "no_such_page"),
        ({"url": "https://elsewhere.example/p/3x3x3/"}, 404, "no_such_page"),
        ({"url": "http://127.0.0.1:8000@elsewhere.example/p/3x3x3/"}, 404, "no_such_page"),
        ({"url": "//[/p/3x3x3/"}, 404, "no_such_page"),
        ({"url": "javascript:alert(1)"}, 404, "no_such_page"),
        ({"url": f"{ORIGIN}/rules/"}, 404, "no_such_page"),
        ({"url": f"{ORIGIN}/nowhere"}, 404, "no_such_page"),
        ({"url": f"{ORIGIN}/p/3x3x3/a1a1/"}, 404, "no_such_page"),
        ({"url": f"{ORIGIN}/games/0123456789/"}, 404, "no_such_page"),
        ({"url": f"{ORIGIN}/p/3x3x3/?" + "a=1&" * 50}, 404, "no_such_page"),
    ],
)
def test_anything_else_is_refused_with_a_code(client, query, status, code):
    answer = client.get("/oembed", query)
    assert answer.status_code == status
    assert answer.json() == {"code": code}


def test_an_answer_is_kept_and_a_refusal_is_not(client):
    for refused in (
        ask(client, "/games/0123456789/"),
        ask(client, "/p/3x3x3/", maxwidth="0"),
        ask(client, "/p/3x3x3/", format="xml"),
    ):
        assert refused.status_code in (400, 404, 501)
        assert refused.headers["Cache-Control"] == "no-store"
    assert ask(client, "/p/3x3x3/").headers["Cache-Control"] == "public, max-age=3600"


def test_a_game_that_no_list_shows_is_not_told(client, alice, bob):
    game = play(new_game(alice, bob, opponent="friend"), X_WINS)
    assert ask(client, f"/games/{game.uid}/").status_code == 404
    assert "oembed" not in client.get(f"/games/{game.uid}/review/").text
