"""Sends a form as the browser would, with what stands in it, but without drawing its page."""

from __future__ import annotations

from html.parser import HTMLParser
from http import HTTPStatus
from urllib.parse import urljoin

from playwright.sync_api import BrowserContext

UNSENT = ("submit", "button", "reset", "image", "file")


class Fields(HTMLParser):
    """What the form of a page would send as it stands that has *form* as its id, class or action.

    *switches* are the names of its checkboxes.
    """

    def __init__(self, page: str, form: str) -> None:
        super().__init__()
        self.values: dict[str, str] = {}
        self.switches: set[str] = set()
        self._form, self._is_inside, self._select = form, False, ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._is_inside = self._form in map(given.get, ("id", "class", "action"))
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
        if kind == "checkbox":
            self.switches.add(given["name"])
        if kind not in UNSENT and ("checked" in given or not can_be_checked):
            self.values[given["name"]] = given.get("value", "on" if can_be_checked else "")


def send_form(context: BrowserContext, url: str, form: str, **changed: str) -> str:
    """Send the *form* of the page at *url* with these fields *changed*; where that leads.

    A checkbox is changed to "on" or "off". What it leads to is not looked at.
    """
    page = context.request.get(url)
    fields = Fields(page.text(), form)
    values: dict[str, str | float | bool] = {**fields.values, **changed}
    for name in fields.switches & changed.keys():
        if changed[name] == "off":
            del values[name]
    to = urljoin(page.url, form) if form.startswith("/") else page.url
    sent = context.request.post(to, form=values, headers={"Referer": page.url}, max_redirects=0)
    assert sent.status == HTTPStatus.FOUND, sent.text()
    return urljoin(to, sent.headers["location"])
