"""Moves of programs that listen to their game go around the API's places, and nothing else does."""

import json
from typing import Any

import pytest
from django.http import HttpResponse

from games.programs.api import moves
from games.programs.api.problems import too_many
from tests.server.test_pages import Client, part
from tictactoe_site.server import direct_moves
from tictactoe_site.server.direct_moves import DirectMoves
from tictactoe_site.server.programs import MAX_BODY_BYTES, REST

TOKEN, UID = "ttt_secret", "7fQ2cV9bXa"
PATH = f"/api/v1/games/{UID}/moves"
BODY = b'{"ply":0,"cell":"b2","id":"1"}'
HEADERS = {"authorization": f"Bearer {TOKEN}", "content-type": "application/json"}


async def others(scope: Any, receive: Any, send: Any) -> None:
    body = (await receive())["body"]
    await send({"type": "http.response.start", "status": 418, "headers": []})
    await send({"type": "http.response.body", "body": body})


class Game:
    """What stands in for the game: its program listens, and each move is answered with *answer*."""

    def __init__(self, answer: HttpResponse | None) -> None:
        self.answer = answer
        self.asked: list[tuple[str, str, bytes]] = []

    def is_listening(self, *, token: str, uid: str) -> bool:
        return (token, uid) == (TOKEN, UID)

    async def play(self, *, token: str, uid: str, body: bytes) -> HttpResponse | None:
        self.asked.append((token, uid, body))
        return self.answer


@pytest.fixture
def game(monkeypatch: pytest.MonkeyPatch) -> Game:
    made = Game(HttpResponse(b'{"new": true}', content_type="application/json"))
    monkeypatch.setattr(moves, "is_listening", made.is_listening)
    monkeypatch.setattr(moves, "play", made.play)
    return made


async def ask(*parts: Any, path: str = PATH, method: str = "POST", **changed: str | None) -> Client:
    fields = HEADERS | {name.replace("_", "-"): value for name, value in changed.items()}
    headers = [(name.encode(), value.encode()) for name, value in fields.items() if value]
    client = Client(*(parts or [part(BODY, more=False)]))
    await client.ask(DirectMoves(others), path, method=method, headers=headers)
    return client


async def test_a_move_goes_to_whoever_listens(game):
    client = await ask(part(BODY[:9]), part(BODY[9:], more=False))
    assert game.asked == [(TOKEN, UID, BODY)]
    start, end = client.answer
    assert (client.status, end["body"]) == (200, b'{"new": true}')
    assert dict(start["headers"])[b"content-type"] == b"application/json"
    assert dict(start["headers"])[b"content-length"] == b"13"


@pytest.mark.parametrize(
    "odd",
    [
        {"method": "PUT"},
        {"path": f"/api/v1/games/{UID}/resign"},
        {"path": f"/api/v1/games/{UID}/moves/"},
        {"path": "/api/v1/games/0000000000/moves"},
        {"authorization": None},
        {"authorization": "Basic eDp5"},
        {"authorization": f"Basic {TOKEN}"},
        {"authorization": "Bearer another"},
        {"content_type": None},
        {"content_type": "text/plain"},
    ],
)
async def test_anything_else_goes_the_usual_way(game, odd):
    client = await ask(**odd)
    assert (client.status, client.answer[1]["body"]) == (418, BODY)
    assert not game.asked


async def test_what_is_no_move_goes_the_usual_way_whole(game):
    game.answer = None
    client = await ask(part(b'{"ply"'), part(b":0}", more=False))
    assert (client.status, client.answer[1]["body"]) == (418, b'{"ply":0}')


async def test_a_move_that_is_too_long_is_a_problem(game):
    client = await ask(part(b"x" * (MAX_BODY_BYTES + 1)))
    assert (client.status, json.loads(client.answer[1]["body"])["code"]) == (413, "too_long")
    assert not game.asked


async def test_who_moves_too_often_hears_of_it_late(game, monkeypatch):
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    monkeypatch.setattr(direct_moves.asyncio, "sleep", sleep)
    assert ((await ask()).status, slept) == (200, [])
    game.answer = too_many("moves", 1)
    assert ((await ask()).status, slept) == (429, [REST])
