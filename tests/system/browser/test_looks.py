"""What players choose for themselves: zen, how boards and marks look, sounds; and the keys."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import partial

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.system.browser.accessibility import (
    each_width,
    findings_in_both_schemes,
    findings_in_every_look,
)
from tests.system.browser.conftest import PHONE, Visitor
from tests.system.browser.test_moving import hears, prefer, two_who_play
from tests.system.browser.test_play import win_for_the_first

BOARDS = ("plain", "blackboard", "contrast", "pastel")

# Counts the sources of sound that are started: pens are buffers, notes oscillators by pitch.
HEAR_SOUNDS = """() => {
    globalThis.heard = [];
    globalThis.players = [];
    globalThis.AudioContext = class extends AudioContext {
        constructor(...given) { super(...given); players.push(this); }
    };
    const { AudioBufferSourceNode: Pen, OscillatorNode: Note } = globalThis;
    const start = Pen.prototype.start;
    Pen.prototype.start = function (...when) {
        heard.push("pen");
        return start.apply(this, when);
    };
    globalThis.OscillatorNode = function (to, options) {
        heard.push(String(options.frequency));
        return new Note(to, options);
    };
}"""


def sounds_of(page: Page) -> list[str]:
    sounds: list[str] = page.evaluate("heard")
    return sounds


def wait_for_audio(visitor: Visitor) -> None:
    """Make the gesture after which browsers allow sound, and wait until there is some."""
    visitor.page.locator("h1").click()
    visitor.page.wait_for_function("() => players.some((each) => each.state === 'running')")


# ---- Zen --------------------------------------------------------------------------------------


def test_zen_leaves_what_is_needed_and_is_accessible(visit):
    x, o = two_who_play(visit, control="180+2")
    page = o.page
    page.get_by_role("button", name="Zen").click()
    for _ in each_width(page):
        for hidden in ("header.site-header", ".site-footer", ".game__side", "#move-list"):
            expect(page.locator(hidden)).to_be_hidden()
        for shown in ("#board", "#player-top", "#player-bottom", "#actions", ".zen-button"):
            expect(page.locator(shown)).to_be_visible()
    expect(page.get_by_role("timer")).to_have_count(2)
    assert findings_in_every_look(page) == []
    x.play("b2")
    o.play("a1")


def test_zen_is_switched_by_key_and_remembered(visit):
    player = visit()
    path = player.create_game(opponent="device")
    page, game = player.page, player.page.locator(".game")
    with page.expect_response("**/quick/"):
        page.keyboard.press("z")
    hears(player, "Zen is on. Press Escape to exit.")
    page.reload()
    expect(game).to_have_attribute("data-zen", "on")
    expect(page.get_by_role("button", name="Zen")).to_have_attribute("aria-pressed", "true")
    player.cell("a1").focus()
    with page.expect_response("**/quick/"):
        page.keyboard.press("Escape")
    expect(game).to_have_attribute("data-zen", "off")
    player.open(path)
    expect(game).to_have_attribute("data-zen", "off")


@pytest.mark.parametrize("key", ["z", "Z"])
def test_the_keys_of_the_page_act_while_the_board_has_the_focus(visit, key):
    player = visit()
    player.create_game(opponent="device")
    page = player.page
    player.cell("b2").click()
    expect(player.cell("b2")).to_be_focused()
    page.keyboard.press(key)
    expect(page.locator(".game")).to_have_attribute("data-zen", "on")
    expect(player.cell("b2")).to_be_focused()
    page.keyboard.press("?")
    expect(page.locator("#keyboard-help")).to_be_visible()


def test_escape_cancels_a_premove_before_it_leaves_zen(visit):
    _, o = two_who_play(visit)
    expect(o.page.locator("#lag")).to_be_visible()  # by scripts, once they have heard the server
    game = o.page.locator(".game")
    o.page.get_by_role("button", name="Zen").click()
    o.cell("b2").click()
    expect(o.cell("b2")).to_have_accessible_name("b2, empty, your premove")
    o.page.keyboard.press("Escape")
    expect(o.cell("b2")).to_have_accessible_name("b2, empty")
    expect(game).to_have_attribute("data-zen", "on")
    o.page.keyboard.press("Escape")
    expect(game).to_have_attribute("data-zen", "off")


def test_escape_closes_the_help_and_does_not_leave_zen(visit):
    player = visit()
    player.create_game(opponent="device")
    page, help_sheet = player.page, player.page.locator("#keyboard-help")
    page.keyboard.press("z")
    page.keyboard.press("?")
    expect(help_sheet).to_be_visible()
    page.keyboard.press("Escape")
    expect(help_sheet).to_be_hidden()
    expect(page.locator(".game")).to_have_attribute("data-zen", "on")


def test_page_keys_can_be_switched_off(visit):
    player = visit()
    player.create_game(opponent="device")
    page, help_sheet = player.page, player.page.locator("#keyboard-help")
    page.keyboard.press("?")
    expect(help_sheet).to_be_visible()
    help_sheet.get_by_role("checkbox").uncheck(force=True)
    help_sheet.get_by_role("button", name="Close").click()
    page.keyboard.press("z")
    page.keyboard.press("?")
    expect(help_sheet).to_be_hidden()
    expect(page.locator(".game")).to_have_attribute("data-zen", "off")


# ---- Boards and marks -------------------------------------------------------------------------


def test_boards_are_accessible_in_every_look(visit):
    found = []
    player = visit()
    for board in BOARDS:
        prefer(player, board=board)
        player.create_game(opponent="device")
        win_for_the_first(player, "X", "O")
        expect(player.page.locator("html")).to_have_attribute("data-board", board)
        found += findings_in_both_schemes(player.page)
    assert found == []


def test_coordinates_can_be_left_out(visit):
    player = visit()
    prefer(player, coordinates="off")
    player.create_game(opponent="device")
    expect(player.page.locator("#board [role=grid]")).to_be_visible()
    expect(player.page.locator(".board__columns")).to_have_count(0)


def test_everybody_sees_usual_marks_as_they_like_them(visit):
    x, o = visit(), visit()
    path = x.create_game()
    prefer_marks(o, x_symbol="★", x_colour="#c0561a")
    o.join(path)
    x.play("b2")
    expect(o.cell("b2")).to_have_accessible_name("b2, ★, last move")
    expect(o.page.locator("#player-top .mark__symbol")).to_have_text("★")
    expect(x.cell("b2")).to_have_accessible_name("b2, X, last move")
    o.page.reload()
    expect(o.cell("b2")).to_have_accessible_name("b2, ★, last move")


def test_marks_of_a_game_are_everybodys(visit):
    x, o = visit(), visit()
    prefer_marks(x, x_symbol="♞")
    path = x.create_game()
    o.join(path)
    x.cell("b2").click()
    expect(o.cell("b2")).to_have_accessible_name("b2, ♞, last move")


def test_the_new_game_form_shows_the_marks(visit):
    page = visit().open("/games/new/")
    page.locator("details.more summary").click()
    page.locator("[name=x_symbol]").fill("★")
    page.locator("[name=o_colour]").fill("#2f7d6b")
    paper = page.locator("[data-marks-preview]")
    expect(paper.locator("text")).to_have_text("★")
    expect(paper.locator(".mark-o")).to_have_css("color", "rgb(47, 125, 107)")


def test_a_colour_that_is_too_faint_is_said_at_once_and_refused_with_a_nearer_one(visit):
    page = visit().open("/me/preferences/")
    field = page.locator("[name=x_colour]")
    field.fill("#ffe14d")
    expect(page.locator("[data-marks-note]")).to_have_text("Too faint on some boards")
    page.get_by_role("button", name="Save").click()
    expect(field).to_have_accessible_description(re.compile("Try #"))
    nearest = re.search("#[0-9a-f]{6}", page.locator("#id_x_colour_error").inner_text())
    assert nearest
    page.locator("[name=x_colour]").fill(nearest[0])
    expect(page.locator("[data-marks-note]")).to_have_text("")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Your preferences are saved.")).to_be_visible()


def test_marks_differ_by_shape_in_forced_colours(visit):
    x, o = two_who_play(visit, o={"forced_colors": "active"})
    x.play("b2")
    o.play("a1")
    o.cell("c3").click()
    strokes = o.page.locator("#board .board__layer-marks .mark path")
    expect(strokes).to_have_count(3)
    frame = o.page.locator("#board .board__premove")
    expect(frame).to_have_css("stroke-dasharray", re.compile("5"))


def test_what_is_chosen_and_what_has_the_focus_are_seen_in_forced_colours(visit):
    visitor = visit(own=True, forced_colors="active")
    visitor.sign_up("anna_in_contrast")
    page = visitor.open("/me/preferences/")
    current = page.locator(".settings__nav [aria-current]")
    expect(current).to_have_css("outline-style", "solid")
    page.keyboard.press("Tab")  # from here on the focus is shown
    current.focus()
    expect(current).to_have_css("outline-style", "double")
    path = visitor.create_game(opponent="device")
    win_for_the_first(visitor, "X", "O")
    page = visitor.open(f"{path}review/?ply=1")
    expect(page.locator(".step[aria-current]")).to_have_css("outline-style", "solid")


def test_a_dark_page_is_printed_as_a_light_one(visit):
    visitor = visit(own=True)
    page = visitor.open("/rules/")
    page.locator(".theme-button").first.click()
    expect(page.locator(":root")).to_have_attribute("data-theme", "dark")
    page.emulate_media(media="print")
    expect(page.locator("body")).to_have_css("color", "rgb(19, 23, 28)")


def prefer_marks(visitor: Visitor, **fields: str) -> None:
    page = visitor.open("/me/preferences/")
    for name, value in fields.items():
        page.locator(f"[name={name}]").fill(value)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Your preferences are saved.")).to_be_visible()


# ---- Handwriting ------------------------------------------------------------------------------

CROSS = (((20, 20), (50, 50), (80, 80)), ((80, 20), (20, 80)))
CROSS_PATHS = ["M20 20L80 80", "M80 20L20 80"]
HOOK = (((30, 20), (70, 20), (70, 80)),)


def draw(page: Page, mark: str, strokes: tuple[tuple[tuple[int, int], ...], ...]) -> None:
    pad = page.locator(f"#pad-{mark}")
    pad.scroll_into_view_if_needed()
    box = pad.bounding_box()
    assert box
    for stroke in strokes:
        places = [
            (box["x"] + x * box["width"] / 100, box["y"] + y * box["height"] / 100)
            for x, y in stroke
        ]
        page.mouse.move(*places[0])
        page.mouse.down()
        for place in places[1:]:
            page.mouse.move(*place)
        page.mouse.up()


def paths_in(page: Page, mark: str) -> list[str]:
    found: list[str] = page.locator(f"{mark} path").evaluate_all(
        "paths => paths.map((path) => path.getAttribute('d'))"
    )
    return found


def save_handwriting(page: Page) -> None:
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Your handwriting is saved.")).to_be_visible()


def test_marks_are_drawn_once_and_seen_in_games_by_their_owner_alone(visit):
    x, o = visit(viewport=PHONE), visit()
    page = x.open("/me/preferences/handwriting/")
    draw(page, "x", CROSS)
    expect(page.get_by_role("img", name="X: 2 strokes")).to_be_visible()
    expect(page.locator("#sample .mark-x")).to_have_count(3)
    save_handwriting(page)
    o.join(x.create_game())
    x.play("b2")
    o.sees("b2", "X")
    for place in (
        "#board .board__layer-marks .mark-x",
        "#move-list .mark-x",
        "#player-bottom .mark-x",
    ):
        assert [path for path in paths_in(page, place) if path in CROSS_PATHS] == CROSS_PATHS
    assert "M20 20L80 80" not in o.page.content()
    o.play("a1")
    x.sees("a1", "O")
    assert not set(paths_in(page, "#board .board__layer-marks .mark-o")) & set(CROSS_PATHS)
    page.goto(f"{x.site.url}/")
    page.locator("#first-board").get_by_role("button", name="b2, empty").click()
    expect(page.locator("#first-board .board__layer-marks .mark-x")).to_have_count(1)
    assert paths_in(page, "#first-board .board__layer-marks .mark-x") == CROSS_PATHS


def test_strokes_can_be_undone_and_the_printed_marks_used_again(visit):
    visitor = visit()
    page = visitor.open("/me/preferences/handwriting/")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("alert").filter(has_text="Nothing is drawn yet")).to_be_visible()
    draw(page, "o", HOOK * 5)
    expect(page.locator("#drawn-note")).to_have_text("A mark has four strokes at most.")
    page.get_by_role("button", name="Undo the last stroke of O").click()
    expect(page.get_by_role("img", name="O: 3 strokes")).to_be_visible()
    page.get_by_role("button", name="Clear O").click()
    expect(page.get_by_role("img", name="O: nothing drawn")).to_be_visible()
    draw(page, "o", HOOK)
    save_handwriting(page)
    expect(page.get_by_role("img", name="O: 1 stroke")).to_be_visible()
    page.get_by_role("button", name="Use the printed marks again").click()
    expect(page.get_by_text("You have the printed marks again.")).to_be_visible()
    expect(page.get_by_role("img", name="O: nothing drawn")).to_be_visible()


def test_a_second_finger_draws_nothing(visit):
    page = visit().open("/me/preferences/handwriting/")
    pad = page.locator("#pad-x")
    pad.scroll_into_view_if_needed()
    box = pad.bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 5, box["y"] + box["height"] / 5)
    page.mouse.down()
    pad.evaluate(
        """pad => {
            const finger = { pointerId: 99, pointerType: "touch", clientX: 0, clientY: 0 };
            for (const type of ["pointermove", "pointerup", "pointercancel"]) {
                pad.dispatchEvent(new PointerEvent(type, finger));
            }
        }"""
    )
    page.mouse.move(box["x"] + box["width"] * 4 / 5, box["y"] + box["height"] * 4 / 5)
    page.mouse.up()
    expect(page.get_by_role("img", name="X: 1 stroke")).to_be_visible()
    assert paths_in(page, "#pad-x .mark:not(.pad__guide)") == ["M20 20L80 80"]


def test_the_page_for_drawing_is_accessible(visit):
    visitor = visit()
    page = visitor.open("/me/preferences/handwriting/")
    draw(page, "x", CROSS)
    for _ in each_width(page):
        assert findings_in_both_schemes(page) == []


# ---- Sounds -----------------------------------------------------------------------------------


def test_moves_and_the_end_sound(visit):
    player = visit(own=True)
    player.page.add_init_script(f"({HEAR_SOUNDS})()")
    player.create_game(opponent="device")
    wait_for_audio(player)
    for cell, sounds in (("a1", 2), ("b1", 3), ("a2", 5), ("b2", 6)):  # two strokes an X, one an O
        player.cell(cell).click()
        expect(player.page.locator("#move-list button", has_text=cell)).to_have_count(1)
        assert sounds_of(player.page).count("pen") == sounds
    player.cell("a3").click()
    expect(player.headline).to_have_text("X wins")
    expect(player.page.locator("#alert")).to_contain_text("X wins. Three in a row")
    assert sounds_of(player.page)[-3:] == ["523", "659", "784"]


def test_the_loser_hears_another_end_and_an_offer_is_heard(visit):
    x, o = visit(own=True), visit(own=True)
    o.page.add_init_script(f"({HEAR_SOUNDS})()")
    path = x.create_game()
    o.join(path)
    wait_for_audio(o)
    x.play("a1")
    x.page.locator("#offer-draw button").click()
    expect(o.page.get_by_role("button", name="Decline")).to_be_visible()
    expect(o.page.locator("#live")).to_contain_text("offers a draw")
    assert sounds_of(o.page)[-2:] == ["784", "1047"]
    o.play("b1")
    o.page.locator("#resign button").click()
    o.page.locator("#resign button").click()
    expect(x.headline).to_have_text("You win")
    expect(o.page.locator("#alert")).to_contain_text("You lost")
    assert sounds_of(o.page)[-2:] == ["392", "330"]


def test_nothing_sounds_when_it_is_switched_off(visit):
    player = visit(own=True)
    player.page.add_init_script(f"({HEAR_SOUNDS})()")
    player.create_game(opponent="device")
    wait_for_audio(player)
    with player.page.expect_response("**/quick/"):
        player.page.get_by_role("button", name="Sound").click()
    player.cell("a1").click()
    player.sees("a1", "X")
    player.page.reload()
    player.page.locator("h1").click()
    player.page.wait_for_timeout(400)  # in which sound would come to be allowed
    player.cell("b1").click()
    expect(player.page.locator("#move-list button")).to_have_count(2)
    assert sounds_of(player.page) == []


def test_sounds_can_be_tried(visit):
    visitor = visit(own=True)
    visitor.page.add_init_script(f"({HEAR_SOUNDS})()")
    page = visitor.open("/me/preferences/")
    for name, sounds in (("Win", ["523", "659", "784"]), ("Low time", ["1200", "1200"])):
        page.evaluate("heard.length = 0")
        page.get_by_role("button", name=name, exact=True).click()
        page.wait_for_function("count => heard.length >= count", arg=len(sounds))
        assert sounds_of(page) == sounds


# ---- The next game ----------------------------------------------------------------------------

LEAVE = """() => {
    const board = document.querySelector("#board");
    const look = () => {
        sessionStorage.leaf = getComputedStyle(board.querySelector(".board")).animationName;
    };
    new MutationObserver(look).observe(board, { attributeFilter: ["class"] });
    look();
}"""


def leaf_after(page: Page, leave: Callable[[], None]) -> str:
    """What was done with the board of a game that *leave* leads away from."""
    page.evaluate(LEAVE)
    before = page.url
    leave()
    page.wait_for_url(lambda url: url != before)
    leaf: str = page.evaluate("sessionStorage.leaf")
    return leaf


@pytest.mark.parametrize(("motion", "leaf"), [("no-preference", "turn"), ("reduce", "none")])
def test_the_board_that_is_full_is_turned_over_for_the_next_game(visit, motion, leaf):
    player = visit(reduced_motion=motion)
    player.create_game(opponent="device")
    win_for_the_first(player, "X", "O")
    again = player.page.get_by_role("button", name="Play again")
    assert leaf_after(player.page, again.click) == leaf
    player.cell("a1").click()
    player.sees("a1", "O")


def test_it_is_turned_over_for_a_rematch_and_not_on_other_ways(visit):
    x, o = visit(reduced_motion="no-preference"), visit()
    o.join(x.create_game())
    x.play("a1")
    o.play("b1")
    resign = o.page.locator("#resign button")
    resign.click()
    resign.click()
    expect(x.headline).to_have_text("You win")
    x.page.locator("#offer-rematch button").click()
    accept = o.page.get_by_role("button", name="Accept")
    assert leaf_after(x.page, accept.click) == "turn"
    expect(x.page.locator("#board.is-turned")).to_have_count(0)
    leave = partial(x.page.evaluate, "() => { location.assign('/'); }")
    assert leaf_after(x.page, leave) == "none"


# ---- Vibration --------------------------------------------------------------------------------

FEEL = """() => {
    globalThis.felt = [];
    navigator.vibrate = (pattern) => felt.push(pattern);
}"""


def test_a_phone_vibrates_at_an_own_mark_and_at_a_win(visit):
    x, o = visit(has_touch=True, is_mobile=True), visit(own=True)
    for player in (x, o):
        player.page.add_init_script(f"({FEEL})()")
    o.join(x.create_game())
    for marked, answered in (("a1", "b1"), ("a2", "b2")):
        x.play(marked)
        o.play(answered)
        expect(x.headline).to_have_text("Your turn")
    assert x.page.evaluate("felt") == [12, 12]
    x.play("a3")
    expect(x.page.locator("#alert")).to_contain_text("You win")
    assert x.page.evaluate("felt") == [12, 12, 12, [30, 60, 30]]
    expect(o.page.locator("#alert")).to_contain_text("You lost")
    assert o.page.evaluate("felt") == []


def test_the_board_of_the_home_page_vibrates_too(visit):
    visitor = visit(has_touch=True, is_mobile=True)
    visitor.page.add_init_script(f"({FEEL})()")
    page = visitor.open("/")
    page.locator("#first-board").get_by_role("button", name="b2, empty").click()
    page.wait_for_function("() => felt.length === 1")


def test_no_phone_vibrates_where_that_is_switched_off(visit):
    player = visit(has_touch=True, is_mobile=True)
    page = player.open("/me/preferences/")
    page.get_by_label("Vibrate").uncheck()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Your preferences are saved.")).to_be_visible()
    page.add_init_script(f"({FEEL})()")
    player.create_game(opponent="device")
    win_for_the_first(player, "X", "O")
    expect(page.locator("#alert")).to_contain_text("X wins")
    assert page.evaluate("felt") == []


# ---- Clocks and keys --------------------------------------------------------------------------


def hear_of_little_time(page_side: WebSocketRoute) -> None:
    """Tell X's page that 169.5 seconds fewer are left.

    Ten real seconds might run out on a busy machine.
    """
    server_side = page_side.connect_to_server()

    def tell(text: str | bytes) -> None:
        message = json.loads(text)
        if clock := message.get("clock"):
            clock["x"] = max(0, clock["x"] - 169_500)
        page_side.send(json.dumps(message))

    server_side.on_message(tell)


def test_little_time_is_said_once_and_marked(visit):
    x, o = visit(own=True), visit(own=True)
    x.page.add_init_script(f"({HEAR_SOUNDS})()")
    x.page.route_web_socket(re.compile("/ws/games/"), hear_of_little_time)
    path = x.create_game(control="180+2")
    o.join(path)
    wait_for_audio(x)
    x.play("a1")
    o.play("b1")
    low = x.page.locator("#player-bottom .clock.is-low")
    expect(low).to_be_visible()
    expect(x.page.locator("#alert")).to_contain_text("Ten seconds left")
    assert sounds_of(x.page).count("1200") == 2
    x.play("a2")
    o.play("b2")
    expect(low).to_be_visible()
    assert sounds_of(x.page).count("1200") == 2


def test_keys_of_the_board_move_ask_and_place(visit):
    player = visit()
    player.create_game(opponent="device", m=7, n=7, k=4, control="180+2")
    keyboard, page = player.page.keyboard, player.page
    page.keyboard.press("b")
    expect(player.cell("d4")).to_be_focused()
    for key, cell in (
        ("ArrowRight", "e4"),
        ("ArrowUp", "e5"),
        ("Home", "a5"),
        ("ArrowLeft", "a5"),
        ("End", "g5"),
        ("PageDown", "g1"),
        ("PageUp", "g6"),
        ("Control+Home", "a7"),
        ("Control+End", "g1"),
    ):
        keyboard.press(key)
        expect(player.cell(cell)).to_be_focused()
    keyboard.press("Enter")
    player.sees("g1", "X")
    for key, words in (
        ("l", "Last move: X at g1."),
        ("s", "Row 1: g X."),
        ("t", "3 minutes"),
    ):
        keyboard.press(key)
        hears(player, words)
        page.wait_for_timeout(200)


def test_play_again_is_seen_without_scrolling_on_a_phone(visit):
    player = visit(viewport=PHONE)
    player.create_game(opponent="device")
    win_for_the_first(player, "X", "O")
    again = player.page.get_by_role("button", name="Play again")
    expect(again).to_be_in_viewport(ratio=1)


def test_the_winning_line_is_swiped(visit):
    player = visit(reduced_motion="no-preference")
    player.create_game(opponent="device")
    win_for_the_first(player, "X", "O")
    band = player.page.locator(".board__band.board__band--new")
    expect(band).to_have_css("animation-duration", "0.42s")
    expect(band).to_have_css("animation-name", "swipe")


def test_the_longest_name_leaves_the_facts_of_a_game_in_their_card(visit):
    visitor, other = visit(), visit()
    other.join(visitor.create_game())
    page = visitor.page
    page.locator("#first-mover").evaluate("name => { name.textContent = 'W'.repeat(20); }")
    for width in (1280, 390, 320):
        page.set_viewport_size({"width": width, "height": 844})
        sticking_out = page.locator(".facts").evaluate(
            """facts => [...facts.querySelectorAll("dd")].filter((value) =>
                value.getBoundingClientRect().right > facts.getBoundingClientRect().right
                || value.scrollWidth > value.clientWidth).map((value) => value.textContent)"""
        )
        assert sticking_out == []
        names = page.locator(".facts dt")
        assert names.evaluate_all("all => all.every((one) => one.getClientRects().length === 1)")
