"""A round robin: its table for those at a desk, at a phone, and before a projector."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from tests import serving
from tests.system.browser.accessibility import findings_in_both_schemes, findings_in_every_look

PROJECTOR = {"width": 1920, "height": 1080}
SMALLEST = 28  # pixels of text that the last row of a class can read at 1920
SMALLER_TEXT = """smallest => [...document.querySelectorAll("main *")]
    .filter((each) => [...each.childNodes].some((node) =>
        node.nodeType === Node.TEXT_NODE && node.data.trim() !== ""))
    .filter((each) => each.checkVisibility() && !each.closest(".visually-hidden, svg"))
    .filter((each) => parseFloat(getComputedStyle(each).fontSize) < smallest)
    .map((each) => each.outerHTML.slice(0, 120))"""


@pytest.fixture(scope="module")
def prepared(site) -> dict[str, str]:
    told = serving.run("tests.system.browser.prepare_robin", **site.env)
    return json.loads(told.splitlines()[-1])


@pytest.fixture(scope="module")
def path(prepared) -> str:
    return f"/tournaments/{prepared['uid']}/"


def test_the_table_is_accessible_and_fits(visit, path):
    page = visit().open(path)
    expect(page.get_by_role("heading", level=1)).to_contain_text("(BOT)")
    table = page.get_by_role("table").first
    expect(table.get_by_role("row")).to_have_count(1 + 7)
    expect(table).to_contain_text("Guard")
    assert findings_in_every_look(page) == []


def test_the_wall_is_read_from_far_away(visit, path):
    page = visit(viewport=PROJECTOR).open(f"{path}wall/")
    expect(page.get_by_role("table")).to_contain_text("cornerstone")
    assert findings_in_both_schemes(page) == []
    assert page.evaluate(SMALLER_TEXT, SMALLEST) == []
    table = page.get_by_role("region", name="Table")
    assert table.evaluate("each => each.scrollWidth - each.clientWidth") <= 0
    assert page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_the_page_of_whoever_leads_it_goes_on_after_a_round(visit, site, prepared, path):
    leader = visit()
    cookie = {"name": "sessionid", "value": prepared["session"], "url": site.url}
    leader.context.add_cookies([cookie])
    page = leader.open(path)
    rounds = page.locator("#rounds")
    # With each round that is over comes a form, of which no field has a name of its own.
    expect(rounds.get_by_role("button", name="Play again").first).to_be_visible()
    rounds.evaluate("rounds => rounds.append('Old')")
    expect(rounds).not_to_contain_text("Old")


def test_a_page_that_is_open_as_it_begins_shows_what_comes_with_it(visit, site, prepared):
    leader = visit()
    cookie = {"name": "sessionid", "value": prepared["session"], "url": site.url}
    leader.context.add_cookies([cookie])
    path = f"/tournaments/{prepared['next']}/"
    left_open, page = visit().open(path), leader.open(path)
    expect(left_open.get_by_role("heading", name="Players")).to_be_visible()
    page.get_by_role("button", name="Begin now").click()
    for name in ("Table", "Playing now", "Rounds"):
        expect(left_open.get_by_role("heading", name=name, exact=True)).to_be_visible()


def test_a_page_that_an_error_has_stopped_says_so(visit, path):
    visitor = visit(own=True)
    page = visitor.open(path)
    status = page.get_by_role("status").filter(has_text="Not up to date.")
    expect(status).to_have_count(0)
    page.evaluate("setTimeout(() => document.querySelector('#'))")
    expect(status).to_be_visible()
    assert findings_in_every_look(page) == []
    page.route("**/js/live-page*.js", lambda route: route.abort())
    status.get_by_role("link", name="Reload").click()
    expect(page.locator("script[src*=live-page]")).to_have_count(1)
    expect(status).to_be_visible()
    page.unroute("**/js/live-page*.js")
    status.get_by_role("link", name="Reload").click()
    expect(status).to_have_count(0)
    page.add_init_script("Document.prototype.adoptNode = () => { throw new TypeError() }")
    page.reload()
    page.locator("#rounds").evaluate("rounds => rounds.append('Old')")
    expect(status).to_be_visible()  # with the next answer, which cannot be shown
    visitor.problems.clear()
