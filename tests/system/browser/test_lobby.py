"""The home page alive: the dialog, and the list of open games."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Locator, Page, WebSocketRoute, expect

from tests.system.browser.accessibility import findings_in_both_schemes, findings_in_every_look
from tests.system.browser.conftest import DESKTOP, PHONE


def row_of(page: Page, path: str) -> Locator:
    return page.locator(f"#open-games tr[data-uid='{path.split('/')[2]}']")


def test_the_list_follows_games_as_they_open_and_close(visit):
    watcher, creator = visit(), visit()
    page = watcher.open()
    path = creator.create_game(m=7, n=6, k=4, control="180+2")
    row = row_of(page, path)
    expect(row).to_contain_text("7×6")
    expect(row).to_contain_text("four in a row")
    expect(row).to_have_class(re.compile("is-new"))
    creator.open().locator(f"[formaction='{path}cancel/']").click()
    expect(row).to_have_count(0)


def test_a_row_that_came_live_can_be_joined(visit):
    watcher, creator = visit(), visit()
    page = watcher.open()
    path = creator.create_game(side="o")
    row_of(page, path).get_by_role("button", name=re.compile("^Join")).click()
    page.wait_for_url(f"**{path}")
    expect(watcher.headline).to_have_text("Your turn")


def test_whoever_waits_in_the_lobby_is_shown_into_the_game(visit):
    creator, other = visit(), visit()
    path = creator.create_game()
    row = row_of(creator.open(), path)
    expect(row.get_by_role("button", name=re.compile("^Cancel"))).to_be_visible()
    other.join(path)
    row.get_by_role("link", name="Open game").click()
    creator.page.wait_for_url(f"**{path}")


def test_no_row_moves_under_the_pointer(visit):
    watcher, creator = visit(), visit()
    first = creator.create_game()
    page = watcher.open()
    row_of(page, first).hover()
    second = creator.create_game()
    creator.open().locator(f"[formaction='{first}cancel/']").click()
    expect(row_of(page, first)).to_have_class(re.compile("is-gone"))
    expect(row_of(page, second)).to_have_count(0)
    assert findings_in_both_schemes(page) == []
    page.get_by_role("heading").first.hover()
    expect(row_of(page, first)).to_have_count(0)
    expect(row_of(page, second)).to_be_visible()
    creator.page.locator(f"[formaction='{second}cancel/']").click()


def test_a_game_that_goes_and_comes_under_the_pointer_has_one_row_or_none(visit):
    watcher, creator = visit(own=True), visit()
    path = creator.create_game()
    uid = path.split("/")[2]
    game = {"uid": uid, "name": "Bob", "m": 3, "n": 3, "k": 3, "control": "none"}
    game |= {"seat": "either", "special": []}
    heard: list[WebSocketRoute] = []
    page = watcher.page
    # The server is not asked. The page only hears what it is told here.
    page.route_web_socket("**/ws/lobby/", lambda route: heard.append(route))
    row = row_of(watcher.open(), path)
    row.hover()

    def tell(**message: object) -> None:
        heard[0].send(json.dumps(message))

    tell(type="closed", uid=uid)
    expect(row).to_have_class("is-gone")
    expect(row.get_by_role("button")).to_be_disabled()
    tell(type="opened", game=game)
    expect(row).not_to_have_class("is-gone")
    expect(row.get_by_role("button")).to_be_enabled()
    tell(type="opened", game=game | {"uid": "gone4567ab"})
    tell(type="closed", uid="gone4567ab")
    tell(type="closed", uid=uid)
    expect(row).to_have_class("is-gone")
    page.get_by_role("heading").first.hover()
    expect(row).to_have_count(0)
    expect(row_of(page, "/games/gone4567ab/")).to_have_count(0)


def test_ones_own_game_that_comes_again_can_be_cancelled_and_is_not_led_to_once_it_is_gone(visit):
    creator = visit(own=True)
    path = creator.create_game()
    uid = path.split("/")[2]
    heard: list[WebSocketRoute] = []
    page = creator.page
    page.route_web_socket("**/ws/lobby/", lambda route: heard.append(route))
    row = row_of(creator.open(), path)
    name = page.locator("#open-games").get_attribute("data-me")
    game = {"uid": uid, "name": name, "m": 3, "n": 3, "k": 3, "control": "none"}
    heard[0].send(json.dumps({"type": "closed", "uid": uid}))
    expect(row.get_by_role("link", name="Open game")).to_be_visible()
    opened = {"type": "opened", "game": game | {"seat": "o", "special": []}}
    heard[0].send(json.dumps(opened))
    expect(row.get_by_role("button", name=re.compile("^Cancel"))).to_be_visible()
    expect(row.get_by_role("link", name="Open game")).to_have_count(0)
    page.route(f"**{path}", lambda route: route.fulfill(status=404))
    heard[0].send(json.dumps({"type": "closed", "uid": uid}))
    expect(row).to_have_count(0)


def test_a_list_that_may_be_out_of_date_stays_readable(make_visitor, own_site):
    watcher, creator = make_visitor(own_site), make_visitor(own_site)
    page = watcher.open()
    path = creator.create_game(m=7, n=6, k=4, control="180+2")
    expect(row_of(page, path)).to_be_visible()
    own_site.kill()
    expect(page.locator(".open-games")).to_have_class(re.compile("is-stale"))
    assert findings_in_every_look(page) == []


def test_the_time_left_in_own_games_goes_down(visit):
    player = visit(own=True)
    player.create_game(opponent="device", control="180+2")
    for name in ("a1", "b1"):
        player.cell(name).click()
        player.sees(name)
    player.page.clock.install()
    page = player.open()
    left = page.locator("span[data-ms-left]")
    expect(left).to_have_text(re.compile("^[23] min left$"))
    page.clock.fast_forward(int(left.get_attribute("data-ms-left") or "") - 40_000)
    expect(left).to_have_text(re.compile("^[23][0-9] s left$"))
    page.clock.fast_forward(60_000)
    expect(left).to_have_text("time is up")


def test_the_list_is_filtered_at_once(visit):
    visitor = visit()
    small, large = visitor.create_game(), visitor.create_game(m=5, n=5, k=4)
    page = visitor.open()
    choices = page.get_by_role("group", name="Which open games to show")
    choices.get_by_label("3×3").check()
    expect(row_of(page, small)).to_be_visible()
    expect(row_of(page, large)).to_be_hidden()
    choices.get_by_label("Larger").check()
    expect(row_of(page, small)).to_be_hidden()
    expect(row_of(page, large)).to_be_visible()
    for path in (small, large):
        visitor.open().locator(f"[formaction='{path}cancel/']").click()


def test_a_new_row_is_washed_as_one(visit):
    creator = visit()
    row = row_of(creator.open(), creator.create_game())
    creator.open()
    row.evaluate("row => row.classList.add('is-new')")
    expect(row).to_have_css("background-image", re.compile("^linear-gradient"))
    for cell in row.locator("td").all():
        expect(cell).to_have_css("background-image", "none")
    creator.page.locator("[data-cancel]").first.click()


def test_a_game_is_created_in_the_dialog(visit):
    page = visit().open()
    page.get_by_role("link", name="New game").click()
    dialog = page.get_by_role("dialog", name="New game")
    dialog.get_by_role("radio", name="Computer").check()
    dialog.locator("input[name=level][value=random]").check()
    dialog.get_by_role("button", name="Create game").click()
    page.wait_for_url(re.compile(r"/games/\w{10}/$"))


def test_the_dialog_follows_the_link_that_opens_it(visit):
    page = visit().open()
    dialog = page.get_by_role("dialog", name="New game")
    chosen = dialog.get_by_role("group", name="Opponent").get_by_role("radio", checked=True)
    for link, opponent in (("New game", "anyone"), ("Invite a friend", "friend")):
        page.get_by_role("link", name=link).click()
        expect(chosen).to_be_focused()
        assert chosen.input_value() == opponent
        expect(dialog.locator("[data-sum]")).to_have_text(
            re.compile("^3×3, three in a row against")
        )
        page.keyboard.press("Escape")


def test_a_form_that_cannot_come_is_looked_for_on_its_own_page(visit):
    page = visit(own=True).open()
    page.route("**/games/new/**", only_as_a_page)
    page.get_by_role("link", name="Invite a friend").click()
    page.wait_for_url("**/games/new/?opponent=friend")
    expect(page.get_by_role("heading", name="New game")).to_be_visible()


def only_as_a_page(route):
    if route.request.is_navigation_request():
        route.continue_()
    else:
        route.abort()


def test_escape_closes_the_dialog(visit):
    page = visit().open()
    page.get_by_role("link", name="New game").click()
    dialog = page.get_by_role("dialog", name="New game")
    expect(dialog).to_be_visible()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()


def test_dragging_on_the_pad_sets_the_size_and_what_depends_on_it(visit):
    page = visit().open("/games/new/")
    form = page.locator("#new-game-form")
    form.get_by_role("radio", name="Another size").check()
    drag_on(form.locator("[data-pad]"), page, columns=6, rows=4)
    expect(form.locator("[data-size]")).to_contain_text("6 × 4")
    expect(form.locator("[data-size]")).to_contain_text("24 cells")
    expect(form.get_by_label("Marks in a row to win")).to_have_attribute("max", "6")
    expect(form.locator("[data-known]")).to_contain_text("always a draw")


def test_sliders_do_the_same_by_keyboard(visit):
    page = visit().open("/games/new/")
    page.get_by_role("radio", name="Another size").check()
    columns = page.get_by_label("Columns")
    columns.focus()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    expect(columns).to_have_value("6")
    expect(page.locator("[data-size]")).to_contain_text("6 × 3")
    page.get_by_label("Marks in a row to win").press("End")
    expect(page.locator("output[for=id_k]")).to_have_text("6")


def test_the_clock_follows_the_opponent_until_it_is_chosen(visit):
    page = visit().open("/games/new/")
    form = page.locator("#new-game-form")
    expect(form.locator("input[name=control][value='180+2']")).to_be_checked()
    form.get_by_role("radio", name="Computer").check()
    expect(form.locator("input[name=control][value=none]")).to_be_checked()
    form.locator("input[name=control][value='600+5']").check()
    form.get_by_role("radio", name="Anyone").check()
    expect(form.locator("input[name=control][value='600+5']")).to_be_checked()


def test_a_board_is_chosen_with_one_press_and_the_sum_says_so(visit):
    page = visit().open("/games/new/")
    form = page.locator("#new-game-form")
    form.get_by_role("radio", name="Computer").check()
    form.get_by_role("radio", name="7×7").check()
    expect(form.locator("[data-sum]")).to_have_text("7×7, five in a row against level 3, no clock")
    expect(form.get_by_label("Columns")).to_be_hidden()
    form.get_by_role("button", name="Create game").click()
    page.wait_for_url(re.compile(r"/games/\w{10}/$"))
    expect(page.locator("#board")).to_have_attribute("data-m", "7")


def test_a_wrong_number_that_is_hidden_again_does_not_stop_the_form(visit):
    page = visit().open("/games/new/?opponent=computer")
    form = page.locator("#new-game-form")
    form.get_by_role("radio", name="Custom").check()
    form.get_by_label("Minutes for each player").fill("500")
    form.get_by_role("radio", name="3 + 2").check()
    page.get_by_text("More options").click()
    form.get_by_label("For each player", exact=True).fill("500")
    form.get_by_role("radio", name="Off").check()
    form.get_by_role("button", name="Create game").click()
    page.wait_for_url(re.compile(r"/games/\w{10}/$"))


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE])
def test_the_button_is_in_sight_without_scrolling(visit, viewport):
    page = visit(viewport=viewport).open("/games/new/?opponent=computer")
    expect(page.get_by_role("button", name="Create game")).to_be_in_viewport(ratio=1)


def test_without_scripts_the_board_that_was_chosen_counts(visit):
    page = visit(java_script_enabled=False).open("/games/new/?opponent=computer")
    page.get_by_role("radio", name="4×4").check()
    page.get_by_role("button", name="Create game").click()
    expect(page.locator("#board")).to_have_attribute("data-m", "4")


def test_only_what_the_opponent_needs_is_shown(visit):
    page = visit().open("/games/new/")
    form = page.locator("#new-game-form")
    expect(form.get_by_label("Who plays X")).to_be_hidden()
    form.get_by_role("radio", name="This device").check()
    expect(form.get_by_label("Who plays X")).to_be_visible()
    page.get_by_text("More options").click()
    expect(form.get_by_role("group", name="You play")).to_be_hidden()


def drag_on(pad: Locator, page: Page, *, columns: int, rows: int) -> None:
    box = pad.bounding_box()
    assert box
    page.mouse.move(box["x"] + 2, box["y"] + 2)
    page.mouse.down()
    x, y = (
        box[side] * (count - 0.5) / 19 for side, count in (("width", columns), ("height", rows))
    )
    page.mouse.move(box["x"] + x, box["y"] + y, steps=4)
    page.mouse.up()
