"""Nobody waits alone: the computer meanwhile, and one press to whoever comes."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.system.browser.accessibility import findings_in_every_look
from tests.system.browser.conftest import DESKTOP, PHONE, Visitor
from tests.system.browser.painting import wait_for_paint

ON_ITS_SIDE = {"width": 844, "height": 390}
HERE = re.compile(" has joined your 7×7 game$")


def waiting(visitor: Visitor) -> str:
    """The path of a game that the visitor waits in."""
    path = visitor.create_game(m=7, n=7, k=5, control="180+2")
    expect(visitor.page.locator("#waited")).to_have_text(re.compile(r"^\d+:\d\d$"))
    return path


def play_meanwhile(visitor: Visitor) -> None:
    visitor.page.get_by_role("button", name="Play the computer while you wait").click()
    expect(visitor.page.locator("#player-top")).to_contain_text("computer")


def called(visitor: Visitor):
    return visitor.page.get_by_role("region", name="Your opponent is here")


def test_who_waits_plays_the_computer_and_is_led_to_whoever_comes(visit):
    alice, bob = visit(), visit()
    path = waiting(alice)
    expect(alice.page.locator("#live")).to_contain_text("You can play the computer while you wait.")
    assert findings_in_every_look(alice.page) == []
    play_meanwhile(alice)
    computers = alice.page.url
    alice.cell("d4").focus()
    bob.join(path)
    expect(called(alice).locator("[data-called]")).to_have_text(HERE)
    expect(alice.page.locator("#alert")).to_contain_text(" has joined your 7×7 game")
    expect(alice.page).to_have_title(re.compile(r"^\(1\) .+ has joined your 7×7 game$"))
    expect(alice.cell("d4")).to_be_focused()
    expect(bob.page.locator("#absence-text")).to_contain_text("isn’t here. If they don’t come")
    assert findings_in_every_look(alice.page) == []
    called(alice).get_by_role("link", name="Play").click()
    alice.page.wait_for_url(f"**{path}")
    expect(bob.page.locator("#absence")).to_be_hidden()
    alice.play("d4")
    bob.sees("d4")
    alice.page.goto(computers)  # where nothing was lost, and nothing has run out
    expect(alice.headline).to_have_text("Your turn")


def test_the_computer_is_there_from_the_start_and_its_place_is_never_blank(visit):
    alice = visit()
    waiting(alice)
    assert alice.page.get_by_role("button", name="Play the computer while you wait").is_visible()


def test_who_comes_in_one_tab_is_called_in_no_other(visit):
    alice, bob = visit(), visit()
    path = waiting(alice)
    play_meanwhile(alice)
    other = alice.new_tab()
    other.goto(f"{alice.site.url}/learn/")
    call = other.get_by_role("region", name="Your opponent is here")
    bob.join(path)
    expect(call).to_be_visible()
    called(alice).get_by_role("link", name="Play").click()
    alice.page.wait_for_url(f"**{path}")
    expect(call).to_have_count(0)


def test_not_now_keeps_the_place_and_says_so_to_both(visit):
    alice, bob, carol = visit(), visit(), visit()
    path = waiting(alice)
    play_meanwhile(alice)
    bob.join(path)
    called(alice).get_by_role("button", name="Not now").click()
    expect(alice.page.locator(".toasts")).to_contain_text("You keep your place")
    expect(alice.headline).to_have_text("Your turn")
    expect(bob.headline).to_have_text("Game aborted")
    bob.page.get_by_role("button", name="Find another opponent").click()
    expect(bob.page.locator("#waiting")).to_be_visible()
    carol.open("/")
    carol.page.get_by_role("button", name=re.compile("^Join")).first.click()
    expect(called(alice).locator("[data-called]")).to_have_text(HERE)


def test_who_looks_for_a_rated_round_plays_the_computer_and_is_led_to_it(visit):
    alice, bob = visit(), visit()
    alice.sign_up("alice_is_rated")
    bob.sign_up("bob_is_rated")
    alice.open("/compete/").get_by_role("button", name="Find an opponent Fours").click()
    play_meanwhile(alice)
    expect(alice.page.locator("#looking")).to_contain_text("Looking for an opponent, 6×6")
    assert findings_in_every_look(alice.page) == []
    bob.open("/compete/").get_by_role("button", name="Play alice_is_rated").click()
    expect(bob.page.locator("#round-line")).to_have_text("Rated round, game 1 of 2")
    banner = called(alice)
    expect(banner).to_contain_text("Your rated round against bob_is_rated has started")
    expect(banner).to_contain_text("in time, or you lose the round.")
    expect(banner.get_by_role("button")).to_have_count(0)
    expect(alice.page.locator("#looking")).to_have_count(0)
    expect(alice.page).to_have_title(re.compile(r"^\(1\) Your rated round"))
    assert findings_in_every_look(alice.page) == []
    for size in (DESKTOP, PHONE, ON_ITS_SIDE):
        alice.page.set_viewport_size(size)
        wait_for_paint(alice.page)
        header, shown = (it.bounding_box() for it in (alice.page.get_by_role("banner"), banner))
        assert header["y"] + header["height"] <= shown["y"]
    banner.get_by_role("link", name="Play").click()
    expect(alice.page.locator("#round-line")).to_have_text("Rated round, game 1 of 2")


def test_who_plays_the_computer_meanwhile_may_stop_looking_there(visit):
    alice = visit(viewport=PHONE)
    waiting(alice)
    play_meanwhile(alice)
    alice.page.locator("#looking").get_by_role("button", name="Stop looking").click()
    expect(alice.page.locator("#looking")).to_have_count(0)
    expect(alice.headline).to_have_text("Your turn")


def test_without_scripts_the_computer_is_offered_at_once_and_the_bell_calls(make_visitor, site):
    alice = make_visitor(site, java_script_enabled=False)
    bob = make_visitor(site)
    path = alice.send("/games/new/?opponent=anyone&m=5&n=5&k=4", "new-game-form", control="60+2")
    alice.open(path)
    alice.page.get_by_role("button", name="Play the computer while you wait").click()
    computers = alice.page.url
    bob.join(path)
    alice.page.goto(computers)
    alice.page.get_by_role("link", name="Waiting for you").click()
    expect(alice.page.locator("main")).to_contain_text("5×5")
