"""The page about fairness: in every look, by keyboard and without scripts."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.system.browser.accessibility import findings_in_every_look
from tests.system.browser.conftest import DESKTOP, PHONE

TARGET = 24  # pixels: what WCAG 2.2 asks of something to press
HEIGHTS = """(links, least) => links
  .filter((link) => link.getBoundingClientRect().height < least)
  .map((link) => link.textContent.trim())"""


def test_a_visitor_goes_from_board_to_board_by_keyboard(visit):
    page = visit().open("/fair/")
    expect(page.get_by_role("heading", level=2, name="6×5, four in a row")).to_be_visible()
    page.get_by_role("link", name="6×5: the first player wins; a draw with the swap rule").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"/fair/7x5x4/#board$"))
    expect(page.get_by_role("heading", level=2, name="7×5, four in a row")).to_be_in_viewport()
    assert findings_in_every_look(page) == []
    page.get_by_role("link", name="c3: X wins in 6").click()
    page.wait_for_url(re.compile(r"/p/7x5x4/\w+/$"))


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["wide", "narrow"])
def test_every_link_is_high_enough_to_press(visit, viewport):
    links = visit(viewport=viewport).open("/fair/").locator("main a")
    assert links.count() > 50
    assert links.evaluate_all(HEIGHTS, TARGET) == []


def test_without_scripts_all_of_it_is_there(visit):
    page = visit(java_script_enabled=False).open("/fair/4x4x3/")
    page.get_by_role(
        "link", name="4×3: the first player wins; with the swap rule, the second"
    ).click()
    expect(page.get_by_role("heading", level=2, name="4×3, three in a row")).to_be_visible()
    expect(page.get_by_role("row", name=re.compile("Swap after three marks"))).to_contain_text(
        "Draw"
    )
