"""A move is the same whichever way it goes: around Django while the game's stream is open, or
through it."""

import asyncio
import json

import pytest
from asgiref.sync import sync_to_async
from channels.routing import URLRouter
from channels.testing import WebsocketCommunicator
from django.http import HttpResponse

from accounts import services as accounts
from accounts.models import Token
from accounts.programs.tokens import make_token, revoke_all
from games.live.actor import Events
from games.live.deferred import Deferred
from games.live.limits import MOVES, REQUESTS
from games.live.storage.database import Unavailable
from games.models import Game
from games.play.game.consumer import GameConsumer
from games.programs.api import moves
from games.urls import websocket_urlpatterns
from tests.programs.api.conftest import Program
from tests.stored import new_game, play
from tictactoe_site.server.user_auth import UserAuth

pytestmark = pytest.mark.django_db(transaction=True)
sockets = UserAuth(URLRouter(websocket_urlpatterns))


@pytest.fixture(autouse=True)
def _nothing_counted():
    for limit in (MOVES, REQUESTS):
        limit.forget()


@pytest.fixture
def token(bot) -> str:
    return make_token(account=bot, actor=bot.owner, name="mover", scopes=["read", "play"])


class Listening:
    """A program whose socket of *game* is open while it moves by requests."""

    def __init__(self, game: Game, token: str) -> None:
        self.game, self.token = game, token
        headers = [(b"authorization", f"Bearer {token}".encode())]
        self.socket = WebsocketCommunicator(sockets, f"/ws/games/{game.uid}/", headers=headers)

    async def __aenter__(self) -> "Listening":
        await self.socket.connect(timeout=30)
        await self.socket.receive_from(timeout=30)
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.socket.disconnect()

    async def move(self, body: object, uid: str = "") -> HttpResponse | None:
        """The answer; None if it has to go the usual way."""
        uid, text = uid or self.game.uid, json.dumps(body).encode()
        return await moves.play(token=self.token, uid=uid, body=text)


def body_of(answer: HttpResponse) -> dict:
    return json.loads(answer.content)


@pytest.mark.parametrize(
    "body",
    [
        {"ply": 0, "cell": "b2", "id": "1"},
        {"ply": 0, "cell": 4},
        {"ply": 1, "cell": 0},
        {"ply": 0, "cell": 9},
        {"ply": 0, "cell": "z9"},
        {"ply": 0, "cell": "d1"},
    ],
)
async def test_both_ways_answer_the_same(bot, bob, token, body):
    first, second = [await sync_to_async(new_game)(bot, bob) for _ in range(2)]
    usual = await sync_to_async(Program(token).post)(f"games/{second.uid}/moves", body)
    async with Listening(first, token) as program:
        answer = await program.move(body)
    assert (answer.status_code, body_of(answer)) == (usual.status_code, usual.json())
    assert answer["Content-Type"].split(";")[0] == usual["Content-Type"].split(";")[0]
    kept = [
        await sync_to_async(list)(one.moves.values_list("cell", "player"))
        for one in (first, second)
    ]
    assert kept[0] == kept[1]


async def test_a_move_that_is_sent_again_does_no_harm(game, token):
    async with Listening(game, token) as program:
        body = {"ply": 0, "cell": "b2", "id": "1"}
        asked = [await program.move(body) for _ in range(3)]
        other = await program.move(body | {"id": "2"})
    assert [body_of(answer)["new"] for answer in asked] == [True, False, False]
    assert (other.status_code, body_of(other)["code"]) == (409, "stale_ply")
    assert await game.moves.acount() == 1


@pytest.mark.parametrize(
    "body",
    [{}, [], {"ply": 0}, {"ply": "0", "cell": 0}, {"ply": 0, "cell": 0, "more": 1}, "move"],
)
async def test_what_is_no_move_goes_the_usual_way(game, token, body):
    async with Listening(game, token) as program:
        assert await program.move(body) is None


async def test_who_does_not_listen_goes_the_usual_way(game, token, bob, bot):
    other = await sync_to_async(new_game)(bot, bob)
    program = Listening(game, token)
    assert await program.move({"ply": 0, "cell": 0}) is None
    async with program:
        assert await program.move({"ply": 0, "cell": 0}, uid=other.uid) is None
    assert await program.move({"ply": 0, "cell": 0}) is None
    assert not GameConsumer.of_programs


async def test_another_token_of_the_same_bot_is_not_known_by_it(game, token, bot, alice):
    text = await sync_to_async(make_token)(
        account=bot, actor=alice, name="another", scopes=["read", "play"]
    )
    async with Listening(game, token):
        assert await Listening(game, text).move({"ply": 0, "cell": 0}) is None


async def test_who_only_watches_is_refused(token, alice, bob):
    game = await sync_to_async(new_game)(alice, bob)
    async with Listening(game, token) as program:
        answer = await program.move({"ply": 0, "cell": 0})
    assert (answer.status_code, body_of(answer)["code"]) == (403, "not_seated")


async def test_a_token_without_the_scope_goes_the_usual_way(game, bot, alice):
    text = await sync_to_async(make_token)(account=bot, actor=alice, name="reader", scopes=["read"])
    async with Listening(game, text) as program:
        assert await program.move({"ply": 0, "cell": 0}) is None
    answer = await sync_to_async(Program(text).post)(f"games/{game.uid}/moves", {})
    assert answer.status_code == 403


@pytest.mark.parametrize("way", ["revoked", "banned", "owner banned", "deleted"])
async def test_a_token_that_ends_in_mid_game_moves_no_more(game, token, bot, alice, bob, way):
    ways = {
        "revoked": lambda: revoke_all(account=bot, actor=alice),
        "banned": lambda: accounts.ban(user=bot, staff=bob, reason="floods"),
        "owner banned": lambda: accounts.ban(user=alice, staff=bob, reason="spam"),
        "deleted": lambda: accounts.delete_account(user=bot),
    }
    await sync_to_async(play)(game, (4, 0))
    async with Listening(game, token) as program:
        await sync_to_async(ways[way])()
        while (await program.socket.receive_output(timeout=30))["type"] != "websocket.close":
            pass
        assert await program.move({"ply": 2, "cell": 1}) is None  # though the client is still there
    answer = await sync_to_async(Program(token).post)(
        f"games/{game.uid}/moves", {"ply": 2, "cell": 1}
    )
    assert answer.status_code == 401
    assert await game.moves.acount() == 2


async def test_a_token_that_has_expired_moves_no_more(game, token):
    async with Listening(game, token) as program:
        connection = GameConsumer.of_programs[next(iter(GameConsumer.of_programs))]
        connection.token = await Token.objects.select_related("account").aget(
            pk=connection.token.pk
        )
        connection.token.expires_at = connection.token.made_at
        assert await program.move({"ply": 0, "cell": 0}) is None


@pytest.mark.usefixtures("no_token_comes_back")
async def test_moves_are_counted_by_the_game(game, token, monkeypatch):
    monkeypatch.setattr(MOVES, "at_once", 2)
    monkeypatch.setattr(MOVES, "seconds", 60)
    async with Listening(game, token) as program:
        body = {"ply": 0, "cell": 0, "id": "1"}
        assert (await program.move(body))["RateLimit"] == '"moves";r=1;t=0'
        await program.move(body)
        answer = await program.move(body)
    problem = body_of(answer)
    assert (answer.status_code, problem["code"], problem["key"]) == (429, "too_fast", "moves")
    assert answer["Retry-After"] == str(problem["seconds"])
    assert answer["RateLimit"] == f'"moves";r=0;t={problem["seconds"]}'


async def test_two_games_are_played_at_once(game, bot, bob, token):
    """Badly, too: what is meant for one never lands in the other."""
    other = await sync_to_async(new_game)(bot, bob)
    async with Listening(game, token) as one, Listening(other, token) as two:
        answers = await asyncio.gather(
            *(program.move({"ply": ply, "cell": 4}) for program in (one, two) for ply in (0, 1, 2))
        )
    assert [answer.status_code for answer in answers] == [200, 409, 409] * 2
    assert [await each.moves.acount() for each in (game, other)] == [1, 1]


@pytest.mark.parametrize(
    ("error", "status", "code"),
    [(Unavailable(), 503, "unavailable"), (RuntimeError("secret"), 500, "failed")],
)
async def test_a_move_that_cannot_be_kept_is_a_problem(
    game, token, monkeypatch, error, status, code
):
    failed: Deferred[Events] = Deferred()
    failed.fail(error)
    monkeypatch.setattr("games.programs.api.moves.commands.play", lambda **asked: failed)
    async with Listening(game, token) as program:
        answer = await program.move({"ply": 0, "cell": 0})
    assert (answer.status_code, body_of(answer)["code"]) == (status, code)
    assert b"secret" not in answer.content
