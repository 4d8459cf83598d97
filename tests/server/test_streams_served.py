"""Streams in front of real servers."""

from collections.abc import Callable
from contextlib import closing
from http.client import HTTPConnection, HTTPResponse

import pytest

from tests.serving import ServerProcess, run

MAKE_BOT = """
from accounts.programs.bots import make_bot
from accounts.models import User
from accounts.programs.tokens import make_token
bot = make_bot(owner=User.objects.create_user("alice"), name="line")
print(make_token(account=bot, actor=bot.owner, name="test", scopes=["read"]))
"""


@pytest.fixture(params=["uvicorn", "daphne"])
def site(request: pytest.FixtureRequest, make_site: Callable[..., ServerProcess]) -> ServerProcess:
    return make_site(SERVER=request.param)


def events(site: ServerProcess, connection: HTTPConnection) -> HTTPResponse:
    token = run("django", "shell", "--no-imports", "-c", MAKE_BOT, **site.env).split()[-1]
    connection.request("GET", "/api/v1/events", headers={"Authorization": f"Bearer {token}"})
    return connection.getresponse()


def test_lines_come_one_by_one_and_keep_coming(site):
    with closing(HTTPConnection("127.0.0.1", site.port, timeout=15)) as connection:
        answer = events(site, connection)
        assert (answer.status, answer.headers["Content-Type"]) == (200, "application/x-ndjson")
        assert answer.headers["X-Request-ID"]
        assert answer.readline() == b'{"type":"waiting","uids":[]}\n'
        assert answer.readline() == b"\n"
    assert "Traceback" not in site.log.read_text()


@pytest.mark.parametrize("site", ["uvicorn"], indirect=True)
def test_a_stream_ends_in_order_and_at_once_when_the_server_stops(site):
    with closing(HTTPConnection("127.0.0.1", site.port, timeout=15)) as connection:
        answer = events(site, connection)
        assert answer.readline().startswith(b'{"type":"waiting"')
        site.process.terminate()
        assert answer.read() == b""  # to the last chunk: without one it would be incomplete
    assert site.process.wait(10) == 0
    assert "Traceback" not in site.log.read_text()
