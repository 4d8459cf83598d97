"""A program's sockets: a token instead of a cookie, and its end is theirs."""

import json
from datetime import timedelta

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.utils import timezone

from accounts import services as accounts
from accounts.models import Token
from accounts.programs.bots import make_bot
from accounts.programs.tokens import make_token, revoke_all, revoke_token
from games.live.sockets import token_watch
from tests.stored import new_game
from tictactoe_site.server.application import sockets

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def bot(alice):
    return make_bot(owner=alice, name="line")


@pytest.fixture
def game(bot, bob):
    return new_game(bot, bob)


def token_of(bot, *scopes: str) -> str:
    return make_token(account=bot, actor=bot.owner, name="laptop", scopes=scopes)


class Program(WebsocketCommunicator):
    """A socket with an Authorization header and no Origin."""

    def __init__(self, path: str, authorization: str, *more: tuple[bytes, bytes]) -> None:
        headers = [(b"authorization", authorization.encode()), *more]
        super().__init__(sockets, path, headers=headers)

    async def hear(self, *kinds: str) -> dict:
        while True:
            event = await self.receive_output(timeout=30)
            if event["type"] == "websocket.close":
                return {"type": event["code"]}
            message = json.loads(event["text"])
            if not kinds or message["type"] in kinds:
                return message

    async def ask(self, **message: object) -> None:
        await self.send_to(text_data=json.dumps(message))


async def opened(path: str, text: str) -> Program:
    program = Program(path, f"Bearer {text}")
    assert (await program.connect(timeout=30))[0]
    return program


async def test_a_program_plays(game, bot):
    text = await sync_to_async(token_of)(bot, "read", "play")
    program = await opened(f"/ws/games/{game.uid}/", text)
    assert (await program.hear("game"))["you"] == ["x"]
    await program.ask(type="play", ply=0, cell=4, id="1")
    assert (await program.hear("moved", "refused"))["cell"] == 4
    await program.disconnect()


@pytest.mark.parametrize("message", ["resign", "play", "say"])
async def test_a_token_to_read_watches_and_does_nothing(game, bot, message):
    text = await sync_to_async(token_of)(bot, "read")
    program = await opened(f"/ws/games/{game.uid}/", text)
    fields = {"play": {"ply": 0, "cell": 4}, "say": {"text": "Hello"}}.get(message, {})
    await program.ask(type=message, **fields)
    assert (await program.hear("refused", "moved", "ended"))["code"] == "scope_missing"
    await program.ask(type="ping", version=0)
    assert (await program.hear("pong"))["type"] == "pong"
    await program.disconnect()


async def test_a_token_that_cannot_read_opens_nothing(game, bot):
    text = await sync_to_async(token_of)(bot, "play")
    program = await opened(f"/ws/games/{game.uid}/", text)
    assert (await program.hear())["type"] == 4403


@pytest.mark.parametrize(
    "authorization", ["", "Bearer", "Bearer ttt_", "Basic YWxpY2U6eA==", "Bearer \u00ff", "x" * 300]
)
async def test_what_is_no_token_opens_nothing_though_a_cookie_comes_too(
    client, alice, authorization
):
    await sync_to_async(client.force_login)(alice)
    cookie = f"sessionid={client.session.session_key}".encode()
    program = Program("/ws/me/", authorization, (b"cookie", cookie))
    await program.connect(timeout=30)
    assert (await program.hear())["type"] == 4401


async def test_no_cookie_counts_beside_a_token(client, alice, bot):
    await sync_to_async(client.force_login)(alice)
    text = await sync_to_async(token_of)(bot, "read")
    cookie = (b"cookie", f"sessionid={client.session.session_key}".encode())
    game = await sync_to_async(new_game)(alice, bot)
    program = Program(f"/ws/games/{game.uid}/", f"Bearer {text}", cookie)
    await program.connect(timeout=30)
    assert (await program.hear("game"))["you"] == ["o"]
    await program.disconnect()


@pytest.mark.parametrize("path", ["/ws/lobby/", "/ws/me/", "game"])
@pytest.mark.parametrize("way", ["revoked", "all revoked", "banned", "owner banned", "deleted"])
async def test_its_sockets_are_shut_with_it(alice, bob, bot, game, path, way):
    text = await sync_to_async(token_of)(bot, "read")
    program = await opened(f"/ws/games/{game.uid}/" if path == "game" else path, text)
    assert (await program.hear())["type"] not in (4401, 4403)
    token = await Token.objects.select_related("account").aget()
    ways = {
        "revoked": lambda: revoke_token(token=token, actor=alice),
        "all revoked": lambda: revoke_all(account=bot, actor=bob),
        "banned": lambda: accounts.ban(user=bot, staff=bob, reason="floods"),
        "owner banned": lambda: accounts.ban(user=alice, staff=bob, reason="spam"),
        "deleted": lambda: accounts.delete_account(user=alice),
    }
    await sync_to_async(ways[way])()
    while (code := (await program.hear())["type"]) not in (4401, 4403):
        pass
    assert code == (4401 if "revoked" in way else 4403)


async def test_another_tokens_sockets_stay(alice, bot):
    first, second = [await sync_to_async(token_of)(bot, "read") for _ in range(2)]
    programs = [await opened("/ws/lobby/", text) for text in (first, second)]
    token = await Token.objects.select_related("account").order_by("pk").afirst()
    await sync_to_async(revoke_token)(token=token, actor=alice)
    while (await programs[0].hear())["type"] != 4401:
        pass
    await programs[1].ask(type="ping")
    assert (await programs[1].hear("pong"))["type"] == "pong"
    await programs[1].disconnect()


async def test_its_sockets_are_shut_when_it_expires(bot):
    text = await sync_to_async(token_of)(bot, "read")
    await Token.objects.aupdate(expires_at=timezone.now() + timedelta(seconds=1))
    program = await opened("/ws/lobby/", text)
    while (await program.hear())["type"] != 4401:
        pass


async def test_a_lost_word_is_found_by_the_next_look(bot, monkeypatch):
    monkeypatch.setattr(token_watch, "SECONDS_BETWEEN_LOOKS", 0.05)
    text = await sync_to_async(token_of)(bot, "read")
    program = await opened("/ws/lobby/", text)
    await Token.objects.all().adelete()
    while (await program.hear())["type"] != 4401:
        pass


async def test_a_bot_says_only_what_is_offered(game, bot):
    text = await sync_to_async(token_of)(bot, "read", "play")
    program = await opened(f"/ws/games/{game.uid}/", text)
    await program.ask(type="say", text="Buy my engine")
    assert (await program.hear("said", "refused"))["code"] == "presets_only"
    await program.ask(type="say", text="Hello")
    assert (await program.hear("said", "refused"))["type"] == "said"
    await program.disconnect()
