"""A game against the computer comes to a proper end."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect


# One answers at once, one takes its time; tests/live/test_engine_seat.py plays them all.
@pytest.mark.parametrize("level", ["random", "expert"])
def test_a_game_against_the_computer_ends_properly(visit, level):
    player = visit()
    player.create_game(opponent="computer", level=level)
    player.play_to_the_end()
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
