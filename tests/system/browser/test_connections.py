"""A page that gets no socket says so, and nobody is paired by a page that would not hear of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests import serving
from tests.system.browser.conftest import Visitor

NOT_CONNECTED = "Not connected"


@pytest.fixture
def full_site(tmp_path: Path, static_root: Path) -> Iterator[serving.ServerProcess]:
    """A server at which one socket of all who come from here may be open."""
    with serving.site_process(tmp_path, static_root, SOCKETS_PER_ADDRESS="1") as site:
        yield site


def open_connected(visitor: Visitor, path: str) -> None:
    """Open *path*, and wait until a socket of its page has heard something."""
    heard: list[object] = []

    def hear(frame: object) -> None:
        heard.append(frame)

    visitor.page.on("websocket", lambda socket: socket.on("framereceived", hear))
    visitor.open(path)
    while not heard:
        visitor.page.wait_for_timeout(20)


def test_a_page_without_a_socket_says_so_until_it_has_one(make_visitor, full_site):
    first, second = make_visitor(full_site, own=True), make_visitor(full_site, own=True)
    open_connected(first, "/")
    page = second.open("/")
    expect(page.locator("#connection-text")).to_contain_text(NOT_CONNECTED)
    expect(page.locator("#alert")).to_contain_text(NOT_CONNECTED)
    first.page.close()
    expect(page.locator("#connection.is-shown")).to_have_count(0)


def test_who_would_not_hear_of_a_round_is_not_paired(make_visitor, full_site):
    alice, bob = make_visitor(full_site, own=True), make_visitor(full_site, own=True)
    for visitor, name in ((alice, "alice_unheard"), (bob, "bob_unheard")):
        visitor.sign_up(name)
    open_connected(alice, "/watch/")
    page = bob.open("/compete/")
    page.get_by_role("button", name="Find an opponent Fours").click()
    expect(page.get_by_role("status").filter(has_text="not being paired")).to_be_visible()
