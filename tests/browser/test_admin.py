"""The staff decides a finished game while a tab watches."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests import serving
from tests.browser.conftest import PASSWORD, Visitor


@pytest.fixture
def staff(visit, site) -> Visitor:
    serving.run(
        "manage",
        "createsuperuser",
        "--noinput",
        **{**site.env, "DJANGO_SUPERUSER_USERNAME": "stella"},
        DJANGO_SUPERUSER_EMAIL="stella@example.org",
        DJANGO_SUPERUSER_PASSWORD=PASSWORD,
    )
    visitor = visit()
    page = visitor.open("/admin/login/")
    page.locator("input[name=username], input[name=login]").fill("stella")
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
    page.locator("form [type=submit]").first.click()
    for player in (x, o):
        expect(player.headline).to_have_text("Draw")
    review = visit()
    review.open(f"{path}review/")
    expect(review.page.locator("h1")).to_contain_text("drew")
