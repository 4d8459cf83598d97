"""Waiting until Chromium has painted what a page is to look like."""

from __future__ import annotations

from playwright.sync_api import Page

# Chromium may stop drawing frames of a page that nobody looks at, and an evaluation has no limit
# of its own: without one, a whole run once waited for a frame.
PATIENCE = 5_000  # milliseconds
IN_TIME = f"""(promise) => Promise.race(
    [promise, new Promise((done) => setTimeout(done, {PATIENCE}))])"""
TWO_FRAMES = f"""() => ({IN_TIME})(new Promise((done) =>
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))))"""
TRANSITIONS_END = f"""() => ({IN_TIME})(Promise.allSettled(document.getAnimations()
    .filter((each) => each instanceof CSSTransition).map(({{ finished }}) => finished)))"""


def wait_for_paint(page: Page) -> None:
    """Wait until what the page has become is on the screen."""
    page.evaluate(TWO_FRAMES)


def wait_for_transitions(page: Page) -> None:
    """Wait until colours and sizes that change slowly are what they will be."""
    wait_for_paint(page)
    page.evaluate(TRANSITIONS_END)
