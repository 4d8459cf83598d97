"""Guests become people and keep their games; the account pages work and are accessible."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.system.browser.accessibility import findings_in_every_look, overflow
from tests.system.browser.conftest import DESKTOP, PASSWORD, PHONE, Visitor

# Pages of sign-in that need neither a session nor a message.
PAGES = (
    "/accounts/password/reset/done/",
    "/accounts/password/reset/key/made-up/",
    "/accounts/password/reset/key/done/",
    "/accounts/confirm-email/",
    "/accounts/confirm-email/made-up/",
    "/accounts/inactive/",
    "/me/preferences/",
)


def sticks_out(page: Page) -> list[str]:
    """What reaches beyond the window's right edge, also where a card hides it."""
    return page.evaluate(
        """() => [...document.querySelectorAll("main *:not(svg *)")]
            .filter((each) => each.getBoundingClientRect().right > innerWidth + 0.5)
            .map((each) => each.outerHTML.slice(0, 80))"""
    )


def fill_in(visitor: Visitor, button: str, **fields: str) -> None:
    """Type into the fields by name and press *button*."""
    for name, text in fields.items():
        visitor.page.locator(f"main [name={name}]").fill(text)
    visitor.page.get_by_role("main").get_by_role("button", name=button, exact=True).click()


def sign_in(visitor: Visitor, name: str) -> None:
    visitor.open("/accounts/login/")
    fill_in(visitor, "Sign in", login=name, password=PASSWORD)
    visitor.page.wait_for_url(visitor.site.url + "/")


def sign_out(visitor: Visitor) -> None:
    visitor.open("/accounts/logout/")
    fill_in(visitor, "Sign out")
    visitor.page.wait_for_url(visitor.site.url + "/")


def test_a_guest_who_signs_up_goes_on_with_the_same_game(visit):
    guest, rival = visit(), visit()
    path = guest.create_game()
    rival.join(path)
    guest.play("b2")
    guest.open("/accounts/signup/")
    fill_in(guest, "Sign up", username="alice_stays", password1=PASSWORD, password2=PASSWORD)
    guest.page.wait_for_url(lambda url: "signup" not in url)
    guest.open(path)
    rival.play("a1")
    guest.play("b1")
    rival.sees("b1")
    expect(rival.open("/me/games/").get_by_text("alice_stays").first).to_be_visible()


def test_a_guest_who_signs_in_takes_the_game_along(visit):
    guest, rival = visit(), visit()
    guest.sign_up("alice_goes_on")
    sign_out(guest)
    path = guest.create_game()
    rival.join(path)
    guest.play("b2")
    sign_in(guest, "alice_goes_on")
    guest.open(path)
    rival.play("a1")
    guest.play("b1")
    expect(rival.open(path).get_by_text("alice_goes_on").first).to_be_visible()


def test_the_board_beside_sign_in_can_be_played_and_wiped(visit):
    page = visit().open("/accounts/login/")
    board = page.locator("ttt-board")
    title = page.locator("[data-demo-title]")
    for replies, cell in enumerate(("b2", "b3", "a2", "a1", "c1")):
        expect(board.get_by_role("button", name=re.compile(", O"))).to_have_count(replies)
        board.get_by_role("button", name=f"{cell}, empty").click()
        expect(board.get_by_role("button", name=re.compile(f"^{cell}, X"))).to_be_visible()
    board.get_by_role("button", name=re.compile("^b2, ")).press("Enter")
    expect(page.locator("#live")).to_contain_text("b2 is taken")
    expect(title).to_have_text("A draw.")
    page.get_by_role("button", name="New board").click()
    expect(title).to_have_text("Your move.")
    expect(board.get_by_role("button", name=re.compile("empty"))).to_have_count(9)


def test_preferences_are_shown_as_they_will_look_and_kept(visit):
    visitor = visit()
    page = visitor.open("/me/preferences/")
    page.locator("[name=x_symbol]").fill("★")
    page.locator("[name=x_colour]").fill("#b8601a")
    papers = page.locator("[data-preview] .board-look")
    expect(papers).to_have_count(10)
    for paper in papers.all():
        expect(paper.locator("text")).to_have_text("★")
    page.get_by_role("radio", name="Dark").check()
    page.get_by_role("button", name="Save").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.locator("[name=x_symbol]")).to_have_value("★")
    visitor.sign_up("alice_looks")
    expect(visitor.open("/me/").locator("html")).to_have_attribute("data-theme", "dark")


def test_an_error_is_read_first_and_leads_to_its_field(visit):
    visitor = visit()
    page = visitor.open("/accounts/signup/")
    fill_in(visitor, "Sign up", username="admin", password1=PASSWORD, password2=PASSWORD)
    summary = page.get_by_role("main").get_by_role("alert")
    expect(summary).to_be_focused()
    expect(page).to_have_title(re.compile("^Error: "))
    summary.get_by_role("link", name="Name").click()
    name = page.locator("[name=username]")
    expect(name).to_have_accessible_description(re.compile("name is reserved"))


def test_sign_in_pages_are_accessible_with_and_without_errors(visit):
    visitor = visit()
    found = []
    for path in PAGES:
        found += findings_in_every_look(visitor.open(path), sticks_out)
    visitor.open("/accounts/login/")
    fill_in(visitor, "Sign in", login="nobody", password="wrong")
    found += findings_in_every_look(visitor.page, sticks_out)
    visitor.open("/accounts/signup/")
    fill_in(visitor, "Sign up", username="admin", password1="1", password2="2")
    found += findings_in_every_look(visitor.page, sticks_out)
    visitor.open("/me/preferences/")
    fill_in(visitor, "Save", x_symbol="O", x_colour="red")
    found += findings_in_every_look(visitor.page, sticks_out)
    assert found == []


def test_pages_of_a_guest_are_accessible(visit):
    guest = visit()
    guest.create_game()
    found = []
    for path in ("/me/", "/me/delete/", "/accounts/logout/", "/accounts/signup/"):
        found += findings_in_every_look(guest.open(path), sticks_out)
    assert found == []


@pytest.mark.parametrize("scripts", [True, False])
def test_a_new_account_is_shown_first_steps_until_it_hides_them(visit, scripts):
    visitor = visit(java_script_enabled=scripts)
    visitor.sign_up(f"alice_steps{int(scripts)}")
    page = visitor.open()
    steps = page.get_by_role("region", name="First steps")
    texts = ["Choose your marks", "Solve the puzzle of the day", "Beat the computer, level 3"]
    expect(steps.get_by_role("link")).to_have_text(texts)
    for size in (DESKTOP, PHONE):
        page.set_viewport_size(size)
        for link in steps.get_by_role("link").all():
            assert link.bounding_box()["height"] >= 44
        assert overflow(page) <= 0
    if scripts:
        assert findings_in_every_look(page) == []
    steps.get_by_role("button", name="Hide the first steps").click()
    expect(page.locator("#hero")).to_be_visible()
    expect(steps).to_have_count(0)
    page.reload()
    expect(steps).to_have_count(0)
