"""How programs are served beside people."""

import asyncio
import json
from typing import Any

import pytest

from accounts.programs.token_text import new_token
from games.live.limits import BAD_TOKENS
from tests.server.test_pages import Client, echo, part
from tictactoe_site.server import programs
from tictactoe_site.server.pages import PagePlaces
from tictactoe_site.server.programs import MAX_BODY_BYTES, ForPrograms, SlowAfter429, in_places

ACCOUNT = "/api/v1/account"


def headers_of(client: Client) -> dict[bytes, bytes]:
    return dict(client.answer[0]["headers"])


def problem_of(client: Client) -> dict[str, Any]:
    assert headers_of(client)[b"content-type"] == b"application/problem+json"
    problem = json.loads(client.answer[1]["body"])
    assert problem["status"] == client.status
    return problem


async def test_programs_have_places_of_their_own(monkeypatch):
    hold = asyncio.Event()

    async def wait(scope: Any, receive: Any, send: Any) -> None:
        await hold.wait()
        await echo(scope, receive, send)

    places = PagePlaces(wait, at_once=1, timeout=0.05, refuse=programs.refuse)
    site = ForPrograms(PagePlaces(echo), places)
    first, second, person = Client(), Client(), Client()
    asked = first.ask(site, ACCOUNT)
    await second.ask(site, ACCOUNT)
    assert (second.status, problem_of(second)["code"]) == (503, "unavailable")
    assert headers_of(second)[b"retry-after"] == b"5"
    await person.ask(site, "/bots/")
    assert person.status == 200
    hold.set()
    await asked


async def test_a_body_that_is_too_long_is_a_problem():
    client = Client(part(b"x" * (MAX_BODY_BYTES + 1)))
    await client.ask(in_places(echo), ACCOUNT)
    assert (client.status, problem_of(client)["code"]) == (413, "too_long")


async def too_fast(scope: Any, receive: Any, send: Any) -> None:
    headers = [(b"content-length", b"2"), (b"retry-after", b"1")]
    await send({"type": "http.response.start", "status": 429, "headers": headers})
    await send({"type": "http.response.body", "body": b"{}"})


async def test_who_is_told_to_wait_hears_it_at_once_and_the_connection_rests(monkeypatch):
    slept = asyncio.Event()

    async def sleep(seconds: float) -> None:
        assert seconds == programs.REST
        await slept.wait()

    monkeypatch.setattr(programs.asyncio, "sleep", sleep)
    client = Client()
    asked = client.ask(SlowAfter429(too_fast))
    while len(client.answer) < 2:
        await asyncio.wait({asked}, timeout=0.001)
    assert [message.get("more_body") for message in client.answer[1:]] == [True]
    slept.set()
    await asked
    assert client.answer[2] == {"type": "http.response.body", "body": b""}


@pytest.mark.parametrize("path", ["/", "/bots/", "/api/", "/api/openapi.json"])
async def test_people_are_served_with_pages(path):
    person = Client()
    site = ForPrograms(echo, too_fast)
    await person.ask(site, path)
    assert person.status == 200


@pytest.mark.parametrize(("owed", "status"), [((3, 2), 429), ((1, 0), 200), ((0,), 200)])
async def test_who_has_asked_too_often_waits_before_anything_is_looked_up(
    monkeypatch, owed, status
):
    left, slept = list(owed), []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    monkeypatch.setattr(programs.asyncio, "sleep", sleep)
    monkeypatch.setattr(programs, "seconds_owed", lambda given: left.pop(0))
    client = Client()
    await client.ask(programs.DelayRefused(echo), ACCOUNT)
    assert (client.status, len(slept), left) == (status, len(owed) - 1, [])
    if status == 429:
        problem = problem_of(client)
        assert (problem["code"], problem["key"], problem["seconds"]) == ("too_fast", "requests", 2)
        assert headers_of(client)[b"ratelimit"] == b'"requests";r=0;t=2'


MOVES = "/api/v1/games/0123456789/moves"


async def never(scope: Any, receive: Any, send: Any) -> None:
    raise AssertionError("it was let in")


@pytest.mark.parametrize(
    "given", [[], [b"Bearer "], [b"Bearer x"], [b"Basic Zm9v"], [b"Bearer ttt_" + b"0" * 46]]
)
async def test_nothing_is_done_for_who_shows_no_token(given):
    client = Client()
    headers = [(b"authorization", value) for value in given]
    await client.ask(in_places(never), MOVES, method="POST", headers=headers)
    assert (client.status, problem_of(client)["code"]) == (401, "bad_token")
    assert headers_of(client)[b"www-authenticate"] == b"Bearer"


@pytest.mark.usefixtures("no_token_comes_back")
async def test_an_address_that_asks_without_token_again_and_again_is_told_to_wait():
    clients = [Client() for _ in range(BAD_TOKENS.at_once + 1)]
    for client in clients:
        await client.ask(in_places(never), MOVES, method="POST")
    assert [client.status for client in clients] == [401] * BAD_TOKENS.at_once + [429]
    assert problem_of(clients[-1])["key"] == BAD_TOKENS.name
    elsewhere = Client()
    await elsewhere.ask(in_places(never), MOVES, method="POST", client=("192.0.2.8", 1))
    assert elsewhere.status == 401


async def test_what_can_be_a_token_is_asked_about():
    client = Client()
    headers = [(b"authorization", b"Bearer " + new_token().encode())]
    await client.ask(in_places(echo), MOVES, method="POST", headers=headers)
    assert client.status == 200


async def test_files_that_everybody_may_read_need_no_token():
    client = Client()
    await client.ask(in_places(echo), "/api/v1/puzzles.ndjson")
    assert client.status == 200
