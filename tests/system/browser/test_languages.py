"""The site in other languages: a game, whose frames are the same for all, and narrow pages."""

from __future__ import annotations

from itertools import pairwise

import pytest
from playwright.sync_api import expect

from tests.system.browser.accessibility import findings, overflow
from tests.system.browser.painting import own_fonts

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
    "/learn/forks/",
    "/course/",
    "/help/",
)
# What other letters and longer words change most: a board with its words, a form, much text.
LOOKED_AT = {"/", "/games/new/?opponent=computer", "/puzzles/", "/learn/forks/", "/course/"}
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


@pytest.mark.parametrize("width", [390, 360, 320])
@pytest.mark.parametrize("locale", OTHERS)
def test_the_sections_stand_in_one_row_on_a_phone(visit, locale, width):
    visitor = visit(locale=locale, viewport={"width": width, "height": 640})
    with own_fonts(visitor.page):
        page = visitor.open("/learn/")
        page.evaluate("document.fonts.ready")
    words = page.locator(".site-nav a span")
    boxes = [word.bounding_box() for word in words.all()]
    assert len({box["y"] for box in boxes}) == 1
    gaps = [right["x"] - left["x"] - left["width"] for left, right in pairwise(boxes)]
    assert min(gaps) > 5, gaps  # or words would read as one


@pytest.mark.parametrize("locale", OTHERS)
def test_pages_fit_a_small_phone_and_are_accessible(visit, locale):
    visitor = visit(locale=locale, viewport=NARROW)
    found = []
    for path in PAGES:
        page = visitor.open(path)
        if (pixels := overflow(page)) > 0:
            found.append(f"{path} is {pixels} pixels too wide")
        # The colours of the dark scheme are the same in all languages: test_pages.py looks at them.
        if path in LOOKED_AT:
            found += findings(page)
    for width in (360, 390, 781, 821, 1001, 1021, 1280):  # has the header room?
        page.set_viewport_size({"width": width, "height": 800})
        if (pixels := overflow(page)) > 0:
            found.append(f"{path} is {pixels} pixels wider than {width}")
    assert found == []
