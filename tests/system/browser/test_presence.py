"""One player leaves, and the other sees it and can win; who watches is shown."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests import serving
from tests.system.browser.accessibility import findings
from tests.system.browser.conftest import PHONE, new_site


@pytest.fixture(scope="module")
def patient_site(tmp_path_factory, static_root):
    """A server that lets the win be claimed after three seconds."""
    process = new_site(tmp_path_factory.mktemp("patient"), static_root)
    process.env["CLAIM_AFTER_SECONDS"] = "3"
    with process:
        yield process


def begun(make_visitor, site: serving.ServerProcess, **options):
    x, o = make_visitor(site, **options), make_visitor(site, **options)
    path = x.create_game()
    o.join(path)
    return x, o, path


def test_the_win_is_claimed_from_one_who_left(make_visitor, patient_site):
    x, o, path = begun(make_visitor, patient_site, viewport=PHONE, has_touch=True)
    x.play("a1")
    o.play("a2")
    x.play("b1")
    o.page.goto("about:blank")
    expect(x.page.locator("#player-top .player__here")).to_have_text("away")
    expect(x.page.locator("#absence-text")).to_contain_text("has left. You can claim the win")
    expect(x.page.locator("#live")).to_contain_text("has left.")
    claim = x.page.get_by_role("button", name="Claim win")
    expect(claim).not_to_have_attribute("aria-disabled", "true")
    claim.click()
    expect(x.headline).to_have_text("You win")
    expect(x.page.locator("#detail")).to_contain_text("left")
    expect(x.page.locator("#absence")).to_be_hidden()
    o.open(path)
    expect(o.headline).to_have_text("You lost")


def test_who_comes_back_plays_on(make_visitor, patient_site):
    x, o, path = begun(make_visitor, patient_site)
    x.play("a1")
    o.play("a2")
    x.play("b1")
    o.page.goto("about:blank")
    expect(x.page.locator("#absence")).to_be_visible()
    o.open(path)
    expect(x.page.locator("#absence")).to_be_hidden()
    expect(x.page.locator("#live")).to_contain_text("is back.")
    o.play("b2")
    x.play("c1")
    expect(x.headline).to_have_text("You win")


def test_in_ones_own_turn_one_is_asked_to_move_first(make_visitor, patient_site):
    x, o, _ = begun(make_visitor, patient_site)
    x.play("a1")
    o.play("a2")
    o.page.goto("about:blank")
    expect(x.page.locator("#absence-text")).to_contain_text("Move, then claim the win.")
    expect(x.page.get_by_role("button", name="Claim win")).to_be_hidden()
    x.play("b1")
    x.page.get_by_role("button", name="Claim win").click()
    expect(x.headline).to_have_text("You win")


def test_before_both_have_moved_a_game_from_the_lobby_is_called_off(make_visitor, patient_site):
    x, o, _ = begun(make_visitor, patient_site)
    o.page.goto("about:blank")
    expect(x.page.locator("#absence-text")).to_contain_text("the game is aborted")
    expect(x.headline).to_have_text("Game aborted")
    expect(x.page.locator("#absence")).to_be_hidden()


def test_before_both_have_moved_the_game_is_aborted(make_visitor, patient_site):
    x, o, _ = begun(make_visitor, patient_site)
    o.page.goto("about:blank")
    expect(x.page.locator("#absence-text")).to_contain_text(
        re.compile("isn’t here|connection is lost")  # as the browser closes the socket
    )
    abort = x.page.locator("#abort button")
    abort.click()
    abort.click()
    expect(x.headline).to_have_text("Game aborted")


def test_the_win_is_claimed_without_scripts(make_visitor, patient_site):
    x, o, path = begun(make_visitor, patient_site)
    x.play("a1")
    o.play("a2")
    x.play("b1")
    plain = make_visitor(patient_site, java_script_enabled=False)
    plain.context.add_cookies(x.context.cookies())
    x.page.goto("about:blank")
    o.page.goto("about:blank")
    plain.open(path)
    claim = plain.page.get_by_role("button", name="Claim win")
    while claim.count() == 0 or claim.get_attribute("aria-disabled"):
        plain.page.reload()
    claim.click()
    expect(plain.headline).to_have_text("You win")


def test_who_watches_is_named(visit):
    x, o, fan, guest = visit(), visit(), visit(), visit()
    path = x.create_game()
    o.join(path)
    fan.sign_up("fan-of-three")
    fan.open(path)
    guest.open(path)
    expect(x.page.locator("#watchers-text")).to_have_text("2 watching")
    expect(x.page.locator("#watching-others")).to_have_text("and 1 other")
    link = x.page.locator("#watching").get_by_role("link", name="fan-of-three")
    expect(link).to_have_attribute("href", "/@fan-of-three/")
    fan.page.goto("about:blank")
    expect(link).to_have_count(0)
    expect(x.page.locator("#watchers-text")).to_have_text("1 watching")


def test_how_fast_the_server_answers_is_shown_and_not_announced(visit):
    player = visit()
    player.create_game(opponent="device")
    lag = player.page.locator("#lag")
    expect(lag).to_contain_text(re.compile(r"connection, \d+ ms"))
    expect(player.page.locator("#live")).not_to_contain_text("connection")
    assert findings(player.page) == []
