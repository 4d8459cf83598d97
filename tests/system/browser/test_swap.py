"""The swap rule: one places the first mark, the other chooses the side."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.system.browser.conftest import PHONE

LARGE = "&swap=1"
BOARD = {"m": 6, "n": 5, "k": 4}


def test_the_second_player_takes_the_first_mark_over(visit):
    x, o, watcher = visit(), visit(viewport=PHONE), visit()
    path = x.create_game(**BOARD, query=LARGE)
    o.open(path)
    expect(o.page.locator("#waiting")).to_contain_text("Swap rule")
    o.join(path)
    watcher.open(path)
    expect(x.page.locator("#swap-choice")).to_contain_text("can take over your first mark")
    x.play("c3")
    choice = o.page.locator("#swap-choice")
    expect(choice).to_contain_text("Answer with O, or take over X")
    for visitor in (x, watcher):
        expect(visitor.page.get_by_role("button", name="Take over X")).to_be_hidden()
    button = o.page.get_by_role("button", name="Take over X")
    button.focus()
    o.page.keyboard.press("Enter")
    expect(o.page.locator("#live")).to_contain_text("You took over X.")
    expect(x.page.locator("#live")).to_contain_text("You play O now. Your turn.")
    expect(watcher.page.locator("#live")).to_contain_text("took over X")
    expect(x.page.locator("#said")).to_have_text(re.compile(" You play O now[.]$"))
    expect(o.page.locator("#player-bottom")).to_have_attribute("data-mark", "x")
    for visitor in (x, o, watcher):
        expect(visitor.page.locator("#swap-choice")).to_be_hidden()
    x.play("d4")
    o.sees("d4", "O")
    o.play("c4")
    watcher.sees("c4", "X")


def test_playing_on_ends_the_choice(visit):
    x, o = visit(), visit()
    path = x.create_game(**BOARD, query=LARGE)
    o.join(path)
    x.play("c3")
    o.play("c4")
    expect(o.page.locator("#swap-choice")).to_be_hidden()
    x.play("d4")


def test_the_computer_takes_a_good_first_mark_over(visit):
    player = visit()
    player.create_game(**BOARD, query=LARGE, opponent="computer", level="random")
    player.play("c3")
    expect(player.page.locator("#live")).to_contain_text("You play O now")
    player.play("d4")
    expect(player.cell("c3")).to_have_attribute("aria-label", re.compile("c3, X"))


def test_the_form_has_the_rule_where_it_makes_sense(visit):
    player = visit()
    page = player.open("/games/new/?m=15&n=15&k=5&best_of=3")
    switch = page.get_by_label("Swap rule")
    expect(switch).to_be_visible()
    page.locator("[name=board][value=other]").check()
    page.get_by_label("Marks in a row to win").fill("8")
    expect(switch).to_be_hidden()
    expect(switch).to_be_disabled()


def test_what_the_rule_makes_of_the_board_is_said_and_only_fair_or_open_boards_offer_it(visit):
    page = visit().open("/games/new/?m=6&n=5&k=4&best_of=3")
    switch, said = page.get_by_label("Swap rule"), page.locator("#swap-hint")
    expect(said).to_contain_text("makes this board fair")
    expect(switch).to_be_enabled()
    page.goto(page.url.replace("n=5", "n=6"))
    expect(said).to_contain_text("Every first mark wins for one side")
    expect(switch).to_be_disabled()
    page.goto(page.url.replace("m=6&n=6", "m=3&n=3").replace("k=4", "k=3"))
    expect(said).to_be_hidden()
