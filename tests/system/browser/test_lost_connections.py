"""A network that goes away is told to its reader at once, and to the opponent."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.cable import Cable
from tests.system.browser.accessibility import findings
from tests.system.browser.conftest import PHONE, new_site

LOST = re.compile("^Connection lost")
OFFLINE = re.compile("^You’re offline")


@pytest.fixture
def cable(tmp_path: Path, static_root: Path) -> Iterator[Cable]:
    """A cable to a site of its own."""
    with Cable() as cable:
        site = new_site(tmp_path, static_root)
        site.env["PUBLIC_ORIGINS"] = f"{site.url},{cable.url}"
        with site:
            cable.to = site
            yield cable


def expect_pill(page: Page, text: re.Pattern[str]) -> None:
    expect(page.locator("#connection.is-shown #connection-text")).to_have_text(text)


def expect_no_pill(page: Page) -> None:
    expect(page.locator("#connection.is-shown")).to_have_count(0)


def begun(make_visitor, site, **options):
    x, o = make_visitor(site, **options), make_visitor(site, **options)
    path = x.create_game(control="600+5")  # which no busy machine uses up
    o.join(path)
    x.play("a1")
    o.play("a2")
    x.play("b1")
    return x, o, path


@pytest.mark.parametrize(
    "options", [{}, {"viewport": PHONE, "has_touch": True}], ids=["1280", "390"]
)
def test_what_the_browser_says_of_the_network_is_said_at_once(visit, options):
    x = visit(**options)
    x.create_game(control="60+2")
    x.context.set_offline(True)
    expect_pill(x.page, OFFLINE)
    expect(x.page.locator("#alert")).to_have_text(OFFLINE)
    assert findings(x.page) == []
    x.context.set_offline(False)
    expect_no_pill(x.page)
    expect(x.page.locator("#live")).to_contain_text("Connected again")


@pytest.mark.parametrize("path", ["/", "/watch/", "/puzzles/duel/"])
def test_it_is_the_same_word_on_every_page_that_follows_something(visit, path):
    x = visit(own=True)
    if path == "/watch/":
        x.create_game(opponent="computer")
    if path == "/puzzles/duel/":
        x.sign_up("alone_in_a_duel")
        x.open(path)
        x.page.get_by_role("button", name="Find an opponent").click()
        x.page.wait_for_url(re.compile("/puzzles/duel/.+"))
    else:
        x.open(path)
    x.context.set_offline(True)
    expect_pill(x.page, OFFLINE)
    x.context.set_offline(False)
    expect_no_pill(x.page)


def test_a_silent_loss_is_told_to_both_and_nothing_of_the_game_is_lost(make_visitor, cable):
    x, o, path = begun(make_visitor, cable.to)
    with o.page.expect_websocket(
        lambda socket: path.strip("/").split("/")[-1] in socket.url
    ) as found:
        o.page.goto(f"{cable.url}{path}")
    found.value.wait_for_event("framereceived")
    expect(x.page.locator("#player-top .player__here")).to_have_text("online")
    cable.cut()
    expect_pill(o.page, LOST)
    expect(x.page.locator("#player-top .player__here")).to_have_text("connection lost")
    expect(x.page.locator("#absence-text")).to_have_text(
        re.compile(r"’s connection is lost\. You can claim the win in \d+ seconds?\.")
    )
    expect(x.page.locator("#live")).to_contain_text("connection is lost")
    assert findings(x.page) == []
    assert findings(o.page) == []
    o.cell("b2").click()  # it waits for the network
    expect_pill(o.page, re.compile("Your move will be sent"))
    cable.mend()
    expect_no_pill(o.page)
    x.sees("b2", "O")
    expect(x.page.locator("#player-top .player__here")).to_have_text("online")
    expect(x.page.locator("#absence")).to_be_hidden()
