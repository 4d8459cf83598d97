"""The board of the home page: a game against the computer that begins with the first press."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, WebSocketRoute, expect

from games.core.rules import TIC_TAC_TOE
from tests.system.browser.accessibility import findings_in_every_look
from tests.system.browser.conftest import DESKTOP, PHONE, Visitor

GAME = re.compile(r"/games/\w{10}/$")
NAMES = ("a3", "b3", "c3", "a2", "b2", "c2", "a1", "b1", "c1")
MAY_PRESS = "document.getElementById('first-board').allowed === 'x'"
OVER = "#first:not(:has(.is-turn))"
IS_OVER = f"document.querySelector('{OVER}') !== null"
CELLS = "document.getElementById('first-board').cells"
COUNT_ALERTS = """
    window.alerts = 0;
    const watch = new MutationObserver((found) => { window.alerts += found.length; });
    watch.observe(document.getElementById("alert"), { childList: true });
"""
COUNT_LISTENERS = """
    window.listening = 0;
    window.addEventListener = (kind) => { if (kind === "online") window.listening++; };
"""


def cell(page: Page, name: str) -> Locator:
    return page.locator("#first-board").get_by_role("button", name=re.compile(f"^{name}, "))


def headline(page: Page) -> Locator:
    return page.locator("#first .is-said h2")


def play(page: Page, choose: Callable[[list[str]], int]) -> None:
    """Mark the cell that *choose* finds in all cells, at every turn until the game is over.

    What a page hears last is that the game is over. For a moment after the last move it may look
    like the visitor's turn, and the mark pressed then does not stand.
    """
    patience = time.monotonic() + 60  # from move to move
    while not page.evaluate(IS_OVER):
        assert time.monotonic() < patience, "no end"
        if page.evaluate(MAY_PRESS):
            name = NAMES[choose(page.evaluate(CELLS))]
            cell(page, name).click()
            expect(page.locator(f'{OVER}, [aria-label^="{name}, X"]').first).to_be_attached()
            patience = time.monotonic() + 60
        page.wait_for_timeout(20)


def first_free(cells: list[str]) -> int:
    """Take the first free cell, which level 3 punishes."""
    return cells.index("")


def holding(cells: list[str]) -> int:
    """Block whatever O threatens, and complete no line while there is another cell."""
    gaps = {mark: gap_of(cells, mark) for mark in "xo"}
    usual = [one for one in (4, 0, 2, 6, 8, 1, 3, 5, 7) if not cells[one] and one != gaps["x"]]
    return next(one for one in (gaps["o"], *usual, gaps["x"]) if one is not None)


def gap_of(cells: list[str], mark: str) -> int | None:
    """The free cell of a line that *mark* has but for it."""
    for line in TIC_TAC_TOE.lines:
        inside = [cell for cell in range(9) if line >> cell & 1]
        values = [cells[cell] for cell in inside]
        if values.count(mark) == 2 and "" in values:
            return inside[values.index("")]
    return None


def test_the_first_press_of_a_newcomer_is_a_move_of_a_game(visit, site):
    page = visit(viewport=PHONE, own=True).open()
    requests: list[str] = []
    page.on("request", lambda request: requests.append(f"{request.method} {request.url}"))
    cell(page, "b2").click()
    expect(cell(page, "b2")).to_have_attribute("aria-label", re.compile("^b2, X"))
    page.wait_for_url(GAME)
    expect(page.locator("#first-board button[aria-label*=', O']")).to_have_count(1)
    expect(headline(page)).to_have_text("Your move")
    expect(page.locator("#live")).to_contain_text("The computer marked")
    assert [line for line in requests if "/static/" not in line and "/watch/" not in line] == [
        f"POST {site.url}/games/first/"
    ]
    moves = page.evaluate(CELLS)
    page.reload()  # the address is that of the game's own page
    expect(page.locator("#headline-text")).to_have_text("Your turn")
    assert page.evaluate("document.getElementById('board').cells") == moves


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE])
def test_the_header_knows_the_guest_at_once_and_as_the_next_page_does(visit, viewport):
    page = visit(viewport=viewport).open()
    home = page.url
    header = page.get_by_role("banner")
    cell(page, "b2").click()
    page.wait_for_url(GAME)
    avatar = header.get_by_role("button", name=re.compile("^Menu of Guest-"))
    avatar.click()
    menu = page.get_by_role("navigation", name="Account and pages")
    expect(menu.get_by_role("link", name="My games")).to_be_visible()
    expect(menu.get_by_role("link", name="Sign in")).to_be_visible()  # and nowhere else
    expect(header.get_by_role("link", name="Sign in")).to_have_count(1)
    at_once = menu.inner_text()
    name = avatar.get_attribute("aria-label")
    profile = menu.get_by_role("link", name="Profile").get_attribute("href")
    page.keyboard.press("Escape")
    expect(avatar).to_be_focused()
    page.goto(home)
    expect(avatar).to_have_attribute("aria-label", name)
    avatar.click()
    assert menu.inner_text() == at_once
    assert menu.get_by_role("link", name="Profile").get_attribute("href") == profile


def test_who_lost_finds_out_why_and_the_game_among_their_own(visit):
    visitor = visit()
    page = visitor.open()
    play(page, first_free)
    game = page.url
    expect(headline(page)).to_have_text("You lost.")
    expect(page.locator("#alert")).to_have_text(re.compile(r"^You lost\."))
    assert findings_in_every_look(page) == []
    page.get_by_role("link", name="Why did I lose?").click()
    page.wait_for_url(f"{game}review/")
    page.goto(f"{visitor.site.url}/me/games/")
    expect(page.locator(f"a[href^='{game.removeprefix(visitor.site.url)}']").first).to_be_visible()


def test_back_and_play_again_lead_to_an_empty_board(visit):
    page = visit().open()
    home = page.url
    cell(page, "a1").click()
    page.wait_for_url(GAME)
    page.go_back()
    assert page.url == home
    expect(headline(page)).to_have_text("You start")
    assert not any(page.evaluate(CELLS))
    play(page, first_free)
    page.get_by_role("button", name="Play again").click()
    assert page.url == home
    expect(cell(page, "b2")).to_be_focused()
    cell(page, "b2").press("Enter")
    page.wait_for_url(GAME)


def test_a_page_that_was_there_before_the_guest_can_still_send_its_forms(visit):
    page = visit().open()
    cell(page, "a1").click()
    page.wait_for_url(GAME)
    page.get_by_role("button", name=re.compile("^3×3 Three in a row")).click()
    expect(page.locator("#waiting")).to_be_visible()


def test_nothing_moves_from_the_first_press_to_the_result(visit):
    page = visit().open()
    below = page.locator(".lobby__quick").bounding_box()
    play(page, first_free)
    assert page.locator(".lobby__quick").bounding_box() == below


def test_the_next_step_of_a_draw_is_a_game_on_a_larger_board(visit):
    page = visit().open()
    play(page, holding)
    expect(headline(page)).to_have_text("You held the draw.")
    page.get_by_role("button", name="Try 4×4").click()
    page.wait_for_url(GAME)
    expect(page.locator("#board")).to_have_attribute("data-m", "4")
    expect(page.locator("#headline-text")).to_have_text("Your turn")


def test_without_scripts_the_cells_are_a_form(visit):
    visitor: Visitor = visit(java_script_enabled=False)
    page = visitor.open()
    page.locator("#first-form").get_by_role("button", name="b2, empty").click()
    page.wait_for_url(GAME)
    expect(page.get_by_label("b2, X")).to_be_visible()
    expect(page.locator("[aria-label*=', O']").first).to_be_visible()


def test_what_cannot_be_sent_is_said_and_can_be_tried_again(visit):
    visitor = visit(own=True)
    page = visitor.open()
    visitor.context.set_offline(True)
    cell(page, "a1").click()
    expect(headline(page)).to_have_text("That didn’t work")
    expect(cell(page, "a1")).to_have_attribute("aria-label", "a1, empty")
    visitor.context.set_offline(False)
    cell(page, "a1").click()
    page.wait_for_url(GAME)


def test_a_board_on_the_home_page_is_accessible_while_it_is_played_on(visit):
    page = visit().open()
    cell(page, "b2").click()
    expect(headline(page)).to_have_text("Your move")
    assert findings_in_every_look(page) == []


def test_a_move_that_is_refused_is_said_once(visit):
    page = visit(own=True).open()

    def refuse(page_side: WebSocketRoute) -> None:
        server_side = page_side.connect_to_server()

        def hear(text: str | bytes) -> None:
            command = json.loads(text)
            refused = {"type": "refused", "id": command.get("id"), "code": "cell_taken", "text": ""}
            if command["type"] == "play":
                page_side.send(json.dumps(refused))
            else:
                server_side.send(text)

        page_side.on_message(hear)

    page.route_web_socket(re.compile("/ws/games/"), refuse)
    cell(page, "b2").click()
    expect(headline(page)).to_have_text("Your move")
    page.evaluate(COUNT_ALERTS)
    cell(page, NAMES[first_free(page.evaluate(CELLS))]).click()
    expect(headline(page)).to_have_text("That didn’t work")
    expect(page.locator("#alert")).not_to_be_empty()
    assert page.evaluate("window.alerts") == 1


def test_a_move_that_comes_after_the_end_hides_no_result(visit):
    page = visit(own=True).open()
    held: list[str | bytes] = []

    def hold_the_end(page_side: WebSocketRoute) -> None:
        server_side = page_side.connect_to_server()

        def tell(text: str | bytes) -> None:
            if json.loads(text)["type"] == "ended":
                held.append(text)
            else:
                page_side.send(text)

        def hear(text: str | bytes) -> None:
            if held and json.loads(text)["type"] == "play":
                page_side.send(held.pop())
            server_side.send(text)

        server_side.on_message(tell)
        page_side.on_message(hear)

    page.route_web_socket(re.compile("/ws/games/"), hold_the_end)
    play(page, first_free)
    expect(headline(page)).to_have_text("You lost.")
    expect(page.locator("#first .is-turn")).to_have_count(0)
    assert page.evaluate(CELLS).count("x") == page.evaluate(CELLS).count("o")


def test_the_board_answers_what_is_asked_by_keys(visit):
    page = visit().open()
    cell(page, "b2").press("Enter")
    expect(headline(page)).to_have_text("Your move")
    said = page.locator("#live")
    cell(page, "b2").press("l")
    expect(said).to_have_text(re.compile(", O"))
    cell(page, "b2").press("t")
    expect(said).to_have_text(re.compile(r"This game has no clock\."))


def test_a_game_again_leaves_no_more_listeners_than_one(visit):
    page = visit(own=True).open()
    page.evaluate(COUNT_LISTENERS)
    for _ in range(2):
        cell(page, "a1").click()
        page.wait_for_url(GAME)
        page.go_back()
        expect(headline(page)).to_have_text("You start")
    assert page.evaluate("window.listening") == 0
