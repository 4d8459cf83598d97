"""Streams: the sockets of events and of games, as lines over HTTP."""

import asyncio
import json
from datetime import timedelta

import pytest
from asgiref.sync import sync_to_async
from django.db import OperationalError
from django.utils import timezone

from accounts.models import Token
from accounts.programs.bots import make_bot
from accounts.programs.tokens import make_token, revoke_all
from games.live import announce
from games.live.limits import BAD_TOKENS
from games.live.rooms import rooms
from games.live.sockets.consumer import SiteConsumer
from games.live.storage import database
from games.models import Game
from games.play.game import services
from games.play.game.terms import Terms
from games.play.lobby.challenges import challenge
from tests.stored import new_game, play
from tictactoe_site.common.limiters.in_memory import TokenBuckets
from tictactoe_site.server import streams
from tictactoe_site.server.application import sockets

pytestmark = pytest.mark.django_db(transaction=True)
EVENTS = "/api/v1/events"


async def pages(scope, receive, send):
    await send({"type": "http.response.start", "status": 418, "headers": []})
    await send({"type": "http.response.body", "body": b""})


class Client:
    """A program that reads a stream."""

    def __init__(self, path: str, token: str = "", *, method: str = "GET", **headers: str) -> None:
        self.state: dict = {}
        given = {"authorization": f"Bearer {token}"} if token else {}
        self.scope = {
            "type": "http",
            "method": method,
            "path": path,
            "client": ("192.0.2.7", 50_000),
            "headers": [(k.encode(), v.encode()) for k, v in (given | headers).items()],
            "state": self.state,
        }
        self.inbox: asyncio.Queue = asyncio.Queue()
        self.inbox.put_nowait({"type": "http.request", "body": b""})
        self.outbox: asyncio.Queue = asyncio.Queue()

    async def __aenter__(self) -> "Client":
        application = streams.Streams(pages, sockets)
        self.task = asyncio.create_task(application(self.scope, self.inbox.get, self.outbox.put))
        start = await self.next()
        self.status = start["status"]
        self.headers = {k.decode(): v.decode() for k, v in start["headers"]}
        return self

    async def __aexit__(self, *error: object) -> None:
        self.inbox.put_nowait({"type": "http.disconnect"})
        async with asyncio.timeout(30):
            await self.task

    async def next(self) -> dict:
        async with asyncio.timeout(30):
            return await self.outbox.get()

    async def line(self) -> str | None:
        """The next line, "" to keep alive; None at the end."""
        part = await self.next()
        if not part.get("more_body"):
            return None
        text = part["body"].decode()
        assert text.endswith("\n")
        assert text.count("\n") == 1
        return text[:-1]

    async def hear(self, kind: str) -> dict:
        while (line := await self.line()) is not None:
            if line and (message := json.loads(line))["type"] == kind:
                return message
        raise AssertionError(f"The stream has ended before any {kind}.")

    async def ends(self) -> bool:
        while await self.line() is not None:
            pass
        return True

    async def problem(self) -> dict:
        return json.loads((await self.next())["body"])


@pytest.fixture
def bot(alice):
    return make_bot(owner=alice, name="line")


@pytest.fixture
def token(bot) -> str:
    return make_token(account=bot, actor=bot.owner, name="laptop", scopes=["read"])


@pytest.fixture
def game(bot, bob) -> Game:
    return play(new_game(bot, bob), (4,))


@pytest.fixture
def quick(monkeypatch) -> None:
    monkeypatch.setattr(streams, "KEEP_ALIVE", 0.05)


def stream_of(game: Game) -> str:
    return f"/api/v1/games/{game.uid}/stream"


async def test_other_addresses_are_pages():
    for path in ("/", "/api/v1/events/", f"/api/v1/games/{'0' * 9}/stream", "/ws/me/"):
        async with Client(path) as client:
            assert client.status == 418


async def test_the_first_line_is_the_whole_game_and_each_move_is_one(game, token, bob):
    async with Client(stream_of(game), token) as client:
        assert client.status == 200
        assert client.headers["content-type"] == "application/x-ndjson"
        first = json.loads(await client.line())
        assert (first["type"], first["you"], first["moves"]) == ("game", ["x"], [4])
        await services.play(uid=game.uid, player=bob, ply=1, cell=0)
        assert (await client.hear("moved"))["cell"] == 0


async def test_lines_go_around_asgi_where_the_server_offers_it(game, token, bob):
    client = Client(stream_of(game), token)
    parts: list[bytes] = []
    client.state[streams.WRITE_NOW] = parts.append
    async with client:
        assert json.loads(await client.line())["type"] == "game"  # the answer begins with it
        await services.play(uid=game.uid, player=bob, ply=1, cell=0)
        told = [json.loads(part) for part in parts]
        assert [message["cell"] for message in told if message["type"] == "moved"] == [0]
        assert all(part.endswith(b"\n") for part in parts)
    before = len(parts)
    await services.resign(uid=game.uid, player=bob)
    assert len(parts) == before


async def test_events_begin_with_what_waits_and_tell_of_challenges(bot, token, bob):
    async with Client(EVENTS, token) as client:
        assert json.loads(await client.line()) == {"type": "waiting", "uids": []}
        game = await challenge(creator=bob, invited=bot, terms=Terms())
        notice = await client.hear("notice")
        assert (notice["kind"], notice["uid"], notice["name"]) == ("challenge", game.uid, "bob")


async def test_a_stream_is_kept_alive_by_empty_lines(game, token, quick):
    for path in (EVENTS, stream_of(game)):
        async with Client(path, token) as client:
            while await client.line() != "":
                pass


async def test_a_change_by_others_comes_as_the_whole_game(game, token):
    async with Client(stream_of(game), token) as client:
        await client.hear("game")
        changed = await sync_to_async(play)(game, (0,))  # as the staff do, or another process
        await announce.changed(game.uid, changed.version)
        assert (await client.hear("game"))["moves"] == [4, 0]


async def test_the_whole_game_is_not_sent_again_to_keep_the_stream_alive(game, token, quick):
    async with Client(stream_of(game), token) as client:
        await client.hear("game")
        lines = [await client.line() for _ in range(6)]
        assert not [line for line in lines if line and '"type":"game"' in line]


@pytest.mark.parametrize("authorization", ["Bearer", "Bearer ttt_", "Basic YWxpY2U6eA=="])
async def test_what_is_no_token_is_refused(authorization):
    async with Client(EVENTS, authorization=authorization) as client:
        assert (client.status, client.headers["www-authenticate"]) == (401, "Bearer")
        assert (await client.problem())["code"] == "bad_token"


async def test_whoever_guesses_at_tokens_hears_when_to_come_again(monkeypatch):
    monkeypatch.setattr(BAD_TOKENS, "at_once", 1)
    BAD_TOKENS.forget()
    async with Client(EVENTS, "ttt_guess") as client:
        assert client.status == 401
    async with Client(EVENTS, "ttt_guess") as client:
        assert (client.status, client.headers["retry-after"]) == (429, "3")
        assert client.headers["ratelimit-policy"].startswith('"bad-tokens";q=')
        assert (await client.problem())["key"] == "bad-tokens"


async def test_an_address_with_too_many_handshakes_hears_when_to_come_again(monkeypatch, token):
    monkeypatch.setattr(sockets, "begun", TokenBuckets(at_once=1, seconds=30))
    async with Client(EVENTS, token) as client:
        assert client.status == 200
    async with Client(EVENTS, token) as client:
        assert client.status == 429
        problem = await client.problem()
        assert problem["key"] == "connections-of-address"
        assert 29 <= problem["seconds"] == int(client.headers["retry-after"]) <= 30


async def test_no_cookie_opens_a_stream(client, alice):
    await sync_to_async(client.force_login)(alice)
    cookie = f"sessionid={client.session.session_key}"
    async with Client(EVENTS, cookie=cookie, origin="http://testserver") as reader:
        assert reader.status == 401


async def test_a_stream_is_only_read(token):
    async with Client(EVENTS, token, method="POST") as client:
        assert (client.status, client.headers["allow"]) == (405, "GET")


async def test_a_game_that_cannot_be_seen_is_not_there(alice, bob, token):
    hidden = await sync_to_async(new_game)(alice, None, opponent="friend", invited=bob)
    for path in (stream_of(hidden), f"/api/v1/games/{'0' * 10}/stream"):
        async with Client(path, token) as client:
            assert client.status == 404
            assert client.headers["content-type"] == "application/problem+json"
            assert (await client.problem())["code"] == "no_such_game"


async def test_a_token_that_cannot_read_opens_none(bot):
    text = await sync_to_async(make_token)(
        account=bot, actor=bot.owner, name="laptop", scopes=["play"]
    )
    async with Client(EVENTS, text) as client:
        assert client.status == 403


async def test_a_bot_has_nine_at_most_and_hears_when_to_come_again(settings, game, token):
    settings.SOCKETS_PER_BOT = 2
    path = stream_of(game)
    async with Client(EVENTS, token), Client(path, token), Client(path, token) as third:
        assert (third.status, third.headers["retry-after"]) == (429, "7")
        assert third.headers["ratelimit"] == '"streams";r=0;t=7'
        problem = await third.problem()
        assert (problem["code"], problem["key"], problem["seconds"]) == ("too_fast", "streams", 7)
    async with Client(EVENTS, token) as again:
        assert again.status == 200


async def test_a_stream_without_a_database_is_refused_for_a_moment(token, monkeypatch):
    async def fail(*args: object) -> None:
        raise OperationalError("gone")

    monkeypatch.setattr(database, "run", fail)
    async with Client(EVENTS, token) as client:
        assert (client.status, client.headers["retry-after"]) == (503, "5")


async def test_it_ends_at_once_when_its_token_is_revoked(alice, bot, game, token):
    for path in (EVENTS, stream_of(game)):
        text = await sync_to_async(make_token)(
            account=bot, actor=alice, name="another", scopes=["read"]
        )
        async with Client(path, text) as client:
            assert await client.line()
            await sync_to_async(revoke_all)(account=bot, actor=alice)
            assert await client.ends()


async def test_it_ends_when_its_token_expires(token):
    await Token.objects.aupdate(expires_at=timezone.now() + timedelta(seconds=1))
    async with Client(EVENTS, token) as client:
        assert await client.ends()


async def test_it_ends_in_order_when_the_server_stops(game, token):
    async with Client(stream_of(game), token) as client:
        assert await client.line()
        client.state[streams.ON_STOP]()
        assert await client.ends()
        async with asyncio.timeout(30):
            await client.task


async def test_it_ends_in_order_too_if_it_was_just_about_to_say_a_ping(monkeypatch):
    monkeypatch.setattr(streams, "KEEP_ALIVE", 0)
    client: asyncio.Queue = asyncio.Queue()
    stream = streams.Stream(client.get, client.put)
    assert (await stream.receive())["type"] == "websocket.connect"
    receiving = asyncio.create_task(stream.receive())
    await asyncio.sleep(0)  # it waits for the client
    await asyncio.sleep(0)  # its time is up, and it has not heard so yet
    stream.hang_up()
    assert (await receiving)["type"] == "websocket.disconnect"


async def test_the_player_counts_as_present_while_the_stream_is_open(bot, bob, game, token):
    async with Client(stream_of(game), token) as client:
        state = await client.hear("game")
        assert state["presence"]["x"]
    async with rooms().enter(game.uid) as room:
        assert not room.watchers.has(bot.pk)


async def test_streams_that_are_left_leave_nothing(settings, monkeypatch, game, token):
    settings.SOCKETS_PER_BOT = 100
    monkeypatch.setattr(sockets, "sockets", 100)
    monkeypatch.setattr(sockets, "begun", TokenBuckets(at_once=10_000, seconds=1))
    before = asyncio.all_tasks()
    counted = len(SiteConsumer._places_of_users)  # by tests before, too
    for _ in range(4):
        clients = [Client(path, token) for path in (EVENTS, stream_of(game)) for _ in range(12)]
        opened = await asyncio.gather(*(client.__aenter__() for client in clients))
        assert {client.status for client in opened} == {200}
        await asyncio.gather(*(client.__aexit__() for client in opened))
    await asyncio.sleep(0)
    assert {task for task in asyncio.all_tasks() - before if "watch" not in repr(task)} == set()
    assert len(SiteConsumer._places_of_users) == counted
    assert len(sockets.open) == 0
