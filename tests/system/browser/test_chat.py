"""Two people chat beside their game, others among themselves, and nobody is disturbed by it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, WebSocketRoute, expect

from tests.system.browser.accessibility import findings_in_every_look, overflow
from tests.system.browser.conftest import DESKTOP, PHONE, Visitor
from tests.system.browser.painting import wait_for_paint

EVIL = '<img src=x onerror="alert(1)"><script>alert(2)</script>'


def log(visitor: Visitor) -> Locator:
    return visitor.page.get_by_role("log")


def say(visitor: Visitor, text: str) -> None:
    visitor.page.get_by_label("Message", exact=True).fill(text)
    visitor.page.keyboard.press("Enter")


def open_menu(visitor: Visitor) -> Locator:
    """Press the button under the chat; the menu that opens."""
    visitor.page.get_by_role("button", name="Chat menu").click()
    menu = visitor.page.get_by_role("group", name="Chat menu")
    expect(menu).to_be_visible()
    menu.scroll_into_view_if_needed()
    wait_for_paint(visitor.page)  # it follows its button a frame later; a press beside closes it
    return menu


def wait_for_socket(visitor: Visitor) -> None:
    """Wait until the game's socket answers: before, what is said is posted as a form."""
    expect(visitor.page.locator("#lag")).to_be_visible()


def lines(visitor: Visitor) -> Locator:
    return visitor.page.locator("#chat-log .chat__line > span")


@pytest.fixture
def two(visit) -> tuple[Visitor, Visitor, str]:
    """Two guests in a game, and its path."""
    x, o = visit(), visit()
    path = x.create_game()
    expect(x.page.locator("#chat")).to_be_hidden()
    o.join(path)
    return x, o, path


def test_players_and_watchers_chat_apart_until_the_end(visit, two):
    x, o, path = two
    watcher, other = visit(), visit()
    watcher.create_game(opponent="device")  # now a guest
    watcher.open(path)
    other.open(path)
    say(x, "good luck")
    expect(lines(o)).to_have_text(["good luck"])
    say(o, "you too")
    expect(lines(x)).to_have_text(["good luck", "you too"])
    say(watcher, "X should play b2")
    expect(lines(other)).to_have_text(["X should play b2"])
    expect(lines(watcher)).to_have_text(["X should play b2"])
    expect(lines(x)).to_have_count(2)
    x.page.reload()
    expect(lines(x)).to_have_text(["good luck", "you too"])
    for player, cell in ((x, "a1"), (o, "a2"), (x, "b1"), (o, "b2"), (x, "c1")):
        player.play(cell)
    expect(lines(x)).to_have_text(["good luck", "you too", "X should play b2"])
    expect(lines(watcher)).to_have_count(1)
    expect(log(x)).to_have_attribute("aria-live", "polite")


def test_presets_are_said_with_one_press_and_once(two):
    x, o, _ = two
    hello = x.page.get_by_role("button", name="Hello", exact=True)
    hello.click()
    expect(lines(o)).to_have_text(["Hello"])
    expect(hello).to_be_hidden()
    expect(x.page.get_by_role("button", name="Good luck", exact=True)).to_be_visible()
    expect(x.page.get_by_role("button", name="Good game", exact=True)).to_be_hidden()
    x.play("a1")
    o.play("a2")
    o.page.locator("#resign button").click()
    o.page.locator("#resign button").click()
    x.page.get_by_role("button", name="Good game", exact=True).click()
    expect(lines(o)).to_have_text(["Hello", "Good game"])


def test_markup_is_text_and_controls_are_gone(two):
    x, o, _ = two
    dialogs = []

    def note(dialog):
        dialogs.append(dialog.message)
        dialog.dismiss()

    for visitor in (x, o):
        visitor.page.on("dialog", note)
    for text in (EVIL, "java\u202escript", "javascript:alert(3)"):
        say(x, text)
        expect(x.page.get_by_label("Message", exact=True)).to_have_value("")
    shown = [EVIL, "javascript", "javascript:alert(3)"]
    for visitor in (x, o):
        expect(lines(visitor)).to_have_text(shown)
        visitor.page.reload()
        expect(lines(visitor)).to_have_text(shown)
        expect(visitor.page.locator("#chat-log img, #chat-log script")).to_have_count(0)
        expect(visitor.page.locator("#chat-log span a")).to_have_count(0)
    assert dialogs == []


def test_chat_is_silent_and_takes_no_focus_while_the_game_is_on(two):
    x, o, _ = two
    expect(x.page.locator("#chat-block button")).to_have_text(re.compile("^Block Guest-"))
    expect(log(x)).to_have_attribute("aria-live", "off")
    x.cell("b2").focus()
    say(o, "boo")
    expect(lines(x)).to_have_text(["boo"])
    expect(x.cell("b2")).to_be_focused()
    assert "boo" not in x.page.locator("#live").inner_text()


def test_a_refused_line_is_there_again_with_the_reason(two):
    x, _, _ = two
    for i in range(4):
        say(x, f"line {i}")
    expect(lines(x)).to_have_count(4)
    say(x, "one too many")
    expect(x.page.locator("#chat-hint")).to_contain_text("Too fast")
    expect(x.page.get_by_label("Message", exact=True)).to_have_value("one too many")
    expect(x.page.locator("#note")).to_be_hidden()


def test_the_counter_shows_near_the_limit(two):
    x, _, _ = two
    field = x.page.get_by_label("Message", exact=True)
    field.fill("x" * 100)
    expect(x.page.locator("#chat-hint")).to_have_text("")
    field.fill("x" * 130)
    expect(x.page.locator("#chat-hint")).to_have_text("10 characters left")


def test_a_muted_chat_stays_muted(two):
    x, o, _ = two
    hint = x.page.locator("#chat-hint")
    menu = open_menu(x)
    with x.page.expect_response(lambda answer: answer.request.method == "POST"):
        menu.get_by_role("button", name="Mute", exact=True).click()
    expect(menu).to_be_hidden()
    expect(log(x)).to_be_hidden()
    expect(hint).to_have_text("The chat is muted.")
    say(o, "are you there?")
    x.page.reload()
    expect(log(x)).to_be_hidden()
    expect(hint).to_have_text("The chat is muted.")
    open_menu(x).get_by_role("button", name="Unmute").click()
    expect(hint).to_have_text("")
    expect(lines(x)).to_have_text(["are you there?"])
    expect(log(x)).to_be_visible()


@pytest.mark.parametrize("scripts", [True, False])
def test_the_menu_is_used_by_keys_alone_with_and_without_scripts(visit, scripts):
    x, o = visit(java_script_enabled=scripts), visit()
    path = x.create_game()
    o.join(path)
    x.open(path)
    keyboard = x.page.keyboard
    button = x.page.get_by_role("button", name="Chat menu")
    button.focus()
    keyboard.press("Enter")
    menu = x.page.get_by_role("group", name="Chat menu")
    expect(menu).to_be_visible()
    for entry in (menu.get_by_role("button"), menu.get_by_role("link")):
        expect(entry.first).to_be_visible()
    keyboard.press("Tab")
    expect(menu.get_by_role("button", name="Mute", exact=True)).to_be_focused()
    keyboard.press("Escape")
    expect(menu).to_be_hidden()
    expect(button).to_be_focused()


def test_the_menu_stands_in_the_window_and_its_entries_are_large_enough(visit, two):
    x, _, path = two
    for size in (DESKTOP, PHONE, {"width": 320, "height": 640}, {"width": 844, "height": 390}):
        reader = visit(viewport=size, storage_state=x.context.storage_state())
        reader.open(path)
        if log(reader).is_hidden():
            reader.page.locator("#chat summary").click()
        menu = open_menu(reader)
        expect(menu).to_be_in_viewport(ratio=1)
        entries = menu.locator("button, a")
        expect(entries).to_have_count(3)
        for box in (entry.bounding_box() for entry in entries.all()):
            assert min(box["width"], box["height"]) >= 44
        assert overflow(reader.page) <= 0


def test_on_a_phone_it_is_folded_below_the_board_and_counts(visit, two):
    x, _, path = two
    o = visit(viewport=PHONE, storage_state=two[1].context.storage_state())
    o.open(path)
    expect(log(o)).to_be_hidden()
    say(x, "hello")
    say(x, "hello?")
    expect(o.page.locator("#chat-unread")).to_have_text("2 new messages")
    board = o.page.locator("#board").bounding_box()
    chat = o.page.locator("#chat").bounding_box()
    assert chat["y"] >= board["y"] + board["height"]
    o.page.locator("#chat summary").click()
    expect(lines(o)).to_have_text(["hello", "hello?"])
    expect(o.page.locator("#chat-unread")).to_be_hidden()
    assert overflow(o.page) <= 0


def test_a_line_waits_in_its_field_while_the_server_is_away(make_visitor, own_site):
    x, o = make_visitor(own_site), make_visitor(own_site)
    path = x.create_game()
    o.join(path)
    say(x, "before")
    expect(lines(o)).to_have_text(["before"])
    own_site.kill()
    expect(x.page.locator("#connection")).to_have_class(re.compile("is-shown"))
    say(x, "meanwhile")
    expect(x.page.locator("#chat-hint")).to_contain_text("Not connected")
    own_site.start()
    expect(x.page.locator("#connection")).not_to_have_class(re.compile("is-shown"))
    x.page.get_by_role("button", name="Send").click()
    expect(lines(o)).to_have_text(["before", "meanwhile"])


def test_a_line_that_was_said_as_the_connection_broke_is_not_given_back(two):
    x, o, _ = two
    sockets = []

    def lose_answers(page_side):
        sockets.append(page_side)
        server_side = page_side.connect_to_server()
        if len(sockets) == 1:
            server_side.on_message(lambda text: '"said"' in text or page_side.send(text))

    x.page.route_web_socket(re.compile("/ws/games/"), lose_answers)
    x.page.reload()
    wait_for_socket(x)
    say(x, "two  spaces")
    expect(lines(o)).to_have_text(["two spaces"])
    sockets[0].close()
    expect(lines(x)).to_have_text(["two spaces"])
    expect(x.page.locator("#chat-hint")).to_be_empty()
    expect(x.page.get_by_label("Message", exact=True)).to_have_value("")


class HeldLines:
    """Keeps what is said through the first socket of a page until it is let go."""

    def __init__(self, visitor: Visitor) -> None:
        self.sockets: list[WebSocketRoute] = []
        self.servers: list[WebSocketRoute] = []
        self._held: list[str] = []
        visitor.page.route_web_socket(re.compile("/ws/games/"), self._connect)
        visitor.page.reload()
        wait_for_socket(visitor)

    def _connect(self, socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        self.sockets.append(socket)
        self.servers.append(server)
        if len(self.sockets) == 1:
            socket.on_close(lambda code, reason: None)  # the server is not told
            socket.on_message(
                lambda text: self._held.append(text) if '"say"' in text else server.send(text)
            )

    def let_go(self) -> None:
        for text in self._held:
            self.servers[0].send(text)


def test_a_line_that_arrives_after_all_is_not_left_as_unsent(two):
    x, o, _ = two
    held = HeldLines(x)
    field, hint = x.page.get_by_label("Message", exact=True), x.page.locator("#chat-hint")
    say(x, "late")
    held.sockets[0].close()  # the server goes on reading what was sent
    expect(hint).to_contain_text("wasn’t sent")
    expect(field).to_have_value("late")
    held.let_go()
    for visitor in (x, o):
        expect(lines(visitor)).to_have_text(["late"])
    expect(hint).to_be_empty()
    expect(field).to_have_value("")


def test_a_line_that_is_under_way_as_the_game_ends_is_not_given_back(visit, two):
    x, o, path = two
    watcher = visit()
    watcher.create_game(opponent="device")  # now a guest
    watcher.open(path)
    say(watcher, "look here")
    expect(lines(watcher)).to_have_text(["look here"])
    held = HeldLines(x)
    x.play("a1")
    o.play("a2")
    say(x, "well played")
    for _ in range(2):
        o.page.locator("#resign button").click()
    expect(lines(x)).to_have_text(["look here"])
    expect(x.page.locator("#chat-hint")).to_be_empty()
    expect(x.page.get_by_label("Message", exact=True)).to_have_value("")
    held.let_go()
    expect(lines(x)).to_have_text(["look here", "well played"])


def test_a_player_is_reported_and_blocked(visit, two):
    x, o, path = two
    say(o, "you fool")
    expect(lines(x)).to_have_text(["you fool"])
    open_menu(x).get_by_role("link", name="Report").click()
    x.page.get_by_label("What happened").select_option("words")
    x.page.get_by_label("Details").fill("look at the chat")
    x.page.get_by_label("Also block this player").check()
    x.page.get_by_role("button", name="Send report").click()
    x.page.wait_for_url(f"**{path}")
    expect(x.page.get_by_text("The staff will look at it")).to_be_visible()
    expect(lines(x)).to_have_count(0)
    say(o, "and again")
    expect(lines(o)).to_have_text(["you fool", "and again"])
    x.page.reload()
    expect(lines(x)).to_have_count(0)


def test_without_scripts_chat_goes_by_forms(visit):
    x, o = visit(java_script_enabled=False), visit(java_script_enabled=False)
    path = x.create_game()
    o.join(path)
    o.page.get_by_role("button", name="Hello", exact=True).click()
    x.open(path)
    expect(lines(x)).to_have_text(["Hello"])
    x.page.get_by_label("Message", exact=True).fill("hi")
    x.page.get_by_role("button", name="Send").click()
    expect(lines(x)).to_have_text(["Hello", "hi"])


def test_a_stranger_who_says_something_becomes_a_guest(visit, two):
    _, _, path = two
    stranger = visit()
    stranger.open(path)
    say(stranger, "hello all")
    expect(lines(stranger)).to_have_text(["hello all"])
    expect(stranger.page.locator(".avatar--guest")).to_be_visible()


def test_the_chat_is_accessible(visit, two):
    x, o, path = two
    say(x, "good luck")
    say(o, "a longer line that has to be broken at the end of the panel, and then once more")
    expect(lines(x)).to_have_count(2)
    reader = visit(viewport=PHONE, storage_state=o.context.storage_state())
    page = reader.open(path)
    page.locator("#chat summary").click()  # a wide window has it open
    expect(lines(reader)).to_have_count(2)
    found = findings_in_every_look(page)
    menu = open_menu(reader)
    found += findings_in_every_look(page)
    # By keyboard: the windows of the looks have moved the menu, which may still be on its way.
    menu.get_by_role("button", name="Mute", exact=True).press("Enter")
    found += findings_in_every_look(page)
    found += findings_in_every_look(reader.open(f"{path}report/"))
    assert found == []


@pytest.mark.parametrize("opponent", ["computer", "device"])
def test_there_is_no_chat_where_nobody_else_plays(visit, opponent):
    player = visit()
    player.create_game(opponent=opponent, level="random" if opponent == "computer" else "")
    chat = player.page.locator("#chat")
    expect(chat).to_be_hidden()
    player.page.locator("#abort button").click()
    player.page.locator("#abort button").click()
    expect(player.headline).to_have_text("Game aborted")
    expect(chat).to_be_hidden()
    player.page.reload()
    expect(chat).to_be_hidden()


def test_nobody_is_thanked_for_a_game_that_was_called_off(visit):
    x, o = visit(), visit()
    o.join(x.create_game())
    hello = x.page.get_by_role("button", name="Hello")
    expect(hello).to_be_visible()
    x.page.locator("#abort button").click()
    x.page.locator("#abort button").click()
    expect(hello).to_be_hidden()
    expect(x.page.get_by_role("button", name="Good game")).to_be_hidden()
    x.page.reload()
    expect(x.page.locator("#chat-text")).to_be_visible()
    expect(x.page.get_by_role("button", name="Good game")).to_be_hidden()
