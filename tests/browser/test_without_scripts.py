"""The whole way of a game with scripts switched off."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect


def button(visitor, name: str) -> Locator:
    return visitor.page.get_by_role("button", name=re.compile(rf"^{name}, "))


def test_two_play_by_forms_alone(visit):
    x, o = visit(java_script_enabled=False), visit(java_script_enabled=False)
    path = x.create_game()
    o.join(path)
    for player, cell in ((x, "a1"), (o, "a2"), (x, "b2"), (o, "a3"), (x, "c3")):
        player.open(path)
        button(player, cell).click()
    expect(x.headline).to_have_text("You win")
    o.open(path)
    expect(o.headline).to_have_text(re.compile("wins$"))


def test_the_computer_has_answered_when_the_page_comes_back(visit):
    player = visit(java_script_enabled=False)
    player.create_game(opponent="computer", level="rules")
    button(player, "a1").click()
    expect(player.headline).to_have_text("Your turn")
    expect(player.page.locator("#move-list")).to_contain_text("b2")


def test_a_late_form_is_refused_kindly_and_nothing_is_lost(visit):
    x, o = visit(java_script_enabled=False), visit(java_script_enabled=False)
    path = x.create_game()
    o.join(path)
    late = x.new_tab()
    x.open(path)
    late.goto(x.site.url + path)
    button(x, "a1").click()
    late.get_by_role("button", name=re.compile("^b2, ")).click()
    expect(late.locator("#note")).to_contain_text("The game has moved on")
    expect(late.locator("#move-list")).to_contain_text("a1")


def test_a_move_by_form_reaches_open_tabs_at_once(visit):
    x, o = visit(java_script_enabled=False), visit()
    path = x.create_game()
    o.join(path)
    x.open(path)
    button(x, "a1").click()
    o.sees("a1", "X")
    o.play("a2")
    x.open(path)
    button(x, "b2").click()
    o.sees("b2", "X")
