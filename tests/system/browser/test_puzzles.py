"""Somebody solves puzzles: by keyboard, by pointer, and without scripts."""

from __future__ import annotations

import json
import re

from playwright.sync_api import Page, expect

from games.core.notation import cell_name
from games.core.rules import Cell, Position, Ruleset
from games.engine import Limits
from games.engine.analysis.analyser import analyse
from games.engine.analysis.moves import Analysis
from tests.system.browser.accessibility import findings_in_every_look

# Of boards on which the engine knows at once what each move is worth.
SMALL = "/puzzles/next/?theme=fork"


def data_of(page: Page) -> dict:
    return json.loads(page.locator("#puzzle-data").text_content() or "")


def analysis_of(page: Page) -> Analysis:
    """What each move of the puzzle is worth as it stands, by the engine."""
    shown = data_of(page)
    ruleset = Ruleset(shown["m"], shown["n"], shown["k"])
    own = sum(1 << cell for cell, mark in enumerate(shown["cells"]) if mark == shown["mark"])
    marked = sum(1 << cell for cell, mark in enumerate(shown["cells"]) if mark)
    return analyse(Position(ruleset, own, marked & ~own), Limits(seconds=30))


def best(page: Page) -> Cell:
    return analysis_of(page).best[0]


def wrong(page: Page) -> Cell:
    found = analysis_of(page)
    return next(move.cell for move in found.moves if move.value < found.value)


def button(page: Page, cell: Cell):
    shown = data_of(page)
    name = cell_name(Ruleset(shown["m"], shown["n"], shown["k"]), cell)
    return page.locator("ttt-board").get_by_role("button", name=re.compile(rf"^{name}, "))


def press_by_keyboard(page: Page, cell: Cell) -> None:
    """Walk from the top left to *cell* with the arrows, and mark it."""
    columns = data_of(page)["m"]
    button(page, 0).focus()
    for _ in range(cell // columns):
        page.keyboard.press("ArrowDown")
    for _ in range(cell % columns):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")


def solve(page: Page, press) -> None:
    while data_of(page)["mark"]:
        marks = sum(map(bool, data_of(page)["cells"]))
        press(page, best(page))
        # The answer has come once there are more marks than the one that was made.
        page.wait_for_function(
            """marks => {
                const shown = JSON.parse(document.getElementById("puzzle-data").textContent);
                return shown.cells.filter(Boolean).length > marks;
            }""",
            arg=marks,
        )


def test_one_is_solved_by_keyboard_and_the_next_one_missed(visit):
    solver = visit()
    solver.sign_up("alice_solves")
    page = solver.open("/puzzles/")
    found = findings_in_every_look(page)
    page.get_by_role("link", name="Solve puzzles").click()
    page.wait_for_url(re.compile(r"/puzzles/\d+/$"))
    solver.open(SMALL)
    found += findings_in_every_look(page)
    expect(page.get_by_text("The theme is shown once it is solved.")).to_be_visible()
    solve(page, press_by_keyboard)
    expect(page.locator("#panel h2")).to_contain_text("Right")
    expect(page.locator("#live")).to_contain_text("Right")
    expect(page).to_have_url(re.compile(r"/puzzles/\d+/\?try=\w{10}$"))
    expect(page.locator(".facts__up")).to_be_visible()
    found += findings_in_every_look(page)
    following = page.get_by_role("link", name="Next puzzle")
    expect(following).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: "try=" not in url)
    solver.open(SMALL)
    button(page, wrong(page)).click()
    expect(page.get_by_role("link", name="Try again")).to_be_visible()
    expect(page.locator(".facts__down")).to_be_visible()
    found += findings_in_every_look(page)
    page.get_by_role("button", name="Show the answer").click()
    expect(page.locator("#panel h2")).to_contain_text("The answer:")
    page.get_by_role("switch", name="Rated").click()
    expect(page.get_by_role("switch", name="Rated")).to_have_attribute("aria-checked", "false")
    assert found == []


def test_a_press_on_a_taken_cell_says_so(visit):
    page = visit().open(SMALL)
    page.locator("ttt-board button[aria-disabled=true]").first.press("Enter")
    expect(page.locator("#live")).to_contain_text("is taken")


def test_without_scripts_every_cell_is_a_button(visit):
    solver = visit(java_script_enabled=False)
    page = solver.open(SMALL)
    while data_of(page)["mark"]:
        button(page, best(page)).click()
    expect(page.locator("#panel h2")).to_contain_text("Right")
    expect(page.get_by_role("link", name="Sign up").last).to_be_visible()
