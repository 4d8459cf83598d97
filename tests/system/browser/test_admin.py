"""The staff decides a finished game while a tab watches, on pages that keep the policy."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests import serving
from tests.system.browser.accessibility import findings, findings_in_every_look, overflow
from tests.system.browser.conftest import PASSWORD, Visitor


@pytest.fixture(scope="module")
def stella(site) -> str:
    """The name of an account that may do everything."""
    serving.run(
        "manage",
        "createsuperuser",
        "--noinput",
        **{**site.env, "DJANGO_SUPERUSER_USERNAME": "stella"},
        DJANGO_SUPERUSER_EMAIL="stella@example.org",
        DJANGO_SUPERUSER_PASSWORD=PASSWORD,
    )
    return "stella"


@pytest.fixture
def staff(visit, stella) -> Visitor:
    return sign_in(visit(), stella)


def sign_in(visitor: Visitor, stella: str) -> Visitor:
    page = visitor.open("/admin/login/")
    page.locator("input[name=username], input[name=login]").fill(stella)
    page.locator("input[name=password]").fill(PASSWORD)
    page.locator("input[type=submit], main form button").first.click()
    return visitor


def test_an_adjudication_reaches_an_open_tab_at_once(visit, staff):
    x, o = visit(), visit()
    path = x.create_game()
    o.join(path)
    x.play("b2")
    o.play("a1")
    x.page.locator("#resign button").click()
    x.page.locator("#resign button").click()
    expect(o.headline).to_have_text("You win")
    uid = path.strip("/").split("/")[-1]
    page = staff.open(f"/admin/games/game/?q={uid}")
    page.locator("input.action-select").first.check()
    page.locator("select[name=action]").select_option("adjudicate_draw")
    page.locator("button[name=index]").click()
    page.locator("[name=reason]").fill("Both agreed by mail.")
    page.get_by_role("button", name="Decide").click()
    for player in (x, o):
        expect(player.headline).to_have_text("Draw")
    review = visit()
    review.open(f"{path}review/")
    expect(review.page.locator("h1")).to_contain_text("drew")


def test_a_wide_list_scrolls_by_itself_on_a_phone_held_sideways(visit, staff):
    visit().create_game(opponent="device")
    staff.page.set_viewport_size({"width": 844, "height": 390})
    page = staff.open("/admin/games/game/")
    assert overflow(page) <= 0
    assert page.locator("#changelist .results").evaluate("one => one.scrollWidth > one.clientWidth")


def test_the_administration_is_accessible_and_keeps_the_policy(visit, staff):
    path = visit().create_game(opponent="device")
    uid = path.strip("/").split("/")[-1]
    page = staff.page
    found = []
    pages = ("", "games/game/", f"games/game/?q={uid}", "games/event/", "accounts/user/")
    for address in (*pages, "games/report/", "games/chatline/"):
        found += findings_in_every_look(staff.open(f"/admin/{address}"))
    staff.open(f"/admin/games/game/?q={uid}")
    page.get_by_role("link", name=uid).click()
    expect(page.get_by_role("heading", name="Moves")).to_be_visible()
    found += findings_in_every_look(page)
    page.get_by_label("Decision").select_option("annul")
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_label("Reason")).to_be_visible()
    found += findings_in_every_look(page)
    page.get_by_role("button", name="Decide").click()
    expect(page.get_by_text("This field is required.")).to_be_visible()
    found += findings_in_every_look(page)
    assert found == []


def test_a_moderator_handles_a_report_from_the_queue_to_the_notices(visit, stella):
    x, o = visit(), visit()
    path = x.create_game()
    o.join(path)
    reported, reporter = name_of(o), name_of(x)
    o.page.get_by_label("Message", exact=True).fill("you fool")
    o.page.keyboard.press("Enter")
    expect(x.page.get_by_text("you fool")).to_be_visible()
    x.open(f"{path}report/").get_by_label("What happened").select_option("words")
    x.page.get_by_role("button", name="Send report").click()
    x.page.wait_for_url(f"**{path}")

    moderator = sign_in(visit(), stella)
    page = moderator.open("/admin/")
    page.get_by_role("link", name=re.compile("reports? wait")).click()
    page.get_by_role("link", name=re.compile(reported)).first.click()
    expect(page.locator(".desk__theirs")).to_contain_text("you fool")
    page.get_by_label("Mute for a day").check()
    page.get_by_label("Reason").fill("Insults.")
    told = page.locator(".desk__told:visible")
    expect(told).to_have_count(2)
    expect(told.first).to_contain_text(f"{reported} will read: “You can’t chat until")
    expect(told.first).to_contain_text("Reason: Insults.”")
    expect(told.last).to_contain_text(f"{reporter} will read: “Thank you for your report")
    found = findings_in_every_look(page)
    promised = told.first.inner_text().partition("“")[2].rstrip("”")
    page.get_by_role("button", name="Decide").click()
    expect(page.get_by_text("Mute for a day. Everyone concerned has been told.")).to_be_visible()
    found += findings_in_every_look(page)
    assert found == []

    page = o.open("/me/waiting/")
    at_any_time = re.compile(re.sub(r"\d+", r"\\d+", re.escape(promised)))  # minutes pass
    expect(page.get_by_text(at_any_time).first).to_be_visible()
    page = x.open("/me/waiting/")
    expect(page.get_by_text(f"Thank you for your report about {reported}.").first).to_be_visible()
    assert findings(page) == []
    page.get_by_role("button", name=re.compile("^Dismiss")).click()
    expect(page.get_by_text("Thank you for your report")).to_have_count(0)


def name_of(visitor: Visitor) -> str:
    button = visitor.page.get_by_role("button", name=re.compile("^Menu of "))
    return (button.first.get_attribute("aria-label") or "").removeprefix("Menu of ")
