"""A slow phone that opens pages with an empty cache, and what it measures on each."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from statistics import median
from typing import Any

from playwright.sync_api import (
    Browser,
    BrowserContext,
    CDPSession,
    Page,
    Request,
    ViewportSize,
    sync_playwright,
)

from bench.lobby.browser import ARGUMENTS

SIZE: ViewportSize = {"width": 390, "height": 844}
SLOWER = 4  # times, of the processor
SETTLED = 1_500  # milliseconds after the load event; later movements do not count
LINE = ("a1", "a2", "b1", "b2", "c1")  # X completes its line with the last
PASSWORD = "three-in-a-row-wins"
MARKED = """(start) => [...document.querySelectorAll("#board [aria-label]")].some((cell) =>
  cell.ariaLabel.startsWith(start) && /, [XO]/.test(cell.ariaLabel))"""
# What audits of pages assume for a phone: 150 ms for a round trip, 1.6 Mbit/s.
NETWORK = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 200_000,
    "uploadThroughput": 94_000,
}
WATCH = """
window.told = { lcp: 0, element: "", cls: 0, shifted: [] };
const name = (node) => {
  const element = node?.nodeType === 1 ? node : node?.parentElement;
  return element ? element.localName + (element.id && "#" + element.id)
    + [...element.classList].map((one) => "." + one).join("") : "";
};
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) {
    window.told.lcp = entry.startTime;
    window.told.element = name(entry.element);
  }
}).observe({ type: "largest-contentful-paint", buffered: true });
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) {
    if (entry.hadRecentInput) continue;
    window.told.cls += entry.value;
    window.told.shifted.push(...entry.sources.map((source) => name(source.node)));
  }
}).observe({ type: "layout-shift", buffered: true });
"""


@dataclass(frozen=True, slots=True)
class Visit:
    """One opening of a page; *sizes* are bytes as they were sent, by kind of file."""

    sizes: Mapping[str, int]
    requests: int
    lcp: float
    element: str
    cls: float
    shifted: tuple[str, ...]
    font: str  # of the headline


@contextmanager
def chromium(path: str) -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield browser
        browser.close()


def pages(browser: Browser, site: str) -> tuple[dict[str, str], Any]:
    """Return the measured pages' paths by name, and the cookies of the games' player."""
    context = browser.new_context(reduced_motion="reduce")
    page = context.new_page()
    _sign_up(page, site)
    ended = _new_game(page, site)
    for cell in LINE:
        page.locator("#board").get_by_role("button", name=re.compile(f"^{cell}, ")).click()
        page.wait_for_function(MARKED, arg=f"{cell}, ")
    page.wait_for_selector("#result:not([hidden])")
    running = _new_game(page, site)
    page.goto(f"{site}{ended}review/")
    page.wait_for_timeout(SETTLED)  # the judgement is made once and kept
    cookies = context.storage_state()
    context.close()
    return {
        "home": "/",
        "new game": "/games/new/",
        "game": running,
        "review": f"{ended}review/",
        "explanation": f"{ended}explain/?ply=3",
        "preferences": "/me/preferences/",
        "help": "/help/",
    }, cookies


def _sign_up(page: Page, site: str) -> None:
    page.goto(f"{site}/accounts/signup/")
    form = page.locator("form.auth__form, main form").first
    form.get_by_label(re.compile("name", re.I)).first.fill("measured")
    for field in form.locator("input[type=password]").all():
        field.fill(PASSWORD)
    form.get_by_role("button", name=re.compile("sign up|create", re.I)).click()
    page.wait_for_url(lambda url: "signup" not in url)


def _new_game(page: Page, site: str) -> str:
    page.goto(f"{site}/games/new/?opponent=device&m=3&n=3&k=3")
    form = page.locator("#new-game-form")
    form.locator("input[name=control][value=none]").check(force=True)
    form.get_by_role("button", name="Create game").click()
    page.wait_for_url(re.compile(r"/games/\w{10}/$"))
    return page.url.removeprefix(site)


def visit(browser: Browser, address: str, cookies: Any, *, network: bool = False) -> Visit:
    """Open *address* with nothing cached; *network* puts a phone's network in between."""
    context = browser.new_context(
        viewport=SIZE, device_scale_factor=2, is_mobile=True, has_touch=True, storage_state=cookies
    )
    try:
        return _watched(context, address, network=network)
    finally:
        context.close()


def _watched(context: BrowserContext, address: str, *, network: bool) -> Visit:
    page = context.new_page()
    page.add_init_script(WATCH)
    devtools = context.new_cdp_session(page)
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    if network:
        devtools.send("Network.enable")
        devtools.send("Network.emulateNetworkConditions", NETWORK)
    finished: list[Request] = []
    page.on("requestfinished", lambda request: finished.append(request))
    answer = page.goto(address, wait_until="load")
    if answer is None or not answer.ok:
        raise RuntimeError(f"{address} is answered with {answer.status if answer else 'nothing'}.")
    page.wait_for_timeout(SETTLED)
    told = page.evaluate("window.told")
    sizes: Counter[str] = Counter()
    for request in tuple(finished):
        sizes[request.resource_type] += request.sizes()["responseBodySize"]
    return Visit(
        sizes,
        len(finished),
        told["lcp"],
        told["element"],
        told["cls"],
        tuple(told["shifted"]),
        _font_of("h1", devtools),
    )


def _font_of(selector: str, devtools: CDPSession) -> str:
    """Return the font family of the first element that matches *selector*; "" without one."""
    for domain in ("DOM", "CSS"):
        devtools.send(f"{domain}.enable")
    document = devtools.send("DOM.getDocument")["root"]["nodeId"]
    asked = {"nodeId": document, "selector": selector}
    node = devtools.send("DOM.querySelector", asked)["nodeId"]
    fonts = devtools.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"] if node else []
    return str(fonts[0]["familyName"]) if fonts else ""


def summed_up(visits: Sequence[Visit]) -> Visit:
    """Return the visit with the median LCP, but with the largest CLS of all."""
    worst = max(visits, key=lambda one: one.cls)
    middle = sorted(visits, key=lambda one: one.lcp)[len(visits) // 2]
    return Visit(
        middle.sizes,
        middle.requests,
        median(one.lcp for one in visits),
        middle.element,
        worst.cls,
        worst.shifted,
        middle.font,
    )
