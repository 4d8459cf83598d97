"""A rated round in two windows, from looking for an opponent to what it made of the ratings."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.system.browser.accessibility import findings_in_every_look

GAME = re.compile(r"/games/\w{10}/")
FREE = """() => [...document.querySelectorAll("#board button")]
    .map((cell) => cell.getAttribute("aria-label")).find((label) => /empty/i.test(label))"""


def play(players, moves):
    """Let whoever is to move mark the first free cell, so many times."""
    for _ in range(moves):
        mover = next(one for one in players if one.headline.inner_text() == "Your turn")
        name = mover.page.evaluate(FREE).split(",")[0]
        mover.cell(name).click()
        for one in players:
            one.sees(name)
        expect(mover.headline).not_to_have_text("Your turn")


def resign(player):
    button = player.page.locator("#resign button")
    button.click()
    button.click()


def test_two_play_a_rated_round_to_the_end(visit):
    alice, bob = visit(), visit()
    alice.sign_up("alice_rounds")
    bob.sign_up("bob_rounds")
    page = alice.open("/compete/")
    assert findings_in_every_look(page) == []
    page.get_by_role("button", name="Find an opponent Fours").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Looking for an opponent")
    assert findings_in_every_look(page) == []
    bob.open("/compete/").get_by_role("button", name="Play alice_rounds").click()
    for one in (alice, bob):
        one.page.wait_for_url(GAME)
        expect(one.page.locator("#round-line")).to_have_text("Rated round, game 1 of 2")
        expect(one.page.locator("#round-begin")).to_contain_text("first move")
    first = page.url
    play((alice, bob), 4)
    expect(page.locator("#round-begin")).to_be_hidden()
    resign(alice)
    expect(page.locator("#round-count")).to_contain_text("Game 2 starts in")
    for one in (alice, bob):
        one.page.wait_for_url(lambda url: url != first)
        expect(one.page.locator("#round-line")).to_have_text("Rated round, game 2 of 2")
        expect(one.page.locator("#abort")).to_be_hidden()
    said = {alice: "bob_rounds won game 1. You are", bob: "You won game 1. You are"}
    for one, text in said.items():
        expect(one.page.locator("#round-so-far")).to_contain_text(text)
        expect(one.page.locator("#live")).to_contain_text(text)  # with the time, once
    mover = next(one for one in said if one.headline.inner_text() == "Your turn")
    expect(mover.page.locator("#live")).to_contain_text("first move within")
    expect(mover.page.locator("#round-begin")).to_have_class("round-begin is-own")
    play((alice, bob), 4)
    expect(page.locator("#round-so-far")).to_be_hidden()
    resign(alice)
    expect(page.locator("#round-result")).to_have_text("You lose the round, 0–2.")
    expect(page.locator("#round-rating")).to_contain_text("1500 → ")
    expect(bob.page.locator("#round-result")).to_have_text("You win the round, 2–0.")
    assert findings_in_every_look(bob.page) == []
    page.get_by_role("link", name="Why?").click()
    expect(page).to_have_url(re.compile(r"/rounds/\w{10}/"))


def test_who_looks_for_an_opponent_hears_of_the_round_without_asking(visit):
    alice, bob = visit(own=True), visit(own=True)
    heard = []

    def listen(socket):
        socket.on("framereceived", lambda frame: heard.append(str(frame)))

    alice.sign_up("alice_hears")
    bob.sign_up("bob_hears")
    page = alice.open("/compete/")
    page.clock.install()
    page.on("websocket", listen)
    page.get_by_role("button", name="Find an opponent Fours").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Looking for an opponent")
    while not any('"type":"waiting"' in frame for frame in heard):
        page.wait_for_timeout(20)
    # From now on no timer of the page rings, so it does not ask by itself.
    page.clock.pause_at(page.evaluate("Date.now()") + 1000)
    bob.open("/compete/").get_by_role("button", name="Play alice_hears").click()
    page.wait_for_url(GAME)
