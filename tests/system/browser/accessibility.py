"""What axe-core finds on a page, in every way in which the page is shown."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Literal

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

from tests.system.browser.painting import wait_for_paint, wait_for_transitions

Scheme = Literal["light", "dark"]

WIDTHS = (1280, 390, 320)  # a desk, a phone, a small one or a page at 400 %
# How axe-core sees a page: no style depends on the width and on the scheme at once. A phone shows
# what a small one does, with a little more room.
JUDGED: dict[int, Scheme] = {1280: "light", 320: "dark"}
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
# All that the dark scheme can change: it moves nothing and names nothing.
ABOUT_COLOURS = {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}
# Only what is wrong is described: of a large board the rest takes axe-core seconds. Without
# preload it copies no style sheets, which none of these rules looks at.
RUN = """runOnly => axe.run({ runOnly, resultTypes: ["violations"], preload: false }).then(
    ({ violations }) => violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html }) => `${id}: ${html.slice(0, 120)}`)))"""

# axe-core computes a colour from its text for every element over which it lies: on the page of the
# API eight colours 24,000 times, a quarter of all that its rules take there.
COMPUTE_COLOURS_ONCE = """() => {
    const { Color } = axe.commons.color;
    const { parseString } = Color.prototype;
    const known = new Map();
    Color.prototype.parseString = function (text) {
        if (!known.has(text)) known.set(text, parseString.call(new Color(), text));
        const { r, g, b, alpha } = known.get(text);
        return Object.assign(this, { r, g, b, alpha });
    };
}"""


def findings(page: Page, rules: object = RULES) -> list[str]:
    """What axe-core finds on the page as it stands, one line each."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
        page.evaluate(COMPUTE_COLOURS_ONCE)
    return [f"{page.url} {found}" for found in page.evaluate(RUN, rules)]


def findings_in_both_schemes(page: Page) -> list[str]:
    """What axe-core finds on a light page, and about the colours of a dark one."""
    found = findings(page)
    show_in(page, "dark")
    found += [f"dark: {each}" for each in findings(page, ABOUT_COLOURS)]
    show_in(page, "light")
    return found


def show_in(page: Page, scheme: Scheme) -> None:
    """Show the page in the *scheme*; colours do not change at once where they have a transition."""
    page.emulate_media(color_scheme=scheme)
    wait_for_transitions(page)


def findings_in_every_look(page: Page, *others: Callable[[Page], list[str]]) -> list[str]:
    """What axe-core finds as JUDGED, *others* in every width, and what is too wide."""
    found = []
    for width in each_width(page):
        here = [line for find in others for line in find(page)]
        if width in JUDGED:
            show_in(page, JUDGED[width])
            here += findings(page)
        found += [f"{width} wide: {line}" for line in here]
        if (pixels := overflow(page)) > 0:
            found.append(f"{page.url} is {pixels} pixels wider than {width}")
    show_in(page, "light")
    return found


def each_width(page: Page) -> Iterator[int]:
    """Show the page in each of WIDTHS, and then as it was."""
    before = page.viewport_size
    assert before
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        wait_for_paint(page)
        yield width
    page.set_viewport_size(before)
    wait_for_paint(page)


def overflow(page: Page) -> int:
    """How many pixels the page is wider than its window."""
    pixels: int = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
    return pixels
