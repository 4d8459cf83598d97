"""From a game to the position that decided it, and on by keyboard."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.system.browser.accessibility import findings_in_every_look


def test_a_review_leads_to_positions_and_these_to_each_other(visit):
    player = visit()
    path = player.create_game(opponent="computer", level="random")
    player.play_to_the_end()
    page = player.open(f"{path}review/")
    page.get_by_role("link", name=re.compile("^(Why\\?|Position) 1")).click()
    page.wait_for_url("**/p/3x3x3/")
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_have_text("Draw with best play")

    games, deadline = page.get_by_role("heading", name="Games from here"), 60
    while not games.count() and deadline:
        page.wait_for_timeout(500)  # until upkeep has counted the game
        page.reload()
        deadline -= 1
    expect(games).to_be_visible()
    expect(page.get_by_role("heading", name="Moves people play here")).to_be_visible()
    expect(page.locator(".share__part").first).to_be_visible()
    assert findings_in_every_look(page) == []

    page.get_by_role("link", name="b2: Draw", exact=True).focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/p/3x3x3/b2/")
    page.keyboard.press("Tab")  # past the link that skips to the content
    lost = page.get_by_role("link", name=re.compile("X wins in")).first
    lost.focus()
    page.keyboard.press("Enter")
    expect(heading).to_have_text(re.compile("X wins in 3 moves"))
    page.get_by_role("button", name="Copy link").press("Enter")
    expect(page.get_by_role("button", name="Link copied")).to_be_visible()
    page.get_by_role("link", name="Explain this").press("Enter")
    page.wait_for_url("**/explain/**")


def test_a_board_is_chosen_by_keyboard(visit):
    page = visit().open("/p/")
    assert findings_in_every_look(page) == []
    for name, number in (("Columns", "4"), ("Rows", "4"), ("Marks in a row to win", "4")):
        page.get_by_label(name).fill(number)
    page.keyboard.press("Enter")
    page.wait_for_url("**/p/4x4x4/")
    page.get_by_role("link", name=re.compile("Play from here")).press("Enter")
    page.wait_for_url(re.compile("/games/new/"))
