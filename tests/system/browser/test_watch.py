"""The page of live games, and those of the home page, as games come and go."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests import serving
from tests.system.browser.accessibility import findings_in_every_look
from tests.system.browser.conftest import Visitor, new_site


@pytest.fixture(scope="module")
def quiet_site(
    tmp_path_factory: pytest.TempPathFactory, static_root: Path
) -> Iterator[serving.ServerProcess]:
    """A server on which nobody plays but here. The first two tests need that nobody does."""
    with new_site(tmp_path_factory.mktemp("quiet"), static_root) as process:
        yield process


def start(x: Visitor, o: Visitor, **terms) -> str:
    """Begin a public game with one mark on it; its path."""
    path = x.create_game(**terms)
    o.join(path)
    x.play("b2")
    return path


def card(page: Page, path: str) -> Locator:
    return page.locator(f"#live-games li[data-uid='{path.split('/')[2]}']")


def win(x: Visitor, o: Visitor) -> None:
    """X has b2 already."""
    for player, name in ((o, "a1"), (x, "a2"), (o, "c1"), (x, "c2")):
        player.play(name)


def test_the_list_follows_games_by_itself(quiet_site, make_visitor):
    x, o, watcher = (make_visitor(quiet_site) for _ in range(3))
    page = watcher.open("/watch/")
    expect(page.get_by_text("No public games right now.")).to_be_visible()
    path = start(x, o)
    expect(card(page, path)).to_contain_text("1 move")
    expect(page.locator("#nobody-plays")).to_be_hidden()
    o.play("a1")
    expect(card(page, path)).to_contain_text("2 moves")
    expect(card(page, path).locator("svg.thumb path.thumb__ink")).to_have_count(3)
    for player, name in ((x, "a2"), (o, "c1"), (x, "c2")):
        player.play(name)
    expect(card(page, path)).to_have_count(0)
    expect(page.locator("#nobody-plays")).to_be_visible()


def test_the_home_page_shows_games_as_people_begin_them(quiet_site, make_visitor):
    x, o, watcher = (make_visitor(quiet_site) for _ in range(3))
    page = watcher.open()
    expect(page.get_by_text("No live games right now.")).to_be_visible()
    path = start(x, o, m=5, n=5, k=4)
    o.play("a1")
    game = page.locator(f".live-game[data-uid='{path.split('/')[2]}']")
    expect(game).to_contain_text("5×5, four in a row")


def test_no_game_goes_under_the_pointer(quiet_site, make_visitor):
    x, o, watcher = (make_visitor(quiet_site) for _ in range(3))
    path = start(x, o)
    page = watcher.open("/watch/")
    card(page, path).hover()
    win(x, o)
    expect(card(page, path)).to_contain_text("Over")
    other = start(x, o)
    expect(card(page, path)).to_be_visible()
    page.get_by_role("heading").first.hover()
    expect(card(page, other)).to_be_visible()
    expect(card(page, path)).to_have_count(0)


def test_a_page_nobody_looks_at_asks_for_nothing(quiet_site, make_visitor):
    watcher = make_visitor(quiet_site, own=True)
    page = watcher.open("/watch/")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.evaluate(
        """() => {
          Object.defineProperty(document, "hidden", { get: () => window.isAway });
          window.isAway = true;
          document.dispatchEvent(new Event("visibilitychange"));
        }"""
    )
    page.wait_for_timeout(6000)
    assert not [url for url in asked if "/static/" not in url]  # the tab's icon may come late
    with page.expect_request("**/watch/games.json"):
        page.evaluate(
            "window.isAway = false; document.dispatchEvent(new Event('visibilitychange'))"
        )


def test_without_scripts_the_list_is_there_to_reload(quiet_site, make_visitor):
    x, o = make_visitor(quiet_site), make_visitor(quiet_site)
    path = start(x, o)
    page = make_visitor(quiet_site, java_script_enabled=False).open("/watch/")
    end = time.monotonic() + 60
    while not card(page, path).filter(has_text="1 move").count():
        assert time.monotonic() < end, page.locator("main").inner_text()
        page.get_by_role("link", name="Reload").click()
    card(page, path).get_by_role("link").click()
    page.wait_for_url(f"**{path}")


def test_the_page_is_accessible(visit):
    x, o = visit(), visit()
    start(x, o, m=7, n=5, k=4)
    page = visit().open("/watch/")
    expect(page.locator("#live-games li").first).to_be_visible()
    assert findings_in_every_look(page) == []
