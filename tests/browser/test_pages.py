"""Every page, by light and dark, wide and narrow: accessible, without policy violations, and
without horizontal scrolling down to 320 pixels."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESKTOP, PHONE, Visitor
from tests.browser.test_play import win_for_the_first

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
    "/rules/",
    "/help/",
    "/privacy/",
    "/contact/",
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
SCHEMES = ("light", "dark")
SIZES = {"1280": DESKTOP, "390": PHONE}
RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}


@pytest.fixture(scope="module", params=SCHEMES)
def scheme(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture(params=SIZES)
def viewport(request: pytest.FixtureRequest) -> dict[str, int]:
    return SIZES[request.param]


def findings(page: Page, **options: object) -> list[str]:
    """What axe-core finds, one line each."""
    response = Axe().run(page, options=RULES | options).response
    return [
        f"{page.url} {violation['id']}: {node['html'][:120]}"
        for violation in response["violations"]
        for node in violation["nodes"]
    ]


def overflow(page: Page) -> int:
    """How many pixels the page is wider than its window."""
    return page.evaluate("document.documentElement.scrollWidth - window.innerWidth")


def test_public_pages_are_accessible(visit, scheme, viewport):
    visitor = visit(color_scheme=scheme, viewport=viewport)
    found = []
    for path in PUBLIC:
        page = visitor.open(path)
        found += findings(page)
    assert found == []


def test_own_pages_are_accessible(visit, scheme, viewport):
    visitor = visit(color_scheme=scheme, viewport=viewport)
    visitor.sign_up(f"anna{scheme}{viewport['width']}")
    finish_a_game(visitor)
    found = []
    for path in OWN:
        found += findings(visitor.open(path))
    assert found == []


def test_a_game_is_accessible_from_its_start_to_its_review(visit, scheme, viewport):
    player, friend = visit(color_scheme=scheme, viewport=viewport), visit()
    path = player.create_game(opponent="friend")
    found = findings(player.page)
    found += findings(friend.open(path))
    friend.join(path)
    player.play("b2")
    friend.play("a1")
    friend.page.locator("#offer-draw button").click()
    expect(player.page.get_by_role("button", name="Accept")).to_be_visible()
    found += findings(player.page)
    player.page.get_by_role("button", name="Accept").click()
    expect(player.headline).to_have_text("Draw")
    found += findings(player.page)
    found += findings(open_judged(player, f"{path}review/?ply=1"))
    assert found == []


def test_a_dense_board_is_accessible(visit, scheme, viewport):
    player = visit(color_scheme=scheme, viewport=viewport)
    player.create_game(opponent="device", m=19, n=19, k=5)
    player.page.keyboard.press("?")
    assert findings(player.page) == []


def test_nothing_is_wider_than_320_pixels(visit):
    visitor = visit(viewport={"width": 320, "height": 640})
    visitor.sign_up("narrow")
    path = finish_a_game(visitor)
    big = visitor.create_game(opponent="device", m=19, n=19, k=5)
    open_judged(visitor, f"{path}review/")
    pages = (*PUBLIC, *OWN, path, f"{path}review/", f"{path}explain/?ply=3", big)
    wide = [page for page in pages if overflow(visitor.open(page)) > 0]
    assert wide == []


def finish_a_game(visitor: Visitor) -> str:
    """Play a short game on one device; its path."""
    path = visitor.create_game(opponent="device")
    win_for_the_first(visitor, "X", "O")
    expect(visitor.headline).to_have_text("X wins")
    return path


def open_judged(visitor: Visitor, address: str) -> Page:
    """The review of a game that the visitor played, once it is judged: it asks for that itself."""
    page = visitor.open(address)
    expect(page.locator("#graph")).to_be_visible(timeout=60_000)
    return page
