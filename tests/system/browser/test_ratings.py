"""Leaderboards, a round and a profile: in every look, by keyboard and without scripts."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests import serving
from tests.system.browser.accessibility import findings_in_every_look


@pytest.fixture(scope="module")
def round_uid(site) -> str:
    """People with ratings, and a round that changed two of them."""
    return serving.run("tests.system.browser.prepare_ratings", **site.env).strip()


def test_a_reader_goes_from_the_board_to_a_round_and_its_calculation(visit, round_uid):
    page = visit().open("/ratings/fives/")
    people = page.get_by_role("table", name="People")
    expect(people.get_by_role("row", name=re.compile("^1 rated-00 2318 ±"))).to_be_visible()
    expect(people).to_contain_text("Above level")
    expect(page.get_by_role("table", name="Bots")).to_contain_text("rated-line")
    assert findings_in_every_look(page) == []
    page.get_by_role("link", name="Next").click()
    expect(people.get_by_role("row", name=re.compile("^21 rated-20"))).to_be_visible()
    page.get_by_role("navigation", name="Pool").get_by_role("link", name="Puzzles").click()
    expect(people.get_by_role("row", name=re.compile("^1 rated-00 1900"))).to_be_visible()

    page.goto(f"{page.url.partition('/ratings')[0]}/@rated-alice/")
    expect(page.get_by_role("listitem").filter(has_text="Fours")).to_contain_text("24 rounds")
    assert findings_in_every_look(page) == []
    page.get_by_role("link", name="Fours").click()
    page.get_by_role("link", name=re.compile("^Against")).first.click()
    page.wait_for_url(f"**/rounds/{round_uid}/")
    why = page.get_by_role("heading", name="Why did rated-alice’s rating change?")
    why.click()
    expect(page.get_by_text("Worth of a point").first).to_be_visible()
    assert findings_in_every_look(page) == []


def test_without_scripts_all_of_it_is_there(visit, round_uid):
    page = visit(java_script_enabled=False).open(f"/rounds/{round_uid}/")
    page.locator("summary").first.press("Enter")
    expect(page.get_by_text("Worth of a point").first).to_be_visible()
