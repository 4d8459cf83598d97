"""Ways to move: ahead of one's turn, quickly, and by aiming first; by mouse, touch and keyboard."""

from __future__ import annotations

import re
from functools import partial

import pytest
from playwright.sync_api import Locator, expect

from tests.system.browser.accessibility import findings_in_every_look, overflow
from tests.system.browser.conftest import PHONE, Visitor

FINGER = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
FIVE_IN_A_ROW = {"m": 15, "n": 15, "k": 5}

# Presses in one task: faster than any answer of the server.
PRESS_AT_ONCE = """cells => {
    for (const cell of cells) {
        document.querySelector(`#board button[aria-label^="${cell},"]`).click();
    }
}"""


def two_who_play(visit, *, o: dict | None = None, **board) -> tuple[Visitor, Visitor]:
    """X at a desk, who begins, and O, who may sit at another device."""
    x, other = visit(), visit(**(o or {}))
    path = x.create_game(**board)
    other.join(path)
    return x, other


def premove(visitor: Visitor) -> Locator:
    return visitor.page.get_by_role("button", name=re.compile("your premove$"))


def hears(visitor: Visitor, text: str) -> None:
    expect(visitor.page.locator("#live")).to_contain_text(text)


def prefer(visitor: Visitor, **choices: str) -> None:
    """Choose on the preferences page."""
    visitor.send("/me/preferences/", "settings__form", **choices)


# ---- Premoves ---------------------------------------------------------------------------------


def test_a_premove_is_played_when_its_turn_comes(visit):
    x, o = two_who_play(visit)
    o.cell("b2").click()
    expect(premove(o)).to_have_accessible_name("b2, empty, your premove")
    hears(o, "Next move: b2. Press it again to cancel.")
    x.play("a1")
    for visitor in (x, o):
        visitor.sees("b2", "O")
    hears(o, "You played b2.")
    expect(premove(o)).to_have_count(0)
    expect(x.headline).to_have_text("Your turn")


def test_a_premove_is_made_with_the_keyboard_and_with_a_finger(visit):
    x, o = two_who_play(visit, o=FINGER)
    o.cell("b2").tap()
    x.play("a1")
    x.sees("b2", "O")
    x.play("c1")
    expect(x.headline).to_have_text(re.compile("is thinking"))
    x.cell("a1").focus()
    x.page.keyboard.press("Control+Home")
    x.page.keyboard.press("Enter")
    expect(premove(x)).to_have_accessible_name(re.compile("^a3"))
    x.page.keyboard.press("8")
    expect(premove(x)).to_have_accessible_name(re.compile("^b3"))
    o.play("b1")
    o.sees("b3", "X")


def test_a_premove_is_dropped_when_its_cell_is_taken(visit):
    x, o = two_who_play(visit)
    o.cell("b2").click()
    x.play("b2")
    hears(o, "Your premove at b2 was cancelled.")
    o.sees("b2", "X")
    o.play("a1")


def test_a_premove_is_cancelled_in_four_ways(visit):
    x, o = two_who_play(visit)

    def press_escape() -> None:
        o.page.locator("h1").click()
        o.page.keyboard.press("Escape")

    def choose_another() -> None:
        o.cell("c3").click()
        expect(premove(o)).to_have_accessible_name(re.compile("^c3"))
        o.cell("c3").click()

    press_again = o.cell("b2").click
    for cancel in (press_again, press_escape, partial(press_again, button="right"), choose_another):
        o.cell("b2").click()
        expect(premove(o)).to_have_count(1)
        hears(o, "Next move: b2.")
        cancel()
        expect(premove(o)).to_have_count(0)
        hears(o, "cancelled")
    x.play("a1")
    expect(o.headline).to_have_text("Your turn")
    expect(o.cell("b2")).to_have_accessible_name("b2, empty")


def test_a_premove_goes_with_the_move_that_is_taken_back(visit):
    x, o = two_who_play(visit)
    x.play("a1")
    x.cell("b2").click()
    expect(premove(x)).to_have_count(1)
    x.page.locator("#offer-takeback button").click()
    o.page.get_by_role("button", name="Accept").click()
    expect(x.headline).to_have_text("Your turn")
    expect(premove(x)).to_have_count(0)
    expect(x.cell("b2")).to_have_accessible_name("b2, empty")


def test_a_premove_goes_with_the_game(visit):
    x, o = two_who_play(visit)
    x.play("a1")
    x.cell("b2").click()
    o.page.locator("#abort button").click()
    o.page.locator("#abort button").click()
    expect(x.headline).to_have_text("Game aborted")
    expect(premove(x)).to_have_count(0)


def test_the_next_move_is_chosen_while_the_computer_thinks(visit):
    player = visit()
    player.create_game(opponent="computer", m=7, n=7, k=5, level="random")
    player.page.evaluate(PRESS_AT_ONCE, ["d4", "d5"])
    player.sees("d4", "X")
    expect(player.headline).to_have_text("Your turn")
    made = player.page.locator("#move-list button", has_text=re.compile("d5"))
    expect(made).to_have_count(1)  # by whoever came first


def test_without_the_preference_a_press_out_of_turn_says_why_not(visit):
    x, o = visit(), visit()
    prefer(o, premove="off")
    path = x.create_game()
    o.join(path)
    o.cell("b2").click()
    hears(o, "You can’t place a mark now")
    expect(premove(o)).to_have_count(0)


def test_a_watcher_chooses_nothing(visit):
    x, _ = two_who_play(visit)
    watcher = visit()
    watcher.open(x.page.url.removeprefix(x.site.url))
    expect(watcher.headline).to_have_text(re.compile("to move"))
    watcher.cell("b2").click()
    hears(watcher, "You can’t place a mark now")


# ---- Quickly ----------------------------------------------------------------------------------


def test_presses_on_one_device_wait_for_each_other(visit):
    both = visit()
    both.create_game(opponent="device", m=6, n=6, k=4)
    cells = ["a6", "b6", "c6", "d6", "e6"]
    both.page.evaluate(PRESS_AT_ONCE, cells)
    expect(both.page.locator("#move-list button")).to_have_count(len(cells))
    both.page.reload()
    for cell, mark in zip(cells, "XOXOX", strict=True):
        both.sees(cell, mark)


def test_a_press_behind_the_last_move_is_taken_away_without_a_word(visit):
    both = visit()
    both.create_game(opponent="device")
    both.page.evaluate(PRESS_AT_ONCE, ["a1", "b1", "a2", "b2", "a3", "c3"])
    expect(both.headline).to_have_text("X wins")
    expect(both.cell("c3")).to_have_accessible_name("c3, empty")
    expect(both.page.locator("#note")).to_be_hidden()


# ---- Aiming -----------------------------------------------------------------------------------


def test_a_finger_aims_first_on_a_dense_board(visit):
    x, o = two_who_play(visit, o=FINGER, **FIVE_IN_A_ROW)
    x.play("a1")
    expect(o.headline).to_have_text("Your turn")
    place = o.page.locator("#aim-place")
    o.cell("h8").tap()
    expect(place).to_have_text("Place at h8")
    o.page.get_by_role("button", name="Cancel").tap()
    expect(place).to_be_hidden()
    o.cell("h8").tap()
    for arrow in ("Right", "Up", "Up", "Left", "Down"):
        o.page.get_by_role("button", name=arrow, exact=True).tap()
    expect(place).to_have_text("Place at h9")
    place.tap()
    x.sees("h9", "O")


def test_arrows_pass_over_taken_cells_and_stop_at_the_edge(visit):
    x, o = two_who_play(visit, o=FINGER, **FIVE_IN_A_ROW)
    x.play("b15")
    expect(o.headline).to_have_text("Your turn")
    o.cell("a15").tap()
    for arrow, cell in (("Up", "a15"), ("Left", "a15"), ("Right", "c15"), ("Left", "a15")):
        o.page.get_by_role("button", name=arrow, exact=True).tap()
        expect(o.page.locator("#aim-place")).to_have_text(f"Place at {cell}")


def test_the_arrows_are_broad_enough_for_fingers(visit):
    _, o = two_who_play(visit, o=FINGER, **FIVE_IN_A_ROW)
    o.cell("h8").tap()
    for button in o.page.locator("#aim-bar button").all():
        box = button.bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= 44
    assert overflow(o.page) <= 0


def test_an_aim_out_of_turn_becomes_a_move_when_the_turn_comes(visit):
    x, o = two_who_play(visit, o=FINGER, **FIVE_IN_A_ROW)
    place = o.page.locator("#aim-place")
    o.cell("h8").tap()
    expect(place).to_have_text("Premove at h8")
    x.play("a1")
    expect(place).to_have_text("Place at h8")
    o.cell("c3").tap()
    place.tap()
    x.sees("c3", "O")
    expect(o.headline).to_have_text(re.compile("is thinking"))
    o.cell("d4").tap()
    place.tap()
    expect(premove(o)).to_have_accessible_name(re.compile("^d4"))
    x.play("a2")
    x.sees("d4", "O")


@pytest.mark.parametrize("hand", ["mouse", "finger", "keyboard"])
def test_every_move_is_confirmed_for_who_wants_that(visit, hand):
    player = visit(**(FINGER if hand == "finger" else {}))
    prefer(player, confirm="always")
    player.create_game(opponent="device")
    page, place = player.page, player.page.locator("#aim-place")
    cell = player.cell("a3")
    press = {
        "mouse": cell.click,
        "finger": cell.tap,
        "keyboard": lambda: (cell.focus(), page.keyboard.press("Enter")),
    }[hand]
    press()
    expect(place).to_have_text("Place at a3")
    hears(player, "Press again to place at a3.")
    page.keyboard.press("Escape")
    expect(place).to_be_hidden()
    press()
    press()
    player.sees("a3", "X")
    player.cell("b3").focus()
    page.keyboard.press("Space")
    place.focus()
    page.keyboard.press("Enter")
    player.sees("b3", "O")
    expect(player.cell("b3")).to_be_focused()


def test_without_confirming_a_finger_places_at_once(visit):
    player = visit(**FINGER)
    prefer(player, confirm="off")
    player.create_game(opponent="device", m=15, n=15, k=5)
    player.cell("h8").tap()
    player.sees("h8", "X")


# ---- Accessible -------------------------------------------------------------------------------


def test_premoves_and_aims_are_accessible(visit):
    _, o = two_who_play(visit, o={"has_touch": True})
    o.cell("b2").tap()
    expect(premove(o)).to_have_count(1)
    found = findings_in_every_look(o.page)
    prefer(o, confirm="always")
    o.create_game(opponent="device", m=19, n=19, k=5)
    o.cell("h8").tap()
    expect(o.page.locator("#aim-place")).to_be_visible()
    assert found + findings_in_every_look(o.page) == []


# ---- A connection that breaks -----------------------------------------------------------------


def test_a_premove_outlives_a_restart_of_the_server(make_visitor, own_site):
    x, o = make_visitor(own_site), make_visitor(own_site)
    path = x.create_game()
    o.join(path)
    o.cell("b2").click()
    own_site.kill()
    own_site.start()
    expect(x.page.locator("#connection.is-shown")).to_have_count(0)
    x.play("a1")
    x.sees("b2", "O")


def test_a_page_that_is_shut_out_offers_no_more_play(visit):
    x, o = visit(), visit()
    x.sign_up("shutout")
    path = x.create_game()
    o.join(path)
    expect(x.headline).to_have_text("Your turn")
    other_tab = x.context.new_page()
    other_tab.goto(f"{x.site.url}/accounts/logout/")
    other_tab.get_by_role("main").get_by_role("button", name=re.compile("sign out", re.I)).click()
    expect(x.headline).to_have_text("Disconnected")
    expect(x.page.locator("#said")).to_contain_text("signed out")
    expect(x.page.locator("#actions")).to_be_hidden()
    expect(x.page.locator("#board")).not_to_have_class(re.compile("is-playable"))
    x.cell("b2").click()
    expect(x.cell("b2")).to_have_accessible_name("b2, empty")
