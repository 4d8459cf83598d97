"""The site in other languages: a game, whose frames are the same for all, and narrow pages."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.system.browser.accessibility import findings, overflow
from tests.system.browser.conftest import PHONE

NARROW = {"width": 320, "height": 640}
# Pages with much in one row; those of one shell are here once.
PAGES = (
    "/",
    "/games/new/?opponent=computer",
    "/watch/",
    "/compete/",
    "/tournaments/",
    "/ratings/fives/",
    "/learn/",
    "/puzzles/",
    "/puzzles/duel/",
    "/fair/",
    "/p/3x3x3/a3b2c1b3/explain/",
    "/p/15x15x5/",
    "/lab/",
    "/workshops/",
    "/me/preferences/",
    "/offline/",
    "/help/",
)
OTHERS = ("de-DE", "es-ES", "cs-CZ", "zh-CN", "ja-JP")


def test_a_game_is_played_in_two_languages(visit):
    german, english = visit(locale="de-DE"), visit(locale="en-GB")
    path = german.create_game()
    english.join(path)
    expect(german.page.locator("html")).to_have_attribute("lang", "de")
    expect(german.headline).to_have_text("Du bist am Zug")
    german.cell("b2").click()
    expect(english.headline).to_have_text("Your turn")
    expect(english.cell("b2")).to_have_attribute("aria-label", "b2, X, last move")
    english.cell("a1").click()
    german.cell("a2").click()
    expect(english.headline).to_have_text("Your turn")
    english.cell("b1").click()
    expect(german.headline).to_have_text("Du bist am Zug")
    german.cell("c2").click()
    expect(german.headline).to_have_text("Du gewinnst")
    expect(english.headline).to_have_text("You lost")


@pytest.mark.parametrize("path", ["/help/", "/me/preferences/"])
def test_names_of_languages_load_no_fonts_that_the_page_does_without(visit, path):
    visitor = visit()
    page = visitor.open(path)
    expect(page.locator(".site-footer .languages")).to_contain_text("Čeština")
    page.evaluate("document.fonts.ready")
    loaded = page.evaluate("performance.getEntriesByType('resource').map(({ name }) => name)")
    fonts = [address.rpartition("/")[2] for address in loaded if address.endswith(".woff2")]
    assert fonts
    assert not [name for name in fonts if "-more." in name or "-extended." in name]


def test_the_computer_is_called_in_the_readers_language(visit):
    player, watcher = visit(locale="de-DE"), visit(locale="en-GB")
    path = player.create_game(opponent="computer", level="rules")
    watcher.open(path)
    player.cell("b2").click()
    # What came by the socket since is in the same words as what came with the page.
    expect(player.headline).to_have_text("Du bist am Zug")
    names = player.page.locator(".player__name")
    expect(names.filter(has_text="Computer, Stufe 3")).to_be_visible()
    watched = watcher.page.locator(".player__name")
    expect(watched.filter(has_text="Computer, level 3")).to_be_visible()


@pytest.mark.parametrize("locale", OTHERS)
def test_nothing_is_wider_than_a_small_phone(visit, locale):
    visitor = visit(locale=locale, viewport=NARROW)
    wide = {path: overflow(visitor.open(path)) for path in PAGES}
    assert {path: by for path, by in wide.items() if by > 0} == {}


# What other letters and longer words change most: a board with its words, a form, much text.
LOOKED_AT = ("/", "/games/new/?opponent=computer", "/puzzles/", "/learn/forks/", "/course/")


@pytest.mark.parametrize("locale", OTHERS)
def test_pages_are_accessible_in_every_language(visit, locale):
    visitor = visit(locale=locale, viewport=PHONE)
    # The colours of the dark scheme are the same in all languages: test_pages.py looks at them.
    assert [line for path in LOOKED_AT for line in findings(visitor.open(path))] == []


@pytest.mark.parametrize("locale", OTHERS)
def test_the_header_has_room_at_every_width(visit, locale):
    visitor = visit(locale=locale)
    page, wide = visitor.open("/rules/"), {}
    for width in (360, 390, 781, 821, 1001, 1021, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        wide[width] = overflow(page)
    assert {width: by for width, by in wide.items() if by > 0} == {}
