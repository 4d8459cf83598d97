"""Nothing moves while a page loads, however late its scripts and fonts come."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route, expect

from tests.system.browser.conftest import DESKTOP, PHONE, Visitor
from tests.system.browser.painting import wait_for_paint
from tests.system.browser.test_pages import finish_a_game, open_judged

SIZES = {"1280": DESKTOP, "390": PHONE}
# A mark that is drawn anew three pixels off counts less than a thousandth, which nobody sees.
SHIFTS = """
window.shifts = [];
const name = (node) => {
  const element = node?.nodeType === Node.ELEMENT_NODE ? node : node?.parentElement;
  return element ? [element.localName, ...element.classList].join(".") : "?";
};
const place = ({ node, previousRect: from, currentRect: to }) =>
  `${name(node)} ${from.x},${from.y} to ${to.x},${to.y}`;
new PerformanceObserver((list) => {
  for (const { value, sources } of list.getEntries().filter(({ value }) => value > 0.001))
    window.shifts.push(`${value.toFixed(4)} ${sources.map(place).join("; ")}`);
}).observe({ type: "layout-shift", buffered: true });
"""
IS_PAINTED = "() => performance.getEntriesByName('first-contentful-paint').length > 0"


class Late:
    """Holds a page's scripts and fonts back until they are released."""

    def __init__(self, page: Page) -> None:
        self.held: list[Route] | None = []
        page.route("**/*.js", lambda route: self._hold(route))
        page.route("**/*.woff2", lambda route: self._hold(route))

    def _hold(self, route: Route) -> None:
        if self.held is None:
            route.continue_()
        else:
            self.held.append(route)

    def release(self) -> None:
        held, self.held = self.held or [], None
        for route in held:
            route.continue_()


def shifts(visitor: Visitor, path: str) -> list[str]:
    """What moved on the page *path*, whose scripts and fonts come only once it is painted."""
    page = visitor.new_tab()
    page.add_init_script(SHIFTS)
    late = Late(page)
    page.goto(visitor.site.url + path, wait_until="commit")
    page.wait_for_function(IS_PAINTED, polling=50)
    late.release()
    return _settled(page, path)


def _settled(page: Page, path: str) -> list[str]:
    page.wait_for_load_state("load")
    for lag in page.locator("#lag").all():
        expect(lag).to_be_visible()
    page.evaluate("document.fonts.ready.then(() => null)")
    wait_for_paint(page)
    found = [f"{path}: {shift}" for shift in page.evaluate("window.shifts")]
    page.close()
    return found


@pytest.mark.parametrize("viewport", SIZES.values(), ids=SIZES)
def test_nothing_moves_while_a_page_loads(visit, viewport):
    visitor = visit(viewport=viewport, own=True)
    visitor.sign_up(f"steady{viewport['width']}")
    ended = finish_a_game(visitor)
    open_judged(visitor, f"{ended}review/")
    running = visitor.create_game(opponent="device")
    waiting = visitor.create_game(opponent="friend")
    pages = ("/", "/games/new/", running, waiting, f"{ended}review/", f"{ended}explain/?ply=3")
    found = [
        shift for path in (*pages, "/me/preferences/", "/help/") for shift in shifts(visitor, path)
    ]
    assert not found, "\n".join(found)
