"""Following, blocking, and inviting whoever sits beside."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.qr_reading import read_svg
from tests.system.browser.accessibility import findings_in_every_look, overflow

NARROW = {"width": 320, "height": 844}


@pytest.mark.parametrize("scripts", [True, False])
def test_people_are_followed_and_blocked_with_or_without_scripts(visit, scripts):
    other, visitor = visit(), visit(java_script_enabled=scripts)
    name, own = ("Greta", "Hanno") if scripts else ("Frida", "Ivo")
    other.sign_up(name)
    visitor.sign_up(own)
    page = visitor.open(f"/@{name}/")
    page.get_by_role("button", name=f"Follow {name}", exact=True).click()
    expect(page.get_by_text("Followed by you")).to_be_visible()
    page.goto(f"{visitor.site.url}/me/people/")
    expect(page.get_by_role("link", name=name, exact=True)).to_be_visible()
    page.goto(f"{visitor.site.url}/@{name}/")
    page.get_by_role("button", name=f"Block {name}").click()
    expect(page.get_by_text("Blocked by you")).to_be_visible()
    page.goto(f"{visitor.site.url}/me/people/")
    expect(page.get_by_text("You don’t follow anyone yet.")).to_be_visible()
    page.get_by_role("button", name=f"Unblock {name}").click()
    expect(page.get_by_text(f"You have unblocked {name}.")).to_be_visible()


def test_the_widest_names_stay_on_the_page(visit):
    wide, other = visit(viewport=NARROW), visit(viewport=NARROW)
    wide.sign_up("W" * 20)
    other.sign_up("M" * 20)
    for path in (f"/@{'M' * 20}/", f"/@{'M' * 20}/challenge/"):
        assert overflow(wide.open(path)) <= 0, path
    heading = wide.open(f"/@{'M' * 20}/").locator(".empty").get_by_role("heading", level=2)
    heading.scroll_into_view_if_needed()
    expect(heading).to_be_in_viewport(ratio=1)
    path = wide.create_game(opponent="friend")
    other.join(path)
    assert overflow(wide.open(path)) <= 0


def test_whoever_is_blocked_is_turned_away_kindly(visit):
    creator, other = visit(), visit()
    creator.sign_up("alice_meets")
    other.sign_up("bob_meets")
    creator.open("/@bob_meets/").get_by_role("button", name="Block bob_meets").click()
    expect(creator.page.get_by_text("Blocked by you")).to_be_visible()
    path = creator.create_game()
    page = other.open(path)
    page.get_by_role("button", name="Join game").click()
    expect(page.locator("#note-text")).to_contain_text("You can’t join this game.")
    theirs = other.create_game()
    page = creator.open()
    expect(page.locator(f"tr[data-uid='{path.split('/')[2]}']")).to_be_visible()
    expect(page.locator(f"tr[data-uid='{theirs.split('/')[2]}']")).to_have_count(0)
    another = other.create_game()  # while the creator looks on
    third = visit().create_game()
    expect(page.locator(f"tr[data-uid='{third.split('/')[2]}']")).to_be_visible()
    expect(page.locator(f"tr[data-uid='{another.split('/')[2]}']")).to_have_count(0)


@pytest.mark.parametrize("opponent", ["friend", "anyone"])
def test_the_code_on_the_page_leads_to_the_game(visit, opponent):
    creator = visit()
    path = creator.create_game(opponent=opponent)
    code = creator.page.get_by_role("img", name="QR code of the link to this game")
    expect(code).to_be_visible()
    expect(code).to_have_js_property("complete", True)
    assert code.evaluate("image => image.naturalWidth") > 0
    svg = creator.page.evaluate(f"fetch('{path}invite.svg').then(answer => answer.text())")
    assert read_svg(svg) == creator.page.get_by_label("Link to this game").input_value()
    assert read_svg(svg) == creator.site.url + path


def test_the_link_is_shared_where_the_browser_can(visit):
    creator = visit(own=True)
    creator.page.add_init_script("navigator.share = async (what) => { window.shared = what; };")
    path = creator.create_game(opponent="friend")
    creator.page.get_by_role("button", name="Share link").click()
    assert creator.page.evaluate("window.shared.url") == creator.site.url + path


def test_where_it_cannot_there_is_no_button(visit):
    creator = visit(own=True)
    creator.page.add_init_script("delete Navigator.prototype.share;")
    creator.create_game(opponent="friend")
    expect(creator.page.get_by_role("button", name="Copy link")).to_be_visible()
    expect(creator.page.get_by_role("button", name="Share link")).to_be_hidden()


def test_the_pages_of_people_are_accessible(visit):
    other, visitor = visit(), visit()
    other.sign_up("lo_axe")
    visitor.sign_up("me_axe")
    page = visitor.open("/@lo_axe/")
    found = findings_in_every_look(page)
    page.get_by_role("button", name=re.compile("^Follow")).click()
    for path in ("/me/people/", "/@lo_axe/"):
        found += findings_in_every_look(visitor.open(path))
    visitor.create_game(opponent="friend")
    assert found + findings_in_every_look(page) == []


def test_a_chip_of_ones_own_games_acts_at_once(visit):
    visitor = visit()
    visitor.create_game(opponent="device")
    page = visitor.open("/me/games/")
    page.get_by_role("radio", name="Won", exact=True).check()
    page.wait_for_url(re.compile(r"[?&]result=won"))
    expect(page.get_by_text("No matching games.")).to_be_visible()
