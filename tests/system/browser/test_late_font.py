"""Texts are in one font on every page, also where theirs comes after the first paint."""

from __future__ import annotations

from playwright.sync_api import Page, Route

PAINTED_LONG_AGO = """() => performance.getEntriesByName("first-contentful-paint")
    .some((paint) => performance.now() > paint.startTime + 500)"""
HAS_COME = """() => [...document.fonts]
    .some(({ family, status }) => family.includes("Instrument") && status === "loaded")"""
LATER = """() => {
    const later = document.createElement("sup");
    Object.assign(later, { id: "later", textContent: "Later" });
    document.querySelector("main").append(later);
}"""
MOVED = """() => {
    globalThis.moved = 0;
    new PerformanceObserver((list) => {
        for (const shift of list.getEntries()) globalThis.moved += shift.value;
    }).observe({ type: "layout-shift", buffered: true });
}"""


def family(page: Page, selector: str) -> str:
    """What an element is written in."""
    devtools = page.context.new_cdp_session(page)
    for domain in ("DOM", "CSS"):
        devtools.send(f"{domain}.enable")
    document = devtools.send("DOM.getDocument")["root"]["nodeId"]
    node = devtools.send("DOM.querySelector", {"nodeId": document, "selector": selector})
    fonts = devtools.send("CSS.getPlatformFontsForNode", {"nodeId": node["nodeId"]})["fonts"]
    return str(fonts[0]["familyName"])


def test_what_is_laid_out_after_a_late_font_is_in_the_font_of_the_rest(visit):
    """With `font-display: optional` it is kept for the next page; nothing moves."""
    visitor = visit(own=True)
    page = visitor.page
    held: list[Route] = []
    page.route("**/instrument-sans.*.woff2", lambda route: held.append(route))
    page.goto(f"{visitor.site.url}/", wait_until="commit")
    page.evaluate(MOVED)
    page.wait_for_function(PAINTED_LONG_AGO)
    held[0].continue_()
    page.wait_for_function(HAS_COME)
    assert page.evaluate("moved") == 0
    page.evaluate(LATER)
    assert family(page, "#later") == family(page, ".first__say .is-said p") != "Instrument Sans"
