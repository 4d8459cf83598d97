"""Who comes with a socket is known by the session's cookie."""

import pytest
from channels.testing import WebsocketCommunicator
from django.db import OperationalError
from django.test import Client

from accounts.programs.bots import make_bot
from accounts.programs.tokens import make_token
from games.live.storage import database
from tictactoe_site.server.user_auth import UserAuth

pytestmark = pytest.mark.django_db(transaction=True)


class House:
    """Lets everybody in and keeps what it was told of them."""

    async def __call__(self, scope, receive, send):
        self.user, self.session_key = scope["user"], scope["session_key"]
        await receive()
        await send({"type": "websocket.accept"})


async def visited_with(*cookies: bytes) -> House:
    house = House()
    headers = [(b"cookie", cookie) for cookie in cookies]
    socket = WebsocketCommunicator(UserAuth(house), "/ws/lobby/", headers=headers)
    assert (await socket.connect(timeout=30))[0]
    return house


@pytest.fixture
def key(client: Client, alice) -> str:
    client.force_login(alice)
    return client.session.session_key


async def test_a_session_is_its_users(key, alice):
    house = await visited_with(f"theme=dark; sessionid={key}".encode())
    assert (house.user, house.session_key) == (alice, key)


@pytest.mark.parametrize("cookies", [[], [b""], [b"theme=dark"], [b"sessionid="]])
async def test_without_a_session_it_is_nobody(cookies):
    house = await visited_with(*cookies)
    assert (house.user, house.session_key) == (None, "")


@pytest.mark.parametrize("other", ["a" * 32, "\u00ff" * 8, "a" * 5000])
async def test_a_cookie_of_no_session_is_nobodys(other):
    assert (await visited_with(f"sessionid={other}".encode("latin-1"))).user is None


@pytest.fixture
def token(alice) -> str:
    bot = make_bot(owner=alice, name="robot")
    return make_token(account=bot, actor=alice, name="laptop", scopes=["read"])


async def test_a_socket_for_everybody_is_nobodys_whatever_is_shown(key, token):
    cookie = f"sessionid={key}".encode()
    for shown in ((b"cookie", cookie), (b"authorization", f"Bearer {token}".encode())):
        house = House()
        socket = WebsocketCommunicator(UserAuth(house), "/ws/games/a/public/", headers=[shown])
        assert (await socket.connect(timeout=30))[0]
        assert (house.user, house.session_key) == (None, "")


async def test_a_socket_whose_session_cannot_be_read_is_refused(monkeypatch):
    async def fail(*args: object) -> None:
        raise OperationalError("gone")

    monkeypatch.setattr(database, "run", fail)
    headers = [(b"cookie", b"sessionid=" + b"a" * 32)]
    socket = WebsocketCommunicator(UserAuth(House()), "/ws/lobby/", headers=headers)
    assert await socket.connect(timeout=30) == (False, 1013)
