"""`make pictures`: takes the pictures in README and docs from a running site.

CHROMIUM names the executable of Chromium or its headless shell. The site is new, so the pictures
show only what alice, bob and charlie do here.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, expect, sync_playwright

from bench.lobby.browser import ARGUMENTS
from tests import serving
from tests.made import made_once
from tests.system.browser.conftest import DESKTOP, Visitor
from tools.imports import ROOT

FOLDER = ROOT / "docs" / "images"
LIVE_GAME = ("c4", "b4", "c3", "c2", "b3", "d3", "b2")
WON_GAME = ("b2", "c3", "a1", "a2", "c1", "b3", "b1")


def main() -> None:
    if not os.environ.get("CHROMIUM"):
        sys.exit("CHROMIUM has to name Chromium's or its headless shell's executable.")
    static_root = made_once("static", serving.collect_static_files)
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=os.environ["CHROMIUM"], args=ARGUMENTS)
        with serving.site_process(Path(name), static_root) as site:
            take_pictures(browser, site)
        browser.close()


def take_pictures(browser: Browser, site: serving.ServerProcess) -> None:
    """Write every picture; two people play, a third one waits, and a visitor looks at the lobby."""
    alice, bob, charlie, visitor = (
        Visitor(browser.new_context(viewport=DESKTOP, reduced_motion="reduce"), site)
        for _ in range(4)
    )
    for person, name in ((alice, "alice"), (bob, "bob"), (charlie, "charlie")):
        person.sign_up(name)
    play(alice, bob, LIVE_GAME, m=5, n=5, k=4)
    waiting = charlie.new_tab()
    charlie.create_game(m=15, n=15, k=5, side="either", control="600+5")
    charlie.page = waiting
    charlie.create_game(control="60+2")
    visitor.open()
    expect(visitor.page.locator("#open-games tbody tr")).to_have_count(2)
    save(visitor, "lobby")
    play(alice, bob, WON_GAME)
    save(alice, "game")


def play(x: Visitor, o: Visitor, cells: tuple[str, ...], **board: Any) -> None:
    """Play *cells* in turn in a new game of *x* against *o*."""
    path = x.create_game(control="180+2", **board)
    o.join(path)
    for number, cell in enumerate(cells):
        (x, o)[number % 2].play(cell)


def save(visitor: Visitor, name: str) -> None:
    """Write a picture of the visitor's whole page, once its fonts are loaded."""
    visitor.page.evaluate("document.fonts.ready")
    visitor.page.screenshot(path=FOLDER / f"{name}.png", full_page=True, animations="disabled")


if __name__ == "__main__":
    main()
