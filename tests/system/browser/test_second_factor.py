"""Staff set the second step up, sign in with it, and decide a game, where it is required."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests import serving
from tests.signing_in import code_of
from tests.system.browser.accessibility import findings_in_every_look
from tests.system.browser.conftest import PASSWORD, Visitor, new_site
from tests.system.browser.test_accounts import fill_in, sticks_out


@pytest.fixture(scope="module")
def strict_site(
    tmp_path_factory: pytest.TempPathFactory, static_root: Path
) -> Iterator[serving.ServerProcess]:
    folder = tmp_path_factory.mktemp("strict")
    with new_site(folder, static_root, STAFF_SECOND_FACTOR="true") as process:
        serving.run(
            "manage",
            "createsuperuser",
            "--noinput",
            **{**process.env, "DJANGO_SUPERUSER_USERNAME": "stella"},
            DJANGO_SUPERUSER_EMAIL="stella@example.org",
            DJANGO_SUPERUSER_PASSWORD=PASSWORD,
        )
        yield process


def secret_of(visitor: Visitor) -> str:
    return visitor.page.locator(".secret").inner_text()


def test_staff_set_it_up_sign_in_again_and_adjudicate(make_visitor, strict_site):
    staff, player = make_visitor(strict_site), make_visitor(strict_site)
    path = player.create_game(opponent="device")
    page = staff.open("/admin/")
    fill_in(staff, "Sign in", login="stella", password=PASSWORD)
    expect(page.get_by_text("Staff must use two-step sign-in.")).to_be_visible()
    page.get_by_role("link", name="Set it up").click()
    secret = secret_of(staff)
    fill_in(staff, "Turn it on", code=code_of(secret))
    expect(page.locator(".codes li")).to_have_count(10)
    page.get_by_role("link", name="I’ve saved them").click()
    page.get_by_role("link", name="Administration").click()
    expect(page.get_by_role("heading", name="Site administration")).to_be_visible()

    page = staff.open("/accounts/logout/")
    fill_in(staff, "Sign out")
    staff.open(f"/admin/games/game/?q={path.strip('/').split('/')[-1]}")
    fill_in(staff, "Sign in", login="stella", password=PASSWORD)
    expect(page.get_by_role("heading", name="Enter your code")).to_be_visible()
    fill_in(staff, "Sign in", code="000000")
    expect(page.locator("main [role=alert]")).to_contain_text("That code is wrong")
    fill_in(staff, "Sign in", code=code_of(secret, later=1))
    page.locator("input.action-select").first.check()
    page.locator("select[name=action]").select_option("adjudicate_x")
    page.locator("button[name=index]").click()
    page.locator("[name=reason]").fill("Agreed by mail.")
    page.get_by_role("button", name="Decide").click()
    expect(page.get_by_text("Done for 1 game.")).to_be_visible()
    expect(player.headline).to_have_text(re.compile("X (won|wins)"))
    assert staff.problems == []


def test_the_pages_are_accessible_and_fit(visit):
    visitor = visit()
    page = visitor.page
    visitor.sign_up("alice_twofold")
    found = []

    def look() -> None:
        found.extend(findings_in_every_look(page, sticks_out))

    visitor.open("/accounts/2fa/")
    look()
    page.get_by_role("link", name="Set it up").click()
    fill_in(visitor, "Continue", password=PASSWORD)  # signing up does not count as signing in
    secret = secret_of(visitor)
    look()
    fill_in(visitor, "Turn it on", code="12")
    expect(page.locator("main [role=alert]")).to_be_visible()
    assert secret_of(visitor) == secret
    look()
    fill_in(visitor, "Turn it on", code=code_of(secret))
    expect(page.locator(".codes")).to_be_visible()
    look()
    for address in ("", "recovery-codes/", "recovery-codes/generate/", "totp/deactivate/"):
        visitor.open(f"/accounts/2fa/{address}")
        look()
    visitor.open("/accounts/2fa/reauthenticate/")
    expect(page.get_by_role("link", name="Use the password")).to_be_visible()
    look()
    visitor.open("/accounts/logout/")
    fill_in(visitor, "Sign out")
    visitor.open("/accounts/login/")
    fill_in(visitor, "Sign in", login="alice_twofold", password=PASSWORD)
    expect(page.get_by_role("heading", name="Enter your code")).to_be_visible()
    look()
    assert found == []
