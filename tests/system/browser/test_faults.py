"""The lid closes in mid-game: nothing is lost, and everybody finds back without a reload."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.system.browser.test_play import THREE, play_out


def test_a_game_goes_on_after_the_server_was_killed(make_visitor, own_site):
    x, o, watcher = (make_visitor(own_site) for _ in range(3))
    path = x.create_game()
    o.join(path)
    watcher.open(path)
    x.play("a1")
    o.play("a2")
    own_site.kill()
    for visitor in (x, o, watcher):
        expect(visitor.page.locator("#connection.is-shown")).to_be_visible()
    own_site.start()
    for visitor in (x, o, watcher):
        expect(visitor.page.locator("#connection.is-shown")).to_have_count(0)
        visitor.sees("a1", "X")
        visitor.sees("a2", "O")
    play_out(x, o, (["b2", "c3"], ["a3"]), watcher)
    expect(x.headline).to_have_text("You win")


def test_a_move_made_while_the_server_is_away_is_sent_when_it_is_back(make_visitor, own_site):
    x, o = make_visitor(own_site), make_visitor(own_site)
    path = x.create_game()
    o.join(path)
    expect(x.headline).to_have_text("Your turn")
    own_site.kill()
    x.cell("b2").click()
    own_site.start()
    o.sees("b2", "X")
    o.play("a1")
    x.sees("a1", "O")


def test_the_computers_answer_comes_after_a_restart_in_its_turn(
    make_visitor, own_site, monkeypatch
):
    monkeypatch.setitem(own_site.env, "COMPUTER_DELAY_MS", "5000")
    own_site.kill()
    own_site.start()
    player = make_visitor(own_site)
    player.create_game(opponent="computer", level="rules")
    player.play("b2")
    expect(player.headline).to_have_text(re.compile("thinking"))
    own_site.kill()
    monkeypatch.setitem(own_site.env, "COMPUTER_DELAY_MS", "0")
    own_site.start()
    expect(player.headline).to_have_text("Your turn")


@pytest.mark.parametrize("when", ["own turn", "other's turn"])
def test_a_tab_is_closed_and_opened_again(visit, when):
    x, o = visit(), visit()
    path = x.create_game()
    o.join(path)
    x.play("a1")
    leaver, stays = (o, x) if when == "own turn" else (x, o)
    leaver.page.close()
    if when == "other's turn":
        stays.play("a2")
    leaver.page = leaver.new_tab()
    leaver.open(path)
    leaver.sees("a1", "X")
    if when == "own turn":
        leaver.play("a2")
    play_out(x, o, (THREE[0][1:], THREE[1][1:]))
    expect(x.headline).to_have_text("You win")


def test_a_tab_closed_in_the_middle_of_a_move_makes_it_once_or_not_at_all(visit):
    x, o = visit(), visit()
    path = x.create_game()
    o.join(path)
    expect(x.headline).to_have_text("Your turn")
    x.cell("a1").dispatch_event("click")
    x.page.close()
    x.page = x.new_tab()
    x.open(path)
    expect(x.page.locator("#board").get_by_role("button", name="c3, empty")).to_be_visible()
    if x.headline.text_content() == "Your turn":
        x.play("a1")
    o.sees("a1", "X")
    o.play("a2")
    expect(x.page.locator("#move-list button")).to_have_count(2)


@pytest.mark.parametrize("when", ["own turn", "other's turn"])
def test_a_move_made_without_a_network_is_sent_once(visit, when):
    x, o = visit(own=True), visit(own=True)
    path = x.create_game()
    o.join(path)
    mover, other = x, o
    if when == "other's turn":
        x.play("a1")
        mover, other = o, x
        expect(o.headline).to_have_text("Your turn")
    other.context.set_offline(True)
    mover.play("b2")
    other.context.set_offline(False)
    other.sees("b2")
    mover.context.set_offline(True)
    other.play("c1")
    mover.context.set_offline(False)
    mover.sees("c1")
    expect(mover.page.locator("#move-list button")).to_have_count(3 if mover is o else 2)


def test_the_server_is_killed_in_the_other_ones_turn(make_visitor, own_site):
    x, o = make_visitor(own_site), make_visitor(own_site)
    path = x.create_game()
    o.join(path)
    x.play("a1")
    own_site.kill()
    expect(x.page.locator("#connection.is-shown")).to_be_visible()
    own_site.start()
    o.play("a2")
    play_out(x, o, (THREE[0][1:], THREE[1][1:]))


def test_a_game_survives_a_network_that_goes_away(visit):
    x, o = visit(own=True), visit(own=True)
    path = x.create_game()
    o.join(path)
    x.play("a1")
    x.context.set_offline(True)
    o.play("a2")
    x.context.set_offline(False)
    x.sees("a2", "O")
    play_out(x, o, (THREE[0][1:], THREE[1][1:]))
