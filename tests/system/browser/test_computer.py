"""A game against each level of the computer comes to a proper end."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from games.engine import LEVELS

OVER = re.compile("You win|wins|Draw")


@pytest.mark.parametrize("level", LEVELS)
def test_a_game_against_each_level_ends_properly(visit, level):
    player = visit()
    player.create_game(opponent="computer", level=level)
    board = player.page.locator("#board")
    free = board.get_by_role("button", name=re.compile("empty"))
    taken = board.get_by_role("button", name=re.compile(", [XO]"))
    while not OVER.search(player.headline.inner_text()):
        before = taken.count()
        player.play(free.first.get_attribute("aria-label").split(",")[0])
        while taken.count() < before + 2 and not OVER.search(player.headline.inner_text()):
            player.page.wait_for_timeout(20)
        player.page.wait_for_timeout(100)  # the end is told just after the last move
    expect(player.page.locator("#result")).to_be_visible()
    player.page.get_by_role("button", name="Play again").click()
    player.page.wait_for_url(re.compile(r"/games/\w{10}/$"))
    expect(player.page.locator("#result")).to_be_hidden()


def test_the_computer_begins_when_it_plays_x(visit):
    player = visit()
    player.create_game(opponent="computer", level="rules", side="o")
    player.sees("b2", "X")
    player.play("a1")


def test_a_move_is_taken_back_without_asking(visit):
    player = visit()
    player.create_game(opponent="computer", level="random", m=5, n=5, k=4)
    player.play("c3")
    expect(player.headline).to_have_text("Your turn")
    player.page.locator("#offer-takeback button").click()
    expect(player.cell("c3")).to_have_attribute("aria-label", re.compile("c3, empty"))
    player.play("a1")
