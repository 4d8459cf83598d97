"""A bot from its making to its first game with somebody."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import expect

from tests.server.raw_socket import TEXT, RawSocket
from tests.system.browser.accessibility import findings_in_every_look


class Program:
    """Somebody's program: it comes with a token, and with nothing that a browser sends."""

    def __init__(self, socket: RawSocket) -> None:
        assert socket.status == 101
        self.socket = socket

    def hear(self, kind: str) -> dict:
        while True:
            opcode, payload = self.socket.receive()
            assert opcode == TEXT, payload
            message = json.loads(payload)
            if message["type"] == kind:
                return message

    def say(self, **message: object) -> None:
        self.socket.send(json.dumps(message).encode())


@pytest.fixture
def start(site) -> Iterator[Callable[[str, str], Program]]:
    """Starts programs: each opens the socket of a path with a token."""
    with ExitStack() as stack:

        def open_socket(path: str, token: str) -> Program:
            headers = f"Authorization: Bearer {token}\r\n"
            return Program(stack.enter_context(RawSocket(site.port, path, headers=headers)))

        yield open_socket


@pytest.mark.parametrize("scripts", [True, False])
def test_a_bot_is_made_found_challenged_and_played(visit, start, scripts):
    owner, friend = visit(java_script_enabled=scripts), visit()
    bot = "threatline" if scripts else "willow"
    owner.sign_up("alice_owns" if scripts else "alice_plain")
    token = owner.make_bot(bot)
    assert token.startswith("ttt_")
    program = start("/ws/me/", token)
    program.hear("waiting")

    friend.sign_up("bob_challenges" if scripts else "bob_plain")
    page = friend.open("/bots/")
    row = page.get_by_role("row").filter(has_text=bot)
    expect(row).to_contain_text("BOT")
    expect(row).to_contain_text("Online")
    row.get_by_role("link", name="Challenge").click()
    page.get_by_role("button", name="Send challenge").click()
    notice = program.hear("notice")
    assert notice["kind"] == "challenge"
    uid = notice["uid"]
    page.wait_for_url(f"**/games/{uid}/")
    game = start(f"/ws/games/{uid}/", token)
    assert game.hear("game")["invited"] == f"{bot} BOT"


def test_its_owner_shuts_it_out_in_mid_game(visit, start):
    owner = visit()
    owner.sign_up("alice_keeps")
    token = owner.make_bot("alphabeta")
    program = start("/ws/lobby/", token)
    program.hear("lobby")
    page = owner.page
    page.get_by_role("button", name="Revoke laptop").click()
    expect(page.get_by_text("laptop is revoked.")).to_be_visible()
    assert program.socket.close_code() == 4401


def test_the_pages_of_bots_can_be_used_by_everybody(visit, start):
    owner = visit()
    owner.sign_up("alice_judged")
    token = owner.make_bot("pairing-line")
    found = findings_in_every_look(owner.page)
    program = start("/ws/lobby/", token)
    program.hear("lobby")
    for path in ("/bots/", "/me/bots/", "/@pairing-line/", "/@pairing-line/challenge/"):
        owner.open(path)
        found += findings_in_every_look(owner.page)
    assert found == []


def test_a_bot_that_plays_no_fast_clock_can_be_challenged(visit):
    owner = visit()
    owner.sign_up("alice_unhurried")
    owner.make_bot("unhurried")
    page = owner.page
    page.get_by_label("Games with a clock").uncheck()
    page.get_by_role("button", name="Save").click()
    page = owner.open("/@unhurried/challenge/")
    form = page.locator("#new-game-form")
    expect(form.get_by_role("radio", name="Custom")).to_have_count(0)
    form.get_by_role("radio", name="7×7").check()
    expect(form.locator("[data-sum]")).to_contain_text("7×7, five in a row")
