"""Whoever signs out, or changes the password, is shut out of open sockets, too."""

import json

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.conf import settings
from django.test import Client

from accounts import services as accounts
from accounts.guests import make_guest
from accounts.models import User
from games.live.sockets import consumer as site_consumer
from games.live.storage.database import Unavailable
from tests.signing_in import code_of
from tictactoe_site.server.application import by_path
from tictactoe_site.server.user_auth import UserAuth

pytestmark = pytest.mark.django_db(transaction=True)

application = UserAuth(by_path)
NEW_PASSWORD = "four-in-a-row-wins"


class Tab(WebsocketCommunicator):
    """A socket of the browser whose cookies *client* has."""

    def __init__(self, client: Client) -> None:
        cookie = f"{settings.SESSION_COOKIE_NAME}={client.cookies['sessionid'].value}"
        super().__init__(application, "/ws/lobby/", headers=[(b"cookie", cookie.encode())])

    async def closed_with(self) -> int:
        while True:
            event = await self.receive_output(timeout=30)
            if event["type"] == "websocket.close":
                return event["code"]

    async def is_open(self) -> bool:
        await self.send_to(text_data='{"type":"ping"}')
        while json.loads(await self.receive_from(timeout=30))["type"] != "pong":
            pass
        return True


async def open_tab(client: Client) -> Tab:
    tab = Tab(client)
    assert (await tab.connect(timeout=30))[0]
    return tab


@pytest.fixture
def browsers(alice) -> list[Client]:
    """Two browsers in which alice is signed in."""
    both = [Client(), Client()]
    for browser in both:
        form = {"login": "alice", "password": "alice-password"}
        assert browser.post("/accounts/login/", form).status_code == 302
    return both


@pytest.fixture
def desk(db) -> Client:
    """A browser in which somebody of the staff has just signed in."""
    User.objects.create_superuser("stella", password="stella-password")
    browser = Client()
    form = {"login": "stella", "password": "stella-password"}
    assert browser.post("/accounts/login/", form).status_code == 302
    return browser


async def test_signing_out_closes_the_sockets_of_that_session_alone(browsers):
    here, there = [await open_tab(browser) for browser in browsers]
    await sync_to_async(browsers[0].post)("/accounts/logout/")
    assert await here.closed_with() == 4401
    assert await there.is_open()
    await there.disconnect()


async def test_a_new_password_closes_the_sockets_of_all_other_sessions(browsers):
    here, there = [await open_tab(browser) for browser in browsers]
    form = {
        "oldpassword": "alice-password",
        "password1": NEW_PASSWORD,
        "password2": NEW_PASSWORD,
    }
    answer = await sync_to_async(browsers[0].post)("/accounts/password/change/", form)
    assert answer.status_code == 302
    assert await there.closed_with() == 4401
    assert await here.closed_with() == 1012  # it comes back with its new key


@pytest.mark.parametrize("way", ["in", "up"])
async def test_the_sockets_of_a_guest_who_signs_in_or_up_come_back_as_who_it_is_now(alice, way):
    here, there = Client(), Client()
    guest = await sync_to_async(make_guest)()
    for browser in (here, there):
        await sync_to_async(browser.force_login)(guest)
    tabs = [await open_tab(browser) for browser in (here, there)]
    form = {"login": "alice", "password": "alice-password"}
    if way == "up":
        form = {"username": "dora", "password1": NEW_PASSWORD, "password2": NEW_PASSWORD}
    address = "/accounts/login/" if way == "in" else "/accounts/signup/"
    assert (await sync_to_async(here.post)(address, form)).status_code == 302
    assert [await tab.closed_with() for tab in tabs] == [1012, 4401]


async def test_a_second_step_closes_the_sockets_of_all_other_sessions(browsers):
    here, there = [await open_tab(browser) for browser in browsers]
    page = "/accounts/2fa/totp/activate/"
    secret = (await sync_to_async(browsers[0].get)(page)).context["form"].secret
    answer = await sync_to_async(browsers[0].post)(page, {"code": code_of(secret)})
    assert answer.status_code == 302
    assert await there.closed_with() == 4401
    assert await here.closed_with() == 1012  # it comes back with its new key


async def test_a_password_by_the_staff_closes_all_sockets(browsers, desk, alice):
    tabs = [await open_tab(browser) for browser in browsers]
    form = {"usable_password": "true", "password1": NEW_PASSWORD, "password2": NEW_PASSWORD}
    address = f"/admin/accounts/user/{alice.pk}/password/"
    answer = await sync_to_async(desk.post)(address, form)
    assert answer.status_code == 302
    assert [await tab.closed_with() for tab in tabs] == [4401, 4401]


async def test_the_sockets_of_a_banned_player_close_though_the_games_cannot_be_left(
    browsers, alice, bob, monkeypatch
):
    async def fail(*args: object, **kwargs: object) -> None:
        raise Unavailable

    tab = await open_tab(browsers[0])
    monkeypatch.setattr("games.live.storage.database.run", fail)
    await sync_to_async(accounts.ban)(user=alice, staff=bob, reason="spam")
    assert await tab.closed_with() == 4403


@pytest.mark.parametrize("message", ["ping", "resign"])
async def test_a_session_that_ended_unheard_is_found_by_the_next_message(
    browsers, monkeypatch, message
):
    monkeypatch.setattr(site_consumer, "SECONDS_BETWEEN_SESSION_CHECKS", 0)
    tab = await open_tab(browsers[0])
    assert await tab.is_open()
    await sync_to_async(browsers[0].session.flush)()
    await tab.send_to(text_data=json.dumps({"type": message}))
    assert await tab.closed_with() == 4401
