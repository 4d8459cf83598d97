"""From a lost game to what it teaches: review, position, explanation, and its mistake a day later.

Also the other ways to practise: a duel of two, by scripts and by keyboard, a storm, and a streak
without.
"""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from games.core.notation import cell_name, parse_cell
from games.core.rules import TIC_TAC_TOE, Position
from games.engine.search.table import move_worth, worth
from tests import serving
from tests.system.browser.accessibility import findings_in_every_look
from tests.system.browser.conftest import PHONE, Visitor, new_site
from tests.system.browser.test_pages import open_judged

TOMORROW = Path(__file__).parent / "tomorrow"  # a site that starts with it is a day ahead
MARKED = re.compile(r"([abc][123]), ([XO])")


def position_on(page: Page) -> Position:
    """What stands on the board of the page."""
    cells = {"X": 0, "O": 0}
    for each in page.locator("ttt-board [aria-label]").all():
        if found := MARKED.match(each.get_attribute("aria-label") or ""):
            cells[found[2]] |= 1 << parse_cell(TIC_TAC_TOE, found[1])
    x, o = cells["X"], cells["O"]
    return (
        Position(TIC_TAC_TOE, x, o)
        if x.bit_count() == o.bit_count()
        else Position(TIC_TAC_TOE, o, x)
    )


def button(page: Page, cell: int):
    name = cell_name(TIC_TAC_TOE, cell)
    return page.get_by_role("button", name=re.compile(rf"^{name}, empty"))


def keeping(position: Position, *, right: bool) -> int:
    """A cell that keeps what the position is worth, or one that does not."""

    def keeps(cell: int) -> bool:
        return (move_worth(position, cell) > 0) - (move_worth(position, cell) < 0) >= (
            (worth(position) > 0) - (worth(position) < 0)
        )

    return next(cell for cell in position.legal_moves() if keeps(cell) == right)


def lose(player: Visitor) -> str:
    """Lose against the perfect player, by the worst moves there are; the game's path."""
    path = player.create_game(opponent="computer", level="perfect")
    player.play_to_the_end(worst)
    return path


def worst(page: Page) -> str | None:
    """The cell that is worth least on the board that *page* shows."""
    position = position_on(page)
    moves = position.legal_moves()
    cell = min(moves, key=lambda cell: move_worth(position, cell), default=None)
    return None if cell is None else cell_name(TIC_TAC_TOE, cell)


def test_a_lost_game_becomes_a_mistake_that_comes_again(tmp_path, static_root, make_visitor):
    with new_site(tmp_path, static_root) as site:
        player = make_visitor(site, viewport=PHONE)
        path = lose(player)
        page = open_judged(player, f"{path}review/")
        page.locator("#steps .step", has_text="Mistake").first.click()
        expect(page).to_have_url(re.compile(r"ply=\d"))
        page.get_by_role("link", name="What each move is worth").click()
        expect(page.get_by_role("heading", level=1)).to_contain_text("O wins")
        page.get_by_role("link", name="Explain this").click()
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        player.open(f"{path}review/").get_by_role("link", name="Practise your mistakes").click()
        page.get_by_role("link", name=re.compile("Review ")).click()
        expect(page.get_by_role("heading", level=1)).to_have_text("X to play and hold the draw")
        found = findings_in_every_look(page)
        button(page, keeping(position_on(page), right=True)).press("Enter")
        expect(page.get_by_role("heading", level=2, name="Right")).to_be_visible()
        expect(page.get_by_text("It comes back")).to_contain_text("tomorrow")
        expect(page.get_by_role("link", name="The game it is from")).to_be_visible()
        found += findings_in_every_look(page)
        card = page.url.removeprefix(site.url)
        found += findings_in_every_look(player.open("/puzzles/mistakes/"))
        assert found == []
        database = site.env["DATABASE_URL"]
    env = {"DATABASE_URL": database, "REDIS_URL": "", "PYTHONPATH": str(TOMORROW)}
    with serving.another_site_process(tmp_path / "tomorrow.log", static_root, **env) as site:
        player.site = site
        page = player.open("/puzzles/mistakes/")
        page.get_by_role("link", name=re.compile("Review ")).click()
        expect(page.get_by_role("heading", level=1)).to_have_text("X to play and hold the draw")
        wrong = button(page, keeping(position_on(player.open(card)), right=False))
        wrong.click(timeout=90_000)  # a process that has only just started loads its engine first
        expect(page.get_by_role("heading", level=2, name="Not this one")).to_be_visible()
        expect(page.locator(".drill__frames li")).not_to_have_count(0)


def test_two_race_and_the_faster_one_wins(visit):
    alice, bob = visit(), visit(viewport=PHONE)
    page = alice.open("/puzzles/duel/")
    found = findings_in_every_look(page)
    page.get_by_role("button", name="Invite by link").click()
    path = page.url.removeprefix(alice.site.url)
    found += findings_in_every_look(page)
    bob.open(path).get_by_role("button", name="Join the duel").click()
    for visitor in (alice, bob):
        expect(visitor.page.get_by_role("heading", level=1)).to_contain_text("1 of 20")
    other = bob.page
    found += findings_in_every_look(other)
    clock = page.get_by_role("timer")
    expect(clock).to_have_text(re.compile(r"^\d+:\d\d$"))
    expect(clock).not_to_have_text(clock.inner_text())  # it goes on
    assert_moved_about_in_by_keyboard(page)
    button(other, keeping(position_on(other), right=False)).click()
    expect(other.get_by_text("Wrong here:")).to_be_visible()
    expect(page.locator("[data-wrong-text='1']")).to_have_text("1")
    button(other, keeping(position_on(other), right=True)).click()
    expect(other.get_by_role("heading", level=1)).to_contain_text("2 of 20")
    expect(page.locator("[data-solved-text='1']")).to_have_text("1")
    for number in range(1, 21):  # by the keyboard alone, after the first
        expect(page.get_by_role("heading", level=1)).to_contain_text(f"{number} of 20")
        button(page, keeping(position_on(page), right=True)).press("Enter")
    for visitor, said in ((alice, "You won"), (bob, "won")):
        expect(visitor.page.get_by_role("heading", level=1)).to_contain_text(said)
    found += findings_in_every_look(page)
    other.get_by_role("button", name="Rematch").click()
    page.reload()
    page.get_by_role("button", name="Join the rematch").click()
    expect(other.get_by_role("heading", level=1)).to_contain_text("1 of 20")
    assert found == []


def assert_moved_about_in_by_keyboard(page: Page) -> None:
    """The board of *page* has one tab stop, which the keys of the game's board move."""
    cells = page.locator("ttt-board .board__cell > *")
    width = int(page.locator("ttt-board").get_attribute("data-m") or 0)
    page.keyboard.press("b")
    expect(page.locator("ttt-board [tabindex='0']")).to_be_focused()
    page.keyboard.press("Control+Home")
    expect(cells.first).to_be_focused()
    for key, cell in (
        ("ArrowRight", 1),
        ("ArrowDown", 1 + width),
        ("ArrowLeft", width),
        ("Home", width),
    ):
        page.keyboard.press(key)
        expect(cells.nth(cell)).to_be_focused()
    page.keyboard.press("ArrowLeft")  # the edge
    expect(cells.nth(width)).to_be_focused()
    expect(page.locator("ttt-board [tabindex='0']")).to_have_count(1)


def test_a_streak_is_moved_about_in_by_keyboard(visit):
    page = visit().open("/puzzles/streak/")
    page.get_by_role("button", name="Start a streak").click()
    expect(page.get_by_role("grid")).to_be_visible()
    assert_moved_about_in_by_keyboard(page)
    assert findings_in_every_look(page) == []


def play_until(page: Page, end: Locator) -> None:
    """Mark the first free cell again and again, until *end* is shown."""
    # Where the page comes to its end before it is pressed, the press meets the end: no harm there.
    cell_or_end = page.locator("button[name=cell]").or_(end).first
    for _ in range(60):
        cell_or_end.click()
        if end.is_visible():
            break
    expect(end).to_be_visible()


def test_a_storm_counts_down_and_asks_the_server_when_its_time_is_up(visit):
    page = visit(own=True).open("/puzzles/storm/")
    page.clock.install()
    page.get_by_role("button", name="Start a storm").click()
    timer = page.get_by_role("timer", name="Time left")
    expect(timer).to_have_text(re.compile(r"^(3:00|2:5\d)$"))
    assert findings_in_every_look(page) == []
    page.clock.fast_forward(125_000)
    expect(timer).to_have_text(re.compile(r"^0:[345]\d$"))
    expect(page.locator("#live")).to_contain_text("One minute left")
    with page.expect_navigation():
        page.clock.fast_forward(60_000)
    play_until(page, page.get_by_role("heading", name="Time is up"))  # which wrong moves take
    assert findings_in_every_look(page) == []


def test_a_streak_without_scripts(visit):
    solver = visit(java_script_enabled=False)
    page = solver.open("/puzzles/streak/")
    page.get_by_role("button", name="Start a streak").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("to play and")
    page.get_by_role("button", name="Skip this puzzle").click()
    expect(page.get_by_text("You have used your skip.")).to_be_visible()
    play_until(page, page.get_by_text("This is how it continues:"))
    reader = visit(storage_state=solver.context.storage_state())
    found = findings_in_every_look(reader.open(page.url.removeprefix(solver.site.url)))
    found += findings_in_every_look(reader.open("/puzzles/streak/"))
    page = reader.page
    page.get_by_role("button", name="Start a streak").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("to play and")
    assert found + findings_in_every_look(page) == []
