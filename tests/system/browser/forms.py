"""Sends a form as the browser would, with what stands in it, but without drawing its page."""

from __future__ import annotations

from html.parser import HTMLParser

from playwright.sync_api import BrowserContext

UNSENT = ("submit", "button", "reset", "image", "file")


class Fields(HTMLParser):
    """What the form *id* of a page would send as it stands."""

    def __init__(self, page: str, id: str) -> None:
        super().__init__()
        self.values: dict[str, str] = {}
        self._id, self._is_inside, self._select = id, False, ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._is_inside = given.get("id") == self._id
        elif not self._is_inside or "disabled" in given:
            return
        elif tag == "input" and given.get("name"):
            self._take_input(given)
        elif tag == "select":
            self._select = given.get("name", "")
        elif tag == "option" and ("selected" in given or self._select not in self.values):
            self.values[self._select] = given.get("value", "")

    def handle_endtag(self, tag: str) -> None:
        self._is_inside = self._is_inside and tag != "form"

    def _take_input(self, given: dict[str, str]) -> None:
        kind = given.get("type", "text")
        can_be_checked = kind in ("radio", "checkbox")
        if kind not in UNSENT and ("checked" in given or not can_be_checked):
            self.values[given["name"]] = given.get("value", "on" if can_be_checked else "")


def send_form(context: BrowserContext, url: str, id: str, **changed: str) -> str:
    """Send the form *id* of the page at *url* with these fields *changed*; where that leads."""
    page = context.request.get(url)
    values = Fields(page.text(), id).values | changed
    sent = context.request.post(page.url, form=values, headers={"Referer": page.url})
    assert sent.ok, sent.text()
    return sent.url
