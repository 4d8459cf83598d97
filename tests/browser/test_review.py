"""Stepping through a finished game."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visitor
from tests.browser.test_play import win_for_the_first


@pytest.fixture
def reader(visit) -> Visitor:
    """Somebody at the review of a game of five moves."""
    visitor = visit()
    path = visitor.create_game(opponent="device")
    win_for_the_first(visitor, "X", "O")
    visitor.open(f"{path}review/")
    return visitor


def test_it_opens_at_the_end(reader):
    expect(reader.page.locator("#count")).to_have_text("Move 5 of 5")
    expect(reader.page.locator("#board [aria-label*='winning line']")).to_have_count(3)
    expect(reader.page.get_by_role("link", name="Next move")).to_have_attribute(
        "aria-disabled", "true"
    )


def test_keys_buttons_slider_and_list_lead_to_the_same(reader):
    page, count = reader.page, reader.page.locator("#count")
    page.keyboard.press("ArrowLeft")
    expect(count).to_have_text("Move 4 of 5")
    page.keyboard.press("Home")
    expect(count).to_have_text("Move 0 of 5")
    page.get_by_role("link", name="Next move").click()
    expect(count).to_have_text("Move 1 of 5")
    page.locator("#ply").fill("3")
    expect(count).to_have_text("Move 3 of 5")
    page.locator("#steps .step").nth(1).click()
    expect(count).to_have_text("Move 2 of 5")
    expect(page.locator("#steps [aria-current=step]")).to_contain_text("2.")
    expect(page.locator("#board [aria-label$='last move']")).to_have_count(1)


def test_a_position_has_an_address_of_its_own(reader):
    page = reader.page
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile(r"\?ply=1$"))
    page.reload()
    expect(page.locator("#count")).to_have_text("Move 1 of 5")


def test_the_marks_can_be_numbered(reader):
    reader.page.get_by_label("Numbers on the marks").check()
    expect(reader.page.locator("#board .board__number")).to_have_count(5)
    reader.page.keyboard.press("ArrowLeft")
    expect(reader.page.locator("#board .board__number")).to_have_count(4)


def test_the_link_is_copied(reader):
    reader.context.grant_permissions(["clipboard-read", "clipboard-write"])
    reader.page.keyboard.press("Home")
    reader.page.get_by_role("button", name="Copy link").click()
    expect(reader.page.get_by_role("button", name="Link copied")).to_be_visible()
    copied = reader.page.evaluate("navigator.clipboard.readText()")
    assert copied == reader.page.url


def test_both_files_can_be_downloaded(reader):
    for form in ("Text", "JSON"):
        with reader.page.expect_download() as download:
            reader.page.get_by_role("link", name=form).click()
        assert download.value.suggested_filename.startswith("tic-tac-toe-")


def test_it_steps_without_a_script(reader, visit):
    plain = visit(java_script_enabled=False)
    page = plain.open(reader.page.url.removeprefix(reader.site.url))
    page.get_by_role("link", name="Previous move").click()
    expect(page.locator("#count")).to_have_text("Move 4 of 5")
    expect(page.get_by_role("img", name=re.compile("last move$"))).to_have_count(1)
