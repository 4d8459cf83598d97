"""Without a network after one visit: the page that is kept, games and puzzles on the device."""

from __future__ import annotations

import json
import re
import shutil
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from tests.system.browser.conftest import PHONE, Visitor, new_site

OVER = re.compile("You win|You lost|wins|Draw")
KEEPING = """async () => {
  await navigator.serviceWorker.ready;
  return (await caches.keys()).filter((name) => name.startsWith("offline-"));
}"""

UNTIL_NOTHING_IS_KEPT = """async () => {
  const worker = navigator.serviceWorker;
  while ((await caches.keys()).length || (await worker.getRegistrations()).length) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}"""


def visit_once(visitor: Visitor) -> None:
    """One visit of the home page, as long as it takes to keep the offline page."""
    visitor.open("/")
    assert len(visitor.page.evaluate(KEEPING)) == 1


def start_address(page: Page) -> str:
    """Where the site opens once it is installed."""
    address: str = page.evaluate(
        """async () => {
          const manifest = document.querySelector("link[rel=manifest]").href;
          return (await (await fetch(manifest)).json()).start_url;
        }"""
    )
    return address


def without_network(visitor: Visitor, path: str = "/") -> Page:
    """Open a page of the site while there is no network; it is the one that was kept."""
    visitor.context.set_offline(True)
    page = visitor.open(path)
    expect(page.get_by_role("heading", level=1)).to_have_text("Play offline")
    expect(page.locator("#pill")).to_have_text(re.compile("No network"))
    return page


def begin(page: Page, *, size: str, level: str = "", side: str = "x") -> None:
    form = page.locator("#computer" if level else "#two")
    form.locator(f'input[name="size"][value="{size}"]').check()
    if level:
        form.locator(f'input[name="level"][value="{level}"]').check()
        form.locator(f'input[name="side"][value="{side}"]').check()
    form.get_by_role("button").click()
    expect(page.locator("#play")).to_be_visible()


def play_to_the_end(page: Page) -> str:
    """Mark the first free cell in each own turn; the result."""
    board = page.locator("#board")
    headline = page.locator("#headline")
    while not OVER.search(headline.inner_text()):
        if board.evaluate("board => board.allowed"):
            board.locator('button:not([aria-disabled="true"])').first.click()
        page.wait_for_timeout(20)
    return headline.inner_text()


def test_whole_games_are_played_without_a_network(site, visit) -> None:
    visitor = visit(own=True)
    visit_once(visitor)
    page = without_network(visitor, "/watch/")
    for size, level, side in (("3,3,3", "3", "x"), ("3,3,3", "8", "o"), ("4,4,4", "3", "o")):
        begin(page, size=size, level=level, side=side)
        result = play_to_the_end(page)
        assert level != "8" or result != "You win"
        page.get_by_role("button", name="Back").click()
    begin(page, size="4,4,4", level="8")
    assert play_to_the_end(page) != "You win"
    page.get_by_role("button", name="Back").click()
    expect(page.locator("#games > li")).to_have_count(4)
    page.reload()  # they are kept, and so is the page
    expect(page.locator("#games > li")).to_have_count(4)
    expect(page.locator("#games")).to_contain_text("Against level 8")


def test_two_play_on_one_device_in_the_installed_site(site, visit) -> None:
    visitor = visit(own=True)
    visit_once(visitor)
    page = without_network(visitor, start_address(visitor.page))
    begin(page, size="15,15,5")
    names = ("a1", "a2", "b1", "b2", "c1", "c2", "d1", "d2", "e1")
    for name in names:
        page.locator("#board").get_by_role("button", name=re.compile(rf"^{name}, ")).click()
    expect(page.locator("#headline")).to_have_text("X wins")
    page.get_by_role("button", name="Back").click()
    page.locator("#games").get_by_role("button", name=re.compile("^Replay the game")).click()
    page.get_by_role("button", name="Previous move").click()
    expect(page.get_by_role("button", name="e1, empty")).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("^d1, X"))).to_be_visible()


def test_puzzles_are_judged_without_a_network(site, visit) -> None:
    visitor = visit(own=True)
    visit_once(visitor)
    page = without_network(visitor)
    expect(page.locator("#solved")).to_have_text("0 of 200 solved")
    page.get_by_role("button", name="Solve a puzzle").click()
    for number in range(1, 6):
        solve(page)
        if number < 5:
            page.get_by_role("button", name="Next puzzle").click()
    page.get_by_role("button", name="Back").click()
    expect(page.locator("#solved")).to_have_text("5 of 200 solved")
    page.reload()
    expect(page.locator("#solved")).to_have_text("5 of 200 solved")


def test_a_puzzle_can_be_solved_as_soon_as_the_puzzles_are_there(site, visit) -> None:
    visitor = visit(own=True)
    asked: list[Route] = []
    visitor.page.route(re.compile(r"/puzzles[^/]*\.json$"), lambda route: asked.append(route))
    page = visitor.open("/offline/")
    button = page.get_by_role("button", name="Solve a puzzle")
    expect(button).to_be_disabled()
    asked[0].continue_()
    expect(button).to_be_enabled()
    button.click()
    expect(page.locator("#headline")).to_contain_text("to play")


def solve(page: Page) -> None:
    """Look at the answer, then play it; replies may differ from the first line's."""
    page.get_by_role("button", name="Show the answer").click()
    headline = page.locator("#headline")
    expect(headline).to_have_text(re.compile("^The answer: "))
    names = headline.inner_text().removeprefix("The answer: ").split(", ")
    page.get_by_role("button", name="Try again").click()
    for name in names[::2]:
        expect(headline).to_have_text(re.compile("to play|Right so far"))
        page.locator("#board").get_by_role("button", name=re.compile(rf"^{name}, empty")).click()
        expect(headline).to_have_text(re.compile("Right so far|Solved"))
    expect(headline).to_have_text("Solved")


STYLES = "css/play/offline.css"


def test_a_new_deployment_shows_its_own_files_at_the_second_visit_at_the_latest(
    make_visitor: Callable[..., Visitor], tmp_path: Path, static_root: Path
) -> None:
    renewed, name = with_other_styles(static_root, tmp_path / "renewed")
    with new_site(tmp_path, static_root) as site:
        visitor = make_visitor(site, own=True)
        visit_once(visitor)
        before = visitor.page.evaluate(KEEPING)
        site.stop()
        site.env["STATIC_ROOT"] = str(renewed)
        site.start()
        visitor.open("/")  # the first visit: the new worker is heard of
        patience = time.monotonic() + 60
        while len(now := visitor.page.evaluate(KEEPING)) != 1 or now == before:
            assert time.monotonic() < patience, f"{before} is still kept: {now}"
            visitor.page.wait_for_timeout(50)
        page = without_network(visitor)
        assert name in page.locator(f'link[href*="{Path(STYLES).stem}"]').evaluate("it => it.href")
        assert page.evaluate("getComputedStyle(document.body).outlineStyle") == "dotted"


def with_other_styles(static_root: Path, renewed: Path) -> tuple[Path, str]:
    """Make *renewed* the static files of another deployment; the name of the file that differs."""
    shutil.copytree(static_root, renewed)
    listed = renewed / "staticfiles.json"
    told = json.loads(listed.read_text())
    old = Path(told["paths"][STYLES])
    new = old.with_name("offline.0123456789ab.css")
    told["paths"][STYLES] = str(new)
    listed.write_text(json.dumps(told))
    (renewed / new).write_text((renewed / old).read_text() + "body { outline: 1px dotted; }")
    return renewed, new.name


def test_the_board_is_played_by_keyboard(site, visit) -> None:
    visitor = visit(viewport=PHONE, own=True)
    visit_once(visitor)
    page = without_network(visitor)
    page.locator("#two").get_by_role("button", name="Start").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#headline")).to_be_focused()
    for digit in "71829":  # the keypad: X in the upper row
        page.keyboard.press("Tab") if digit == "7" else None
        page.locator("#board [tabindex='0']").focus()
        page.keyboard.press(digit)
    expect(page.locator("#headline")).to_have_text("X wins")
    expect(page.locator("#alert")).to_contain_text("X wins")


def test_an_aim_ends_with_its_game(site, visit) -> None:
    page = visit(own=True, viewport=PHONE, has_touch=True).open("/offline/")
    begin(page, size="15,15,5")
    page.locator("#board").get_by_role("button", name="h8, empty").tap()
    expect(page.locator("#aim-place")).to_be_visible()
    page.get_by_role("button", name="Back").tap()
    begin(page, size="3,3,3")
    expect(page.locator("#aim-place")).to_be_hidden()


def test_of_clocks_the_board_says_that_there_are_none(site, visit) -> None:
    page = visit(own=True).open("/offline/")
    begin(page, size="3,3,3")
    page.locator("#board [tabindex='0']").focus()
    for key in ("Enter", "t"):
        page.keyboard.press(key)
    expect(page.locator("#live")).to_contain_text("This game has no clock.")


def test_switching_it_off_removes_what_was_kept(site, visit) -> None:
    visitor = visit(own=True)
    visit_once(visitor)
    page = visitor.open("/me/preferences/")
    page.get_by_label("Keep the offline page on my devices").uncheck()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Your preferences are saved.")).to_be_visible()
    page.evaluate(UNTIL_NOTHING_IS_KEPT)


@pytest.mark.parametrize("path", ["/", "/offline/"])
def test_a_browser_finds_nothing_against_installing(site, visit, path: str) -> None:
    visitor = visit(own=True)
    visit_once(visitor)
    page = visitor.open(path)
    devtools = visitor.context.new_cdp_session(page)
    devtools.send("Page.enable")
    assert devtools.send("Page.getAppManifest")["errors"] == []
    found = devtools.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [error["errorId"] for error in found if error["errorId"] != "in-incognito"] == []


def test_games_come_to_my_games_once_there_is_a_network(site, visit) -> None:
    visitor = visit(own=True)
    visitor.sign_up("anna_travels")
    visit_once(visitor)
    page = without_network(visitor, "/offline/")
    for size, level in (("3,3,3", "3"), ("4,4,4", "8")):
        begin(page, size=size, level=level)
        play_to_the_end(page)
        page.get_by_role("button", name="Back").click()
    other = visitor.new_tab()
    other.goto(site.url + "/offline/")  # the same device, in another window
    visitor.context.set_offline(False)
    for tab in (page, other):
        tab.reload()
        expect(tab.get_by_role("heading", level=1)).to_have_text("You’re back online")
    for tab in (page, other):  # neither waits for the other
        tab.evaluate("setTimeout(() => document.getElementById('add-now').click())")
    for tab in (page, other):
        expect(tab.get_by_role("heading", level=1)).to_have_text("2 games added")
        expect(tab.locator("#games")).to_contain_text("in My games")
    history = visitor.open("/me/games/")
    expect(history.get_by_text("played offline")).to_have_count(2)
    visitor.open("/offline/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Play offline")
    expect(page.locator("#add")).to_be_hidden()


def test_whoever_is_not_signed_in_is_asked_to(site, visit) -> None:
    visitor = visit(own=True)
    visit_once(visitor)
    page = without_network(visitor)
    begin(page, size="3,3,3", level="1")
    play_to_the_end(page)
    page.get_by_role("button", name="Back").click()
    visitor.context.set_offline(False)  # the page that is open hears of it
    expect(page.get_by_role("heading", level=1)).to_have_text("You’re back online")
    expect(page.get_by_role("link", name="Sign in to add them")).to_be_visible()
    page.get_by_role("button", name="Not now").click()
    expect(page.locator("#add")).to_be_hidden()
