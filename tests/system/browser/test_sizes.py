"""The board in windows of every shape: a phone upright and on its side, a page at 400 %."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import pytest
from playwright.sync_api import expect

from tests.system.browser.accessibility import findings_in_both_schemes, overflow
from tests.system.browser.conftest import DESKTOP, PHONE, Visitor
from tests.system.browser.painting import wait_for_paint
from tests.system.browser.test_pages import finish_a_game, open_judged

ON_ITS_SIDE = {"width": 844, "height": 390}
SMALL_ON_ITS_SIDE = {"width": 667, "height": 320}
ZOOMED = {"width": 320, "height": 256}
SIZES = {
    "1280x800": DESKTOP,
    "390x844": PHONE,
    "844x390": ON_ITS_SIDE,
    "667x320": SMALL_ON_ITS_SIDE,
    "320x256": ZOOMED,
}
MARGIN = 100  # pixels that frame, rulers and the players beside it may take of the shorter side
TARGET = 24  # pixels: what WCAG 2.2 asks of something to press
# The buttons of a game that lie under an element, if only in part.
COVERED = """(bar) => {
  const over = bar.getBoundingClientRect();
  const isUnder = ({ left, right, top, bottom }) =>
    left < over.right && over.left < right && top < over.bottom && over.top < bottom;
  return [...document.querySelectorAll(".game button")]
    .filter((one) => !bar.contains(one) && one.checkVisibility({ visibilityProperty: true }))
    .filter((one) => isUnder(one.getBoundingClientRect()))
    .map((one) => one.ariaLabel ?? one.textContent.trim());
}"""


def resized(visitors: Iterable[Visitor], *sizes: dict[str, int]) -> Iterator[dict[str, int]]:
    """Give the visitors' windows each of *sizes*."""
    for size in sizes:
        for visitor in visitors:
            visitor.page.set_viewport_size(size)
            wait_for_paint(visitor.page)
        yield size


def width_of_a_cell(visitor: Visitor) -> float:
    box = visitor.cell("b2").bounding_box()
    assert box
    assert abs(box["width"] - box["height"]) < 1.5
    return box["width"]


def test_a_whole_game_is_played_in_two_windows_of_every_shape(visit):
    x, o = visit(), visit(viewport=PHONE)
    path = x.create_game(control="180+2")
    o.join(path)
    turns = ((x, "b2"), (o, "a1"), (x, "a2"), (o, "b1"), (x, "c2"))
    for (player, cell), _ in zip(turns, resized((x, o), *SIZES.values()), strict=True):
        assert width_of_a_cell(player) >= 44
        player.play(cell)
        assert overflow(x.page) <= 0
        assert overflow(o.page) <= 0
    expect(x.headline).to_have_text("You win")
    expect(o.page.locator("#result")).to_be_visible()
    for _ in resized((x, o), *SIZES.values()):
        assert overflow(x.page) <= 0
        assert overflow(o.page) <= 0


@pytest.mark.parametrize("side", [3, 15])
def test_the_board_takes_what_the_shorter_side_allows(visit, side):
    player = visit()
    player.create_game(opponent="device", m=side, n=side, k=min(side, 5), control="180+2")
    for size in resized([player], *SIZES.values()):
        cells = width_of_a_cell(player) * side
        headline = 100 if size == DESKTOP else 0
        assert cells >= min(size.values()) - MARGIN - headline
        assert overflow(player.page) <= 0


def test_board_clocks_and_actions_are_seen_together_on_a_phone_on_its_side(visit):
    player = visit(viewport=ON_ITS_SIDE)
    player.create_game(opponent="device", control="180+2")
    for _ in resized([player], ON_ITS_SIDE, SMALL_ON_ITS_SIDE):
        for part in ("#board", "#player-top", "#player-bottom", "#actions", ".avatar"):
            expect(player.page.locator(part)).to_be_in_viewport(ratio=1)
        expect(player.headline).to_be_in_viewport()


@pytest.mark.parametrize("opponent", ["anyone", "computer", "device"])
def test_all_actions_are_equally_wide_on_a_phone(visit, opponent):
    player, other = visit(), visit()
    level = "random" if opponent == "computer" else ""
    path = player.create_game(opponent=opponent, level=level, control="180+2")
    if opponent == "anyone":
        other.join(path)
    shown = player.page.locator("#actions form:not([hidden])")
    for _ in resized([player], PHONE, {"width": 320, "height": 640}):
        expect(shown).to_have_count({"anyone": 4, "computer": 2, "device": 3}[opponent])
        boxes = [action.bounding_box() for action in shown.all()]
        assert len({round(box["width"]) for box in boxes}) == 1
        assert boxes[-1]["y"] == boxes[-2]["y"]
        assert overflow(player.page) <= 0


def test_the_moves_beside_the_board_are_seen_without_scrolling_sideways(visit):
    player = visit(viewport=ON_ITS_SIDE)
    player.create_game(opponent="device", m=19, n=19, k=5, control="180+2")
    for name in ("s19", "s18", "q17"):
        player.cell(name).click()
        player.sees(name)
    moves = player.page.locator("#move-list")
    expect(moves.get_by_role("button")).to_have_count(3)
    for _ in resized([player], ON_ITS_SIDE, SMALL_ON_ITS_SIDE):
        assert moves.evaluate("list => list.scrollWidth - list.clientWidth") <= 0


def test_the_last_move_is_seen_also_when_the_result_leaves_the_list_less_room(visit):
    player = visit(viewport={"width": 1280, "height": 600})
    player.create_game(opponent="device", control="180+2")
    for name in ("b2", "a1", "c1", "a3", "a2", "c2", "b3", "b1", "c3"):
        player.cell(name).click()
        player.sees(name)
    expect(player.headline).to_have_text("Draw")
    expect(player.page.locator("#move-list [aria-current]")).to_be_in_viewport(ratio=0.9)


@pytest.mark.parametrize("size", [ON_ITS_SIDE, ZOOMED], ids=["844", "320"])
def test_a_small_cell_is_aimed_at_and_confirmed_beside_the_board(visit, size):
    player = visit(viewport=size, has_touch=True)
    player.create_game(opponent="device", m=15, n=15, k=5)
    page = player.page
    player.cell("h8").tap()
    page.evaluate("document.querySelector('#board').scrollIntoView({block: 'center'})")
    place = page.get_by_role("button", name="Place at h8")
    for button in (
        place,
        page.get_by_role("button", name="Cancel"),
        page.get_by_role("button", name="Up", exact=True),
    ):
        expect(button).to_be_in_viewport(ratio=1)
        box = button.bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= TARGET
    board, bar = page.locator("#board").bounding_box(), place.bounding_box()
    assert board
    assert bar
    assert bar["x"] >= board["x"] + board["width"]
    place.tap()
    player.sees("h8", "X")


@pytest.mark.parametrize("size", [ON_ITS_SIDE, SMALL_ON_ITS_SIDE], ids=["844", "667"])
def test_what_confirms_an_aim_covers_nothing_to_press(visit, size):
    """A finger that slips off it takes nothing back."""
    player = visit(viewport=size, has_touch=True)
    player.create_game(opponent="computer", level="random", m=15, n=15, k=5)
    player.cell("h8").tap()
    expect(player.page.get_by_role("button", name="Place at h8")).to_be_visible()
    assert player.page.locator("#aim-bar").evaluate(COVERED) == []


def test_a_game_in_a_low_window_is_accessible(visit):
    player = visit(viewport=ON_ITS_SIDE)
    player.create_game(opponent="device", control="180+2")
    player.cell("b2").click()
    player.sees("b2", "X")
    for _ in resized([player], ON_ITS_SIDE, ZOOMED):
        assert findings_in_both_schemes(player.page) == []


def test_zen_leaves_the_board_in_the_middle(visit):
    player = visit()
    player.create_game(opponent="device", control="180+2")
    player.page.get_by_role("button", name="Zen").click()
    box = player.page.locator("#board").bounding_box()
    assert box
    assert abs(box["x"] + box["width"] / 2 - DESKTOP["width"] / 2) <= 1


def test_the_headline_of_a_game_that_waits_comes_first_on_a_phone(visit):
    player = visit(viewport=PHONE)
    player.create_game(opponent="friend")
    boxes = [player.page.locator(part).bounding_box() for part in ("h1", "#waiting", "#board")]
    tops = [box["y"] for box in boxes if box]
    assert tops == sorted(tops)
    assert len(tops) == 3
    expect(player.headline).to_be_in_viewport(ratio=1)


def test_a_game_that_waits_covers_nothing_below_it(visit):
    player = visit(viewport=DESKTOP)
    player.sign_up("anna_waits")
    player.create_game(opponent="anyone")
    rail, footer = (
        player.page.locator(each).bounding_box() for each in ("#player-bottom", ".site-footer")
    )
    assert rail
    assert footer
    assert rail["y"] + rail["height"] <= footer["y"]


def test_a_review_shows_the_board_beside_the_moves(visit):
    player = visit(viewport=ON_ITS_SIDE)
    path = finish_a_game(player)
    open_judged(player, f"{path}review/")  # it would load itself again when it has been judged
    page = player.open(f"{path}review/?ply=3")
    board, moves = page.locator("ttt-board"), page.locator(".scrub")
    for size in resized([player], ON_ITS_SIDE, SMALL_ON_ITS_SIDE):
        page.evaluate("scrollTo(0, 0)")
        for part in (board, moves, page.get_by_role("heading", level=1)):
            expect(part).to_be_in_viewport(ratio=1)
        left, right = board.bounding_box(), moves.bounding_box()
        assert left
        assert right
        assert left["height"] >= size["height"] - MARGIN
        assert right["x"] >= left["x"] + left["width"]
        page.evaluate("scrollTo(0, 200)")
        expect(board).to_be_in_viewport(ratio=1)
        assert overflow(page) <= 0


def test_an_explanation_draws_its_board_as_all_boards(visit):
    player = visit()
    path = finish_a_game(player)
    line = open_judged(player, f"{path}review/?ply=3").locator("#board .board__line")
    drawn = line.get_attribute("d")
    page = player.open(f"{path}explain/?ply=3")
    assert page.locator(".board__line").get_attribute("d") == drawn
