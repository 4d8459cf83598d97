"""Waiting until Chromium has painted what a page is to look like."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Page, Route

# Chromium may stop drawing frames of a page that nobody looks at, and an evaluation has no limit
# of its own: without one, a whole run once waited for a frame.
PATIENCE = 5_000  # milliseconds
IN_TIME = f"""(promise) => Promise.race(
    [promise, new Promise((done) => setTimeout(done, {PATIENCE}))])"""
TWO_FRAMES = f"""() => ({IN_TIME})(new Promise((done) =>
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))))"""
TRANSITIONS_END = f"""() => ({IN_TIME})(Promise.allSettled(document.getAnimations()
    .filter((each) => each instanceof CSSTransition).map(({{ finished }}) => finished)))"""


@contextmanager
def own_fonts(page: Page) -> Iterator[None]:
    """Have pages wait for their fonts within the block, once `document.fonts.ready` is awaited.

    With `font-display: optional` a page on a busy machine is shown in whatever font there is.
    """

    def wait_for_fonts(route: Route) -> None:
        answer = route.fetch()
        text = re.sub(r"font-display: ?optional", "font-display:block", answer.text())
        route.fulfill(response=answer, body=text)

    page.route("**/*.css", wait_for_fonts)
    try:
        yield
    finally:
        page.unroute_all()


def wait_for_paint(page: Page) -> None:
    """Wait until what the page has become is on the screen."""
    page.evaluate(TWO_FRAMES)


def wait_for_transitions(page: Page) -> None:
    """Wait until colours and sizes that change slowly are what they will be."""
    wait_for_paint(page)
    page.evaluate(TRANSITIONS_END)
