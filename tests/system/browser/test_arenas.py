"""An arena: whoever has its page open is taken to the board, and sees how they stand."""

from __future__ import annotations

import json
import re

from playwright.sync_api import expect

from tests import serving
from tests.system.browser.accessibility import findings, findings_in_every_look


def test_two_are_taken_to_their_board_unless_they_prefer_to_stay(make_visitor, site):
    asked = ("0", "2", "1200")
    told = json.loads(
        serving.run("tests.system.faults.prepare_arena", *asked, **site.env).splitlines()[-1]
    )
    path = f"/tournaments/{told['uid']}/"
    stays, goes = make_visitor(site), make_visitor(site)
    for visitor, session in zip((stays, goes), told["sessions"], strict=True):
        visitor.context.add_cookies([{"name": "sessionid", "value": session, "url": site.url}])
    page = stays.open(path)
    page.get_by_label("Open the board automatically").uncheck()
    boards = stays.context.new_page()
    boards.goto(f"{site.url}{path}boards/")
    expect(boards.get_by_text("No round is being played just now.")).to_be_visible()
    goes.open(path)
    goes.page.wait_for_url(re.compile(r"/games/\w{10}/"))
    link = page.get_by_role("link", name="Go to the board")
    expect(link).to_be_visible()
    expect(page.locator("#live")).to_contain_text("has begun")
    expect(page.locator("#standing .round-chip--going")).to_have_count(2)
    for shown in (page, boards):  # neither was loaded anew
        board = shown.locator("#live-games .seated")
        expect(board.locator("svg.thumb")).to_be_visible()
        expect(board.locator("[data-clock]")).to_have_text(["1:00", "1:00"])
    expect(page.get_by_role("link", name="All boards (1)")).to_be_visible()
    assert findings(boards) == []
    boards.close()
    assert findings_in_every_look(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    link.click()
    page.wait_for_url(goes.page.url)
    home = goes.open("/")
    expect(home.get_by_role("link", name="Go to the arena")).to_have_attribute("href", path)
    clock = home.locator(".coming [data-ms-left]")
    expect(clock).not_to_have_text(clock.inner_text())
    assert findings_in_every_look(home) == []
