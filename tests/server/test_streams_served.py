"""Streams in front of real servers."""

import json
from collections.abc import Callable
from contextlib import ExitStack, closing
from http.client import HTTPConnection, HTTPResponse

import pytest

from tests.serving import ServerProcess, run

MAKE_BOT = """
from accounts.programs.bots import make_bot
from accounts.models import User
from accounts.programs.tokens import make_token
bot = make_bot(owner=User.objects.create_user("alice-{name}"), name="{name}")
from tests.stored import new_game
from django.utils import timezone
rival = User.objects.create_user("bob-{name}")
game = new_game(bot, rival, started_at=timezone.now())
token = make_token(account=bot, actor=bot.owner, name="test", scopes=["read", "play"])
print(game.uid, token)
"""


# Both have moved, and the program has a second left.
SHORT_OF_TIME = """
from django.utils import timezone
from datetime import timedelta
from games.models import Game
from tests.stored import play
game = Game.objects.get(uid="{uid}")
play(game, (4, 0))
now = timezone.now()
Game.objects.filter(pk=game.pk).update(
    control="60+0", x_ms=1000, o_ms=60000, turn_at=now, deadline=now + timedelta(seconds=1)
)
"""


@pytest.fixture(scope="module")
def sites(make_shared_site: Callable[..., ServerProcess]) -> dict[str, ServerProcess]:
    """One under each server, for all tests that leave them running."""
    return {name: make_shared_site(SERVER=name) for name in ("uvicorn", "daphne")}


@pytest.fixture(params=["uvicorn", "daphne"])
def site(request: pytest.FixtureRequest, sites: dict[str, ServerProcess]) -> ServerProcess:
    return sites[request.param]


def bot_with_game(site: ServerProcess, name: str) -> tuple[str, dict[str, str]]:
    """The uid of a game of a new bot of this *name*, and the headers of its program."""
    told = run("django", "shell", "--no-imports", "-c", MAKE_BOT.format(name=name), **site.env)
    uid, token = told.split()[-2:]
    return uid, {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}


def events(site: ServerProcess, connection: HTTPConnection) -> HTTPResponse:
    connection.request("GET", "/api/v1/events", headers=bot_with_game(site, "listener")[1])
    return connection.getresponse()


def test_lines_come_one_by_one_and_keep_coming(sites):
    with ExitStack() as stack:
        answers = []
        for site in sites.values():
            connection = HTTPConnection("127.0.0.1", site.port, timeout=60)
            answers.append(events(site, stack.enter_context(closing(connection))))
        for answer in answers:
            assert (answer.status, answer.headers["Content-Type"]) == (200, "application/x-ndjson")
            assert answer.headers["X-Request-ID"]
            assert answer.readline().startswith(b'{"type":"waiting","uids":[')
        for answer in answers:  # both wait for it at once
            assert answer.readline() == b"\n"
    for site in sites.values():
        assert "Traceback" not in site.log.read_text()


def test_a_stream_ends_in_order_and_at_once_when_the_server_stops(make_site):
    site = make_site(SERVER="uvicorn")
    with closing(HTTPConnection("127.0.0.1", site.port, timeout=60)) as connection:
        answer = events(site, connection)
        assert answer.readline().startswith(b'{"type":"waiting"')
        site.process.terminate()
        assert answer.read() == b""  # to the last chunk: without one it would be incomplete
    assert site.process.wait(60) == 0
    assert "Traceback" not in site.log.read_text()


def test_moves_are_made_by_requests_and_heard_on_the_stream(site):
    uid, headers = bot_with_game(site, "mover")
    path = f"/api/v1/games/{uid}"
    with (
        closing(HTTPConnection("127.0.0.1", site.port, timeout=60)) as stream,
        closing(HTTPConnection("127.0.0.1", site.port, timeout=60)) as moves,
    ):
        stream.request("GET", f"{path}/stream", headers=headers)
        lines = stream.getresponse()
        assert json.loads(lines.readline())["type"] == "game"
        told, limits = [], list[str]()
        for body in (
            {"ply": 0, "cell": "b2", "id": "1"},
            {"ply": 0, "cell": "b2", "id": "1"},
            {"ply": 0, "cell": "a1"},
            {"ply": 1, "cell": "z"},
            {"ply": "1"},
        ):
            moves.request("POST", f"{path}/moves", json.dumps(body), headers)
            answer = moves.getresponse()
            told.append((answer.status, *list(json.loads(answer.read()).items())[-1:]))
            limits.append(answer.headers["RateLimit"])
        moves.request("GET", "/api/v1/account", headers=headers)
        assert json.loads(moves.getresponse().read())["name"] == "mover"
        statuses = [status for status, _ in told]
        assert statuses == [200, 200, 409, 422, 422]
        assert [told[0][1], told[1][1]] == [("new", True), ("new", False)]
        # Moves of a program that listens have a limit of their own.
        assert all(limit.startswith('"moves";') for limit in limits[:2])
        while (line := json.loads(lines.readline() or "null") or {}).get("type") != "moved":
            pass
        assert (line["ply"], line["cell"]) == (0, 4)
    assert "Traceback" not in site.log.read_text()


def test_a_program_that_never_answers_loses_on_time(site):
    uid, headers = bot_with_game(site, "sleeper")
    run("django", "shell", "--no-imports", "-c", SHORT_OF_TIME.format(uid=uid), **site.env)
    with closing(HTTPConnection("127.0.0.1", site.port, timeout=30)) as stream:
        stream.request("GET", f"/api/v1/games/{uid}/stream", headers=headers)
        lines = stream.getresponse()
        for line in iter(lines.readline, b""):
            if b'"termination":"time"' in line:
                break
        assert b'"outcome":"o"' in line
