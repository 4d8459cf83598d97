"""People play each other in real windows."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

# The winner's cells and the loser's, in turn; the winner begins.
THREE = (["a1", "b2", "c3"], ["a2", "a3"])
FOUR = (["c3", "d3", "e3", "f3"], ["a1", "b1", "c1"])


def play_out(winner, loser, line, *watching) -> None:
    """Play *line* to its end; everybody sees every mark."""
    everybody = (winner, loser, *watching)
    wins, losses = line
    for i, cell in enumerate(wins):
        winner.play(cell)
        for visitor in everybody:
            visitor.sees(cell, "X")
        if i < len(losses):
            loser.play(losses[i])
            for visitor in everybody:
                visitor.sees(losses[i], "O")


@pytest.mark.parametrize(
    ("board", "line", "names"),
    [({}, THREE, ()), ({"m": 6, "n": 6, "k": 4}, FOUR, ("alice6", "bob6"))],
    ids=["guests on 3x3", "who signed up on 6x6x4"],
)
def test_two_play_to_the_end_and_a_third_watches(visit, board, line, names):
    x, o, watcher = visit(), visit(), visit()
    for visitor, name in zip((x, o), names, strict=False):
        visitor.sign_up(name)
    path = x.create_game(**board)
    o.join(path)
    watcher.open(path)
    play_out(x, o, line, watcher)
    expect(x.headline).to_have_text("You win")
    expect(o.headline).to_have_text("You lost")
    expect(watcher.headline).to_have_text(re.compile("wins$"))
    for visitor in (x, o, watcher):
        expect(visitor.page.locator("#result")).to_be_visible()
        expect(visitor.page.locator("#board .ink-line, #board [class*=win]").first).to_be_attached()
    assert watcher.page.locator("#actions").is_hidden()


KEEP_ALERTS = """() => {
    window.alerts = [];
    const region = document.getElementById("alert");
    new MutationObserver(() => alerts.push(region.textContent.trim()))
        .observe(region, { childList: true });
}"""


def test_the_result_is_shown_once_and_announced_once(visit):
    x, o = visit(), visit()
    path = x.create_game()
    o.join(path)
    o.page.evaluate(KEEP_ALERTS)
    play_out(x, o, THREE)
    expect(o.headline).to_have_text("You lost")
    expect(o.page.locator("#alert")).to_contain_text("You lost")
    assert o.page.evaluate("alerts") == ["You lost. Three in a row, c3 to a1."]
    expect(o.page.locator("#said")).to_have_text("")
    seen = o.page.locator("#main").inner_text()
    assert (seen.count("You lost"), seen.count("c3 to a1")) == (1, 1)


def test_two_tabs_of_one_player_show_the_same(visit):
    x, o = visit(), visit()
    path = x.create_game()
    o.open(path).get_by_role("button", name="Join game").click()
    expect(o.page.locator("#waiting")).to_be_hidden()
    second = x.new_tab()
    second.goto(x.site.url + path)
    x.play("b2")
    expect(second.locator("#board").get_by_role("button", name="b2, X")).to_be_visible()
    expect(second.locator("#headline-text")).not_to_have_text("Your turn")


def test_resigning_takes_two_presses(visit):
    x, o = visit(), visit()
    path = x.create_game()
    o.join(path)
    x.play("b2")
    o.play("a1")
    expect(x.headline).to_have_text("Your turn")
    resign = x.page.locator("#resign button")
    resign.click()
    expect(resign).to_contain_text("Press again to resign")
    resign.click()
    expect(o.headline).to_have_text("You win")
    expect(x.headline).to_have_text("You lost")


def test_a_draw_is_offered_and_accepted(visit):
    x, o = visit(), visit()
    path = x.create_game()
    o.join(path)
    x.play("b2")
    x.page.locator("#offer-draw button").click()
    o.page.get_by_role("button", name="Accept").click()
    for visitor in (x, o):
        expect(visitor.headline).to_have_text("Draw")


def test_the_lobby_lists_a_new_game_at_once_and_loses_it_when_joined(visit):
    x, o, onlooker = visit(), visit(), visit()
    onlooker.open("/")
    rows = onlooker.page.locator("table tbody tr")
    before = rows.count()
    path = x.create_game(m=7, n=5, k=4)
    expect(rows).to_have_count(before + 1)
    row = rows.filter(has_text="7×5")
    expect(row).to_be_visible()
    o.join(path)
    expect(row).to_have_count(0)


def test_a_game_is_joined_from_the_lobby(visit):
    x, o = visit(), visit()
    path = x.create_game(m=9, n=4, k=4)
    o.open("/")
    o.page.locator("table tbody tr").filter(has_text="9×4").get_by_role("button").click()
    o.page.wait_for_url(f"**{path}")
    x.play("a1")
    o.play("b1")


def test_two_on_one_device_keep_a_score_and_can_reset_it(visit):
    both = visit()
    both.create_game(opponent="device")
    win_for_the_first(both, "X", "O")
    expect(both.headline).to_have_text(re.compile("X wins"))
    both.page.get_by_role("button", name="Play again").click()
    expect(both.page.locator("#result")).to_be_hidden()
    expect(both.page.locator("#score-x")).to_have_text("1")
    win_for_the_first(both, "O", "X")
    expect(both.page.locator("#score-o")).to_have_text("1")
    both.page.get_by_role("button", name="Start again at 0–0").click()
    expect(both.page.locator("#result")).to_be_hidden()
    expect(both.page.locator("#score-x")).to_have_text("0")


def win_for_the_first(both, first, second) -> None:
    for ply, cell in enumerate(("a1", "b1", "a2", "b2", "a3")):
        mark = second if ply % 2 else first
        expect(both.headline).to_have_text(f"{mark} to move")
        both.cell(cell).click()
        both.sees(cell, mark)


def test_a_game_is_played_with_the_keyboard_alone(visit):
    player = visit()
    player.create_game(opponent="device")
    page = player.page
    board = page.locator("#board")
    page.keyboard.press("Tab")
    while not board.evaluate("board => board.contains(document.activeElement)"):
        page.keyboard.press("Tab")
    page.keyboard.press("Control+Home")
    page.keyboard.press("Enter")
    player.sees("a3", "X")
    expect(player.headline).to_have_text("O to move")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
    player.sees("b3", "O")
    for key, cell, mark in (("5", "b2", "X"), ("1", "a1", "O"), ("3", "c1", "X")):
        expect(player.headline).to_have_text(f"{mark} to move")
        page.keyboard.press(key)
        player.sees(cell, mark)
    expect(player.headline).to_have_text(re.compile("X wins"))
