"""A visitor walks a proof as O until X has won, with scripts and without."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.system.browser.accessibility import findings_in_every_look
from tests.system.browser.conftest import PHONE

ANSWERED = re.compile(r"^\w+: X wins")
MOST_MOVES = 40
# How many pixels the board is wider than what is seen of it.
SCROLLS_BY = """() => {
  const { scrollWidth, clientWidth } = document.querySelector(".worths-wrap");
  return scrollWidth - clientWidth;
}"""


def walk_to_the_end(page: Page) -> None:
    """Choose for O the first cell that a turn has, until there is none any more."""
    cells = page.locator(".worths a")
    for _ in range(MOST_MOVES):
        before = page.url
        cells.first.click()
        page.wait_for_url(lambda url, before=before: url != before)
        if not cells.count():
            return


def test_a_visitor_walks_to_the_win_of_x(visit):
    page = visit(viewport=PHONE).open("/fair/")
    page.get_by_role("link", name="Walk the proof 15×15").click()
    page.wait_for_url("**/fair/15x15x5/walk/")
    expect(page.get_by_text(re.compile("of 35 proven"))).to_be_visible()
    assert findings_in_every_look(page) == []
    assert page.evaluate(SCROLLS_BY) <= 0
    page.get_by_role("link", name="a15: ").click()
    expect(page.get_by_role("heading", name="X answers i9")).to_be_visible()
    assert findings_in_every_look(page) == []
    assert page.evaluate(SCROLLS_BY) <= 0
    page.get_by_role("link", name=ANSWERED).nth(100).click()
    expect(page.get_by_role("heading", name=re.compile("^X answers (?!i9)"))).to_be_visible()
    walk_to_the_end(page)
    expect(page.get_by_role("heading", name="X has won")).to_be_visible()
    expect(page.locator(".worth--line")).to_have_count(5)
    assert findings_in_every_look(page) == []
    page.get_by_role("link", name="Back one move").click()
    expect(page.get_by_role("heading", name=re.compile("^X answers"))).to_be_visible()


def test_without_scripts_it_is_walked_as_well(visit):
    page = visit(java_script_enabled=False).open("/fair/15x15x5/walk/a15/")
    walk_to_the_end(page)
    expect(page.get_by_role("heading", name="X has won")).to_be_visible()
    page.get_by_role("link", name="Start over").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the proof for a15").click()
    assert download.value.suggested_filename == "15x15x5-a15.txt"
