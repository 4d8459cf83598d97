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
    expect(o.headline).to_have_text(re.compile(r"^\s*You lost\s*$"))


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


def press(visitor, selector: str) -> None:
    visitor.page.locator(selector).click(force=True)  # also what says that it has to wait


def test_a_rematch_is_offered_and_accepted_by_forms(visit):
    x, o = visit(java_script_enabled=False), visit(java_script_enabled=False)
    path = x.create_game()
    o.join(path)
    x.open(path)
    button(x, "b2").click()
    o.open(path)
    button(o, "a1").click()
    press(o, "#resign button")
    x.open(path)
    press(x, "#offer-rematch button")
    expect(x.page.locator("#offer-text")).to_have_text("You offered a rematch")
    o.open(path)
    o.page.get_by_role("button", name="Accept").click()
    expect(o.headline).to_have_text("Your turn")
    assert not o.page.url.endswith(path)
    x.open(path)
    x.page.get_by_role("link", name="Next game").click()
    assert x.page.url == o.page.url
    expect(x.page.locator("#score-o")).to_have_text("1")


def test_a_takeback_that_is_used_up_is_refused_kindly(visit):
    player = visit(java_script_enabled=False)
    player.create_game(opponent="computer", level="random", query="&takebacks=1")
    button(player, "b2").click()
    press(player, "#offer-takeback button")
    expect(player.page.locator("#takebacks-left")).to_have_text("0 left")
    button(player, "b2").click()
    press(player, "#offer-takeback button")
    expect(player.page.locator("#note")).to_contain_text("No takebacks left")


def test_the_sides_are_swapped_by_a_form(visit):
    x, o = visit(java_script_enabled=False), visit(java_script_enabled=False)
    path = x.create_game(m=6, n=5, k=4, query="&swap=1")
    o.join(path)
    x.open(path)
    button(x, "c3").click()
    o.open(path)
    o.page.get_by_role("button", name="Take over X").click()
    expect(o.page.locator("#player-bottom")).to_have_attribute("data-mark", "x")
    x.open(path)
    expect(x.headline).to_have_text("Your turn")
    button(x, "d4").click()


def test_the_swap_rule_is_refused_kindly_where_it_makes_no_sense(visit):
    player = visit(java_script_enabled=False)
    page = player.open("/games/new/?m=3&n=3&k=3&best_of=3")
    page.get_by_label("Swap rule").check()
    page.get_by_role("button", name="Create game").click()
    refused = page.locator("#new-game-form .errorlist")
    expect(refused).to_contain_text("The swap rule is only for boards where")
