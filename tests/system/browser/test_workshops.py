"""A workshop as a teacher, a class and a projector see it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.system.browser.accessibility import findings_in_every_look
from tests.system.browser.conftest import Visitor
from tests.system.browser.react_page import served
from tests.system.workshops.playing import install


@pytest.fixture(scope="module")
def packages() -> Path:
    """The real clients, installed."""
    return install()


def make_workshop(teacher: Visitor, name: str) -> str:
    """The path of the workshop that the new *teacher* has made."""
    teacher.sign_up(name)
    page = teacher.open("/workshops/")
    page.get_by_label("Title").fill("Minimax afternoon")
    page.get_by_role("button", name="Make a workshop").click()
    page.wait_for_url(re.compile(r"/workshops/\w{5}/$"))
    return page.url.removeprefix(teacher.site.url)


def test_students_play_with_react_and_the_wall_shows_it(visit, packages):
    teacher, wall, alice, bob = visit(), visit(), visit(), visit()
    path = make_workshop(teacher, "charlie_teaches")
    code = path.split("/")[2]
    teacher.page.get_by_role("link", name="Projector view").click()
    expect(teacher.page.locator(".room-code")).to_have_text(code)
    wall.open(f"{path}wall/")
    with served(packages, f"{teacher.site.url}/{code}") as address:
        one, other = alice.page, bob.page
        one.goto(f"{address}?alice")
        other.goto(f"{address}?bob")
        one.locator("#create").click()
        expect(one.locator("#state")).to_have_text("WAITING ")
        other.locator(".game", has_text="alice").click()
        expect(one.locator("#state")).to_have_text("ONGOING alice")
        for mover, x, y in ((one, 0, 0), (other, 1, 1), (one, 1, 0), (other, 2, 2)):
            mark(mover, x, y)
        board = wall.page.locator("#boards")
        expect(board.get_by_role("link", name="Watch alice against bob")).to_be_visible()
        expect(wall.page.locator("#present")).to_have_text("2 players here")
        one.locator("#cell-2-0").click()
        for page in (one, other):
            expect(page.locator("#state")).to_have_text("FINISHED alice")
        expect(wall.page.locator("#table")).to_contain_text("alice")
        expect(board).to_contain_text("Nobody is playing right now.")
        assert alice.context.cookies(teacher.site.url) == []
    page = teacher.open(path)
    expect(page.locator("#players")).to_contain_text("bob")
    expect(page.locator("#scores")).to_contain_text("alice")
    page.get_by_role("button", name="Test every line").click()
    expect(page.locator("#players")).to_contain_text("being tested")
    page.get_by_role("button", name="Start a round robin").click()
    expect(page.locator("#scores")).to_contain_text("Round robin: 0 of 2 games played")
    expect(wall.page.locator("#table")).to_contain_text("being tested")
    assert findings_in_every_look(page) + findings_in_every_look(wall.page) == []


def mark(page: Page, x: int, y: int) -> None:
    expect(page.locator(f"#cell-{x}-{y}")).to_have_text("-")
    page.locator(f"#cell-{x}-{y}").click()
    expect(page.locator(f"#cell-{x}-{y}")).not_to_have_text("-")


def saved_client(teacher, path, folder):
    """Download the kit's client from the workshop's page; return where it is."""
    with teacher.page.expect_download() as download:
        teacher.open(f"{path}start/").get_by_role("link", name="client.html").click()
    download.value.save_as(folder / "client.html")
    return folder / "client.html"


def test_the_kits_client_plays_from_a_file(visit, tmp_path):
    teacher, alice, bob = visit(), visit(), visit()
    path = make_workshop(teacher, "charlie_teaches2")
    client = saved_client(teacher, path, tmp_path)
    for student, name in ((alice, "alice"), (bob, "bob")):
        student.page.goto(client.as_uri())
        student.page.get_by_label("Your name").fill(name)
    alice.page.get_by_role("button", name="New game").click()
    bob.page.get_by_role("button", name="Play against alice").click()
    expect(alice.page.get_by_role("status")).to_have_text("Your turn.")
    for student, cell in ((alice, 0), (bob, 3), (alice, 1), (bob, 4), (alice, 2)):
        student.page.locator("#board button").nth(cell).click()
        mark = "X" if student is alice else "O"
        for page in (alice.page, bob.page):
            expect(page.locator("#board button").nth(cell)).to_have_text(mark)
    expect(bob.page.get_by_role("status")).to_have_text("alice has won.")


def test_the_pages_of_workshops_are_accessible(visit):
    teacher = visit()
    path = make_workshop(teacher, "charlie_teaches3")
    found = findings_in_every_look(teacher.page)
    for page in ("/workshops/", f"{path}wall/", f"{path}start/"):
        found += findings_in_every_look(teacher.open(page))
    assert found == []


def test_nothing_on_the_wall_is_small_on_a_projector(visit):
    teacher = visit()
    path = make_workshop(teacher, "charlie_teaches4")
    wall = visit(viewport={"width": 1920, "height": 1080}).open(f"{path}wall/")
    assert wall.evaluate(SMALLEST) >= 28
    assert wall.evaluate("document.documentElement.scrollHeight") <= 1080


# The smallest letters that can be seen.
SMALLEST = """() => {
  const walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  const sizes = [];
  while (walker.nextNode()) {
    const { parentElement: element, textContent: text } = walker.currentNode;
    if (text.trim() && !element.closest(".visually-hidden, noscript")) {
      sizes.push(parseFloat(getComputedStyle(element).fontSize));
    }
  }
  return Math.min(...sizes);
}"""


def test_a_workshop_goes_by_keyboard_and_without_scripts(visit):
    teacher = visit(java_script_enabled=False)
    path = make_workshop(teacher, "charlie_teaches5")
    page = teacher.open(f"{path}wall/")
    page.evaluate("window.isOld = true")
    page.wait_for_function("() => !window.isOld")  # it loads itself again
    page = teacher.open(path)
    page.get_by_text("Close the workshop").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"/workshops/$"))
    assert "The workshop is closed." in page.content()
    expect(page.get_by_text("Closed", exact=True)).to_be_visible()


def test_the_kits_client_asks_for_a_name_and_minds_no_space_beside_it(visit, tmp_path):
    teacher, other = visit(), visit()
    path = make_workshop(teacher, "charlie_teaches6")
    client = saved_client(teacher, path, tmp_path)
    for page in (teacher.page, other.page):
        page.goto(client.as_uri())
    state = teacher.page.get_by_role("status")
    teacher.page.get_by_role("button", name="New game").click()
    expect(state).to_have_text("Type your name first.")
    teacher.page.get_by_label("Your name").fill(" ally ")
    teacher.page.get_by_role("button", name="New game").click()
    other.page.get_by_label("Your name").fill("bob")
    other.page.get_by_role("button", name="Play against ally").click()
    expect(state).to_have_text("Your turn.")


def test_the_kits_client_says_that_the_workshop_is_closed(visit, tmp_path):
    teacher, student = visit(), visit()
    path = make_workshop(teacher, "charlie_teaches7")
    client = saved_client(teacher, path, tmp_path)
    page, state = student.page, student.page.get_by_role("status")
    page.goto(client.as_uri())
    expect(page.get_by_label("Your name")).to_be_visible()
    teacher.open(path).get_by_text("Close the workshop").click()
    teacher.page.get_by_role("button", name="Close").click()
    expect(state).to_have_text("The workshop is closed, or you were removed from it.")
    expect(page.get_by_label("Your name")).to_be_hidden()
    page.reload()
    expect(state).to_have_text("The workshop is closed.")
