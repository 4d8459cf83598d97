"""Stepping through a finished game."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, StorageState, expect

from tests.serving import ServerProcess
from tests.system.browser.accessibility import findings, findings_in_every_look
from tests.system.browser.conftest import DESKTOP, Visitor
from tests.system.browser.test_pages import finish_a_game, open_judged


@pytest.fixture(scope="module")
def judged(chromium: Browser, site: ServerProcess) -> tuple[str, StorageState]:
    """The address of a review of five moves, which were judged by themselves, and who played."""
    with chromium.new_context(viewport=DESKTOP) as context:
        player = Visitor(context, site)
        path = finish_a_game(player)
        open_judged(player, f"{path}review/")
        assert player.problems == []
        return f"{path}review/", context.storage_state()


@pytest.fixture
def reader(visit: Callable[..., Visitor], judged: tuple[str, StorageState]) -> Visitor:
    """The player at the review, in a new window."""
    path, session = judged
    visitor = visit()
    visitor.context.add_cookies(session["cookies"])
    visitor.open(path)
    return visitor


def test_it_opens_at_the_end(reader):
    expect(reader.page.locator("#count")).to_have_text("Move 5 of 5")
    expect(reader.page.locator("#board [aria-label*='winning line']")).to_have_count(3)
    expect(reader.page.get_by_role("link", name="Next move")).to_have_attribute(
        "aria-disabled", "true"
    )


def test_keys_buttons_slider_and_list_lead_to_the_same(reader):
    page, count = reader.page, reader.page.locator("#count")
    page.keyboard.press("ArrowLeft")
    expect(count).to_have_text("Move 4 of 5")
    page.keyboard.press("Home")
    expect(count).to_have_text("Move 0 of 5")
    page.get_by_role("link", name="Next move").click()
    expect(count).to_have_text("Move 1 of 5")
    page.locator("#ply").fill("3")
    expect(count).to_have_text("Move 3 of 5")
    page.locator("#steps .step").nth(1).click()
    expect(count).to_have_text("Move 2 of 5")
    expect(page.locator("#steps [aria-current=step]")).to_contain_text("2.")
    expect(page.locator("#board [aria-label$='last move']")).to_have_count(1)


def test_a_position_has_an_address_of_its_own(reader):
    page = reader.page
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile(r"\?ply=1$"))
    page.reload()
    expect(page.locator("#count")).to_have_text("Move 1 of 5")


def test_the_slider_may_be_dragged_faster_than_an_address_may_change(reader):
    page = reader.new_tab()
    page.add_init_script(  # as browsers do, some after 100 calls in ten seconds
        """const replace = history.replaceState.bind(history);
        let calls = 0;
        history.replaceState = (...how) => {
            if (++calls > 30) throw new DOMException("too often", "SecurityError");
            replace(...how);
        };"""
    )
    page.goto(reader.page.url)
    expect(page.get_by_label("Numbers on the marks")).to_be_visible()  # the script has run
    page.locator("#ply").evaluate(
        """slider => {
            for (let at = 0; at < 100; at++) {
                slider.value = at % 4;
                slider.dispatchEvent(new Event("input", { bubbles: true }));
            }
        }"""
    )
    expect(page.locator("#count")).to_have_text("Move 3 of 5")
    expect(page).to_have_url(re.compile(r"\?ply=3$"))


def test_the_marks_can_be_numbered(reader):
    reader.page.get_by_label("Numbers on the marks").check()
    expect(reader.page.locator("#board .board__number")).to_have_count(5)
    reader.page.keyboard.press("ArrowLeft")
    expect(reader.page.locator("#board .board__number")).to_have_count(4)


def test_the_list_goes_back_to_its_start_with_the_game(reader):
    page, steps = reader.page, reader.page.locator("#steps")
    steps.evaluate(
        """list => {
            Object.assign(list.style, { blockSize: "60px", overflow: "auto" });
            list.scrollTop = list.scrollHeight;
        }"""
    )
    assert steps.evaluate("list => list.scrollTop") > 0
    page.keyboard.press("Home")
    expect(page.locator("#count")).to_have_text("Move 0 of 5")
    assert steps.evaluate("list => list.scrollTop") == 0


def test_the_link_is_copied(reader):
    reader.context.grant_permissions(["clipboard-read", "clipboard-write"])
    reader.page.keyboard.press("Home")
    reader.page.get_by_role("button", name="Copy link").click()
    expect(reader.page.get_by_role("button", name="Link copied")).to_be_visible()
    copied = reader.page.evaluate("navigator.clipboard.readText()")
    assert copied == reader.page.url


def test_the_address_is_not_said_to_be_copied_where_there_is_no_clipboard(reader):
    page = reader.new_tab()
    page.add_init_script("delete Navigator.prototype.clipboard")  # as without https
    page.goto(reader.page.url)
    expect(page.get_by_label("Numbers on the marks")).to_be_visible()  # the script has run
    expect(page.get_by_role("button", name="Copy link")).to_be_hidden()


def test_both_files_can_be_downloaded(reader):
    for form in ("text", "JSON"):
        with reader.page.expect_download() as download:
            reader.page.get_by_role("link", name=form).click()
        assert download.value.suggested_filename.startswith("tic-tac-toe-")


def test_it_steps_without_a_script(reader, visit):
    plain = visit(java_script_enabled=False)
    page = plain.open(reader.page.url.removeprefix(reader.site.url))
    page.get_by_role("link", name="Previous move").click()
    expect(page.locator("#count")).to_have_text("Move 4 of 5")
    expect(page.get_by_role("img", name=re.compile("last move$"))).to_have_count(1)


def test_every_move_gets_a_word_and_a_reason(reader):
    steps = reader.page.locator("#steps .step")
    expect(steps).to_have_count(5)
    for step in steps.all():
        expect(step.locator(".label")).to_have_text(re.compile(r"\w"))
        expect(step.locator(".step__reason")).to_have_text(re.compile(r"\w+.*\."))
    expect(reader.page.locator(".player__accuracy")).to_have_count(0)  # of few moves


def test_the_graph_is_a_slider_for_keys_and_pointer(reader):
    page, count = reader.page, reader.page.locator("#count")
    graph = page.get_by_role("slider", name="Position in the game")
    graph.focus()
    page.keyboard.press("Home")
    expect(count).to_have_text("Move 0 of 5")
    page.keyboard.press("ArrowRight")
    expect(graph).to_have_attribute("aria-valuenow", "1")
    expect(graph).to_have_attribute("aria-valuetext", re.compile(r"^Move 1: X .+\. \w+.*\. "))
    expect(page.locator("#ply")).to_have_value("1")
    box = graph.bounding_box()
    middle = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + 40, middle)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] - 2, middle, steps=4)
    page.mouse.up()
    expect(count).to_have_text("Move 5 of 5")
    page.locator("#ply").fill("3")
    expect(graph).to_have_attribute("aria-valuenow", "3")


def test_a_move_of_a_slider_is_not_said_again_beside_its_own_text(reader):
    page, live = reader.page, reader.page.locator("#live")
    page.keyboard.press("Home")
    said = live.inner_text()
    assert "start" in said.lower()
    for slider in (page.locator("#ply"), page.get_by_role("slider", name="Position in the game")):
        slider.focus()
        page.keyboard.press("ArrowRight")
        expect(slider).to_have_attribute("aria-valuetext", re.compile(r"^Move \d: "))
        assert live.inner_text() == said
    page.get_by_role("link", name="Next move").click()
    expect(live).to_contain_text("Move 3: ")


def test_the_board_says_why_nothing_can_be_placed(reader):
    page = reader.page
    page.locator("#board [aria-label*='winning line']").first.press("Enter")
    expect(page.locator("#live")).to_contain_text(" is taken")


def test_the_best_moves_are_shown_on_the_board_unless_switched_off(reader):
    page = reader.page
    page.keyboard.press("Home")
    hinted = page.locator("#board [aria-label$='best move']")
    expect(hinted).to_have_count(9)
    expect(page.locator("#to-play")).to_have_text(re.compile("^Best: a3, "))
    page.get_by_label("Best moves").uncheck()
    expect(hinted).to_have_count(0)


def test_the_machines_thinking_is_stepped_through_by_keys_and_buttons(reader):
    page = reader.page
    page.keyboard.press("ArrowLeft")
    page.get_by_role("link", name="How the computer thinks").click()
    page.wait_for_url(re.compile(r"/explain/\?ply=4$"))
    number, text = page.locator("#step-count"), page.locator("#step-text")
    page.get_by_role("link", name="First step").click()
    expect(number).to_have_text(re.compile(r"^\s*Step 1 of "))
    page.keyboard.press("ArrowRight")
    expect(number).to_have_text(re.compile(r"^\s*Step 2 of "))
    expect(text).to_have_text(re.compile(r"^X tries \w\d\.$"))
    expect(page.locator("#live")).to_contain_text("X tries")
    expect(page).to_have_url(re.compile(r"step=2$"))
    step = page.get_by_role("link", name="Next step")
    step.focus()
    page.keyboard.press("Enter")
    expect(number).to_have_text(re.compile(r"^\s*Step 3 of "))
    expect(step).to_be_focused()
    page.get_by_role("slider", name="Step").fill("1")
    expect(number).to_have_text(re.compile(r"^\s*Step 1 of "))
    page.get_by_role("button", name="Play").click()
    expect(number).to_have_text(re.compile(r"^\s*Step 2 of "))
    page.get_by_role("button", name="Pause").click()
    page.locator(".method").first.click()
    expect(page.locator(".method[aria-current]")).to_contain_text("Minimax")


def test_a_step_of_the_list_keeps_the_keyboard(reader):
    page = reader.open("/p/3x3x3/a3b3b2c1/explain/")
    page.get_by_text("All steps as a list").click()
    step = page.locator(".steps-list a").nth(2)
    step.press("Enter")
    expect(page.locator("#step-count")).to_have_text(re.compile(r"^\s*Step 3 of "))
    expect(step).to_have_attribute("aria-current", "step")
    expect(step).to_be_focused()


def test_one_is_asked_before_each_step(reader):
    page = reader.open("/p/3x3x3/a3b3b2c1/explain/?predict=1&step=15")
    page.get_by_role("link", name="It skips them").click()
    expect(page.locator(".now__verdict")).to_have_text("Right")
    expect(page.locator("#live")).to_contain_text("Right")
    expect(page.locator("#step-count")).to_have_text("Step 16 of 26")


def test_one_may_go_on_where_nobody_played_without_a_script(reader, visit):
    plain = visit(java_script_enabled=False)
    path = reader.page.url.removeprefix(reader.site.url).replace("review", "explain")
    page = plain.open(f"{path.split('?')[0]}?ply=2")
    page.get_by_text("What each move is worth").click()
    page.get_by_role("link", name=re.compile(r"^X \w\d$")).first.click()
    expect(page.get_by_role("heading", name=re.compile("^O to move"))).to_be_visible()
    expect(page.get_by_role("navigation", name="Moves that were not played")).to_be_visible()


def test_a_game_is_judged_without_a_script(visit):
    path = finish_a_game(visit())
    page = visit(java_script_enabled=False).open(f"{path}review/")
    page.get_by_role("button", name="Analyse this game").click()
    expect(page.get_by_role("heading", name="Evaluation")).to_be_visible()


def test_what_was_found_is_accessible_and_fits(reader):
    path = reader.page.url.removeprefix(reader.site.url).split("?")[0]
    for address in (f"{path}?ply=2", f"{path.replace('review', 'explain')}?ply=2"):
        assert findings_in_every_look(reader.open(address)) == []


def test_a_game_is_played_on_from_the_position_that_is_shown(visit):
    player = visit()
    path = player.create_game(opponent="device")
    for cell in ("a1", "a2", "b1", "b2", "c1"):
        player.cell(cell).click()
        player.sees(cell)
    page = player.open(f"{path}review/")
    expect(page.locator("#graph")).to_be_visible()  # it is reloaded for the result
    expect(page.locator("#play-on")).to_be_hidden()
    page.locator("#previous").click()
    page.locator("#previous").click()
    page.locator("#play-on").click()
    assert findings(page) == []
    page.locator("input[name=opponent][value=device]").check()
    page.get_by_role("button", name="Start game").click()
    expect(player.cell("b1")).to_have_accessible_name(re.compile("b1, X"))
    expect(player.cell("b2")).to_have_accessible_name("b2, empty")
    expect(page.get_by_text("From a position")).to_be_visible()
    expect(page.locator("#abort")).to_be_visible()
    player.cell("b2").click()
    player.sees("b2", "O")


def test_why_is_answered_on_the_board_and_the_move_can_be_tried_again(reader):
    page = reader.page
    page.locator("#steps .step-why[href*='why=1']").first.click()
    panel = page.locator("#why")
    expect(panel).to_be_visible()
    numbers = page.locator("#board .board__number")
    expect(numbers).to_have_count(1)
    count = panel.locator("#why-line a").count()
    page.get_by_role("link", name="Next mark").press("Enter")
    expect(numbers).to_have_count(2)
    expect(page.locator("#live")).to_contain_text("Move 2: ")
    panel.locator("#why-line a").last.click()
    expect(numbers).to_have_count(count)
    expect(page.get_by_role("link", name="Next mark")).to_be_hidden()
    assert findings_in_every_look(page) == []
    page.get_by_role("link", name="Try it again").click()
    expect(page.get_by_role("heading", name=re.compile("^Your move, "))).to_be_visible()
    assert findings_in_every_look(page) == []
    page.locator("#board [aria-label$=', empty']").first.click()
    expect(page.locator("#again [role=status]")).to_have_text(re.compile(r"\w\d .+\."))
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#again")).to_have_count(0)


def test_the_switch_of_numbers_leaves_those_of_an_answer(reader):
    page = reader.page
    page.locator("#steps .step-why[href*='why=1']").first.click()
    numbers = page.locator("#board .board__number")
    expect(numbers).to_have_count(1)
    page.get_by_label("Numbers on the marks").check()
    expect(numbers).to_have_count(1)
    page.keyboard.press("End")
    expect(numbers).to_have_count(5)


def test_why_and_another_try_need_no_script(reader, visit):
    page = visit(java_script_enabled=False).open(reader.page.url.removeprefix(reader.site.url))
    page.locator("#steps .step-why[href*='why=1']").first.click()
    page.get_by_role("link", name="Next mark").click()
    expect(page.locator(".answer__number")).to_have_count(2)
    page.get_by_role("link", name="Try it again").click()
    page.locator("#board button").last.click()
    expect(page.locator("#again [role=status]")).to_have_text(re.compile(r"\w\d .+\."))
