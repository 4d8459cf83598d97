"""Every page, by light and dark, wide and narrow: accessible, without policy violations, and
without horizontal scrolling down to 320 pixels."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.system.browser.accessibility import findings, findings_in_every_look
from tests.system.browser.conftest import Visitor
from tests.system.browser.test_notices import challenge
from tests.system.browser.test_play import win_for_the_first

# After any of these every page of the site has been shown once.
PUBLIC = (
    "/",
    "/games/new/",
    "/games/new/?opponent=computer",
    "/games/new/?m=6&n=5&k=4&swap=1&best_of=5",
    "/accounts/login/",
    "/accounts/signup/",
    "/accounts/password/reset/",
    "/watch/",
    "/bots/",
    "/api/",
    "/lab/",
    "/p/6x6x4/c4d4/",
    "/p/15x15x5/",
    "/rules/",
    "/help/",
    "/privacy/",
    "/contact/",
    "/offline/",
    "/code/?code=nothing",
    "/course/",
    "/workshops/",
    "/no-such-page/",
)
OWN = (
    "/me/",
    "/me/games/",
    "/me/people/",
    "/me/preferences/",
    "/me/delete/",
    "/accounts/password/change/",
    "/accounts/email/",
    "/accounts/logout/",
    "/@Rules/",
)

SHOW_IN = """(element, color) => {
    Object.assign(element.style, { color, background: "white" });
}"""


def test_what_is_too_faint_is_found_however_its_colour_is_written(visit):
    """Also when axe-core has met that colour before."""
    page = visit().open("/privacy/")
    assert findings(page) == []
    faint = ("#ccc", "rgb(0 0 0 / 20%)", "color-mix(in srgb, black 20%, white)")
    for colour in (*faint, "#000", *faint):
        page.locator("main").evaluate(SHOW_IN, colour)
        found = [line for line in findings(page) if "color-contrast" in line]
        assert bool(found) == (colour in faint), colour


def test_public_pages_are_accessible(visit):
    visitor = visit()
    assert [line for path in PUBLIC for line in findings_in_every_look(visitor.open(path))] == []


def test_own_pages_are_accessible(visit):
    visitor = visit()
    visitor.sign_up("anna")
    finish_a_game(visitor)
    assert [line for path in OWN for line in findings_in_every_look(visitor.open(path))] == []


def test_a_profile_is_accessible_before_and_after_the_first_game(visit):
    visitor = visit()
    visitor.sign_up("anna_begins")
    found = findings_in_every_look(visitor.open("/@anna_begins/"))
    play_the_computer(visitor)
    page = visitor.open("/@anna_begins/")
    expect(page.get_by_role("heading", name="Record")).to_be_visible()
    assert found + findings_in_every_look(page) == []


def test_a_busy_home_is_accessible(visit):
    asker, busy = visit(), visit()
    asker.sign_up("anna_asks")
    busy.sign_up("anna_is_busy")
    challenge(asker, "anna_is_busy")
    busy.create_game(opponent="device")
    page = busy.open("/")
    expect(page.get_by_role("heading", name="Challenges")).to_be_visible()
    expect(page.get_by_role("heading", name="Your move", exact=True)).to_be_visible()
    assert findings_in_every_look(page) == []


def test_a_game_is_accessible_from_its_start_to_its_review(visit):
    player, friend = visit(), visit()
    path = player.create_game(opponent="friend")
    found = findings_in_every_look(player.page)
    found += findings_in_every_look(friend.open(path))
    friend.join(path)
    player.play("b2")
    friend.play("a1")
    friend.page.locator("#offer-draw button").click()
    expect(player.page.get_by_role("button", name="Accept")).to_be_visible()
    found += findings_in_every_look(player.page)
    player.page.get_by_role("button", name="Accept").click()
    expect(player.headline).to_have_text("Draw")
    found += findings_in_every_look(player.page)
    found += findings_in_every_look(open_judged(player, f"{path}review/?ply=1"))
    assert found == []


def test_a_dense_board_is_accessible(visit):
    player = visit()
    player.create_game(opponent="device", m=19, n=19, k=5)
    player.page.keyboard.press("?")
    assert findings_in_every_look(player.page) == []


def finish_a_game(visitor: Visitor) -> str:
    """Play a short game on one device; its path."""
    path = visitor.create_game(opponent="device")
    win_for_the_first(visitor, "X", "O")
    expect(visitor.headline).to_have_text("X wins")
    return path


def play_the_computer(visitor: Visitor) -> None:
    """Give up a game against the computer, which the player's page then shows."""
    visitor.create_game(opponent="computer", level="rules")
    visitor.play("b2")
    expect(visitor.headline).to_have_text("Your turn")
    for _ in range(2):  # it asks again
        visitor.page.locator("#resign button").click()
    expect(visitor.page.locator("#result")).to_be_visible()


def open_judged(visitor: Visitor, address: str) -> Page:
    """The review of a game that the visitor played, once it is judged: it asks for that itself."""
    page = visitor.open(address)
    expect(page.locator("#graph")).to_be_visible()
    return page
