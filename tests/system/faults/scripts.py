"""Text of users' that would run as a script, on every page that shows it, in a real browser."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any
from urllib.parse import quote

from playwright.sync_api import Browser as Chromium
from playwright.sync_api import BrowserContext, sync_playwright

from bench.lobby.browser import ARGUMENTS
from deploy.cluster import programs
from tests.serving import ServerProcess
from tests.system.browser.painting import wait_for_paint
from tests.system.faults.forms import Browser
from tests.system.faults.payloads import MARK
from tests.system.faults.place import Place, require

PATIENCE = 120_000.0  # milliseconds
NOTICES_TOLD = 20  # at once: see games.live.limits; the others wait on a page
# What Chromium says when the server answers 404, 409 and so on, as it should.
ABOUT_ANSWERS = "Failed to load resource"
TELL_VIOLATIONS = """
document.addEventListener("securitypolicyviolation", (event) =>
  console.error(`policy: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`));
"""
FIND_HARM = f"""() => {{
  const found = [];
  if (window.{MARK} !== undefined) found.push("a script ran");
  for (const element of document.querySelectorAll("*")) {{
    const names = [...element.attributes].map((attribute) => attribute.name);
    const address = element.getAttribute("href") ?? element.getAttribute("action") ?? "";
    const isData = element.type === "application/json";
    if (
      element.matches(".{MARK}, #{MARK}, iframe, object, embed, base, marquee, math") ||
      names.some((name) => name.startsWith("on") || name === "srcdoc") ||
      /^(javascript|data|vbscript):/i.test(address.trim()) ||
      (element.localName === "script" && !isData && !element.src.startsWith(location.origin)) ||
      (element.localName === "style")
    ) found.push(element.outerHTML.slice(0, 200));
  }}
  return found;
}}"""
IS_SHOWN = f"() => document.body.textContent.includes('{MARK}')"


class Reader:
    """One person's window, and everything that went wrong in it."""

    def __init__(self, context: BrowserContext, site: ServerProcess, session: str) -> None:
        self.site = site
        self.pages = 0
        self.harm: list[str] = []
        if session:
            context.add_cookies([{"name": "sessionid", "value": session, "url": site.url}])
        context.add_init_script(TELL_VIOLATIONS)
        self.page = context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.page.on("dialog", self._note_dialog)
        self.page.on("console", self._note_console)
        self.page.on("pageerror", lambda error: self.harm.append(str(error)))
        self.frames: list[str] = []  # what the sockets of the page on the screen have heard
        self.page.on("websocket", self._listen)

    def open(self, path: str, *, shows: bool = True, hears: str = "") -> None:
        """Look at a page, once a message of the type *hears* has come; *shows* payloads or not."""
        self.frames.clear()
        answer = self.page.goto(self.site.url + path)
        require(answer is not None and answer.status < 500, f"{path} fails.")
        if hears:
            self.wait_for_frames(hears, 1)
        self.look(path)
        if shows:
            require(self.page.evaluate(IS_SHOWN), f"{path} does not show the text.")

    def look(self, path: str) -> None:
        """Raise Broken if a payload has done, or made, anything."""
        self.pages += 1
        self.harm += self.page.evaluate(FIND_HARM)
        require(not self.harm, f"{path}: {self.harm[:3]}")

    def wait_for_frames(self, kind: str, count: int) -> None:
        """Until the page has heard so many messages of a type, and has had time to show them."""
        waited = 0.0
        while sum(f'"type":"{kind}"' in frame for frame in self.frames) < count:
            require(waited < PATIENCE, f"{self.page.url} hears no {kind}.")
            self.page.wait_for_timeout(20)
            waited += 20
        wait_for_paint(self.page)

    def _listen(self, socket: Any) -> None:
        socket.on("framereceived", lambda frame: self.frames.append(str(frame)))

    def _note_dialog(self, dialog: Any) -> None:
        self.harm.append(f"a dialog: {dialog.message}")
        dialog.dismiss()

    def _note_console(self, message: Any) -> None:
        if message.type == "error" and ABOUT_ANSWERS not in message.text:
            self.harm.append(message.text)


def scripts_shown(place: Place, *, payloads: int) -> str:
    """Show so many payloads as names, chat, marks, names of seats, reports and reasons.

    Each on the pages of its own; in lists; as what others do while a page is open; and as what
    stands in an address. No dialog, no report of the policy, no error, no element made of it.
    """
    place.prepare()
    told = json.loads(place.run("tests.system.faults.prepare_scripts", str(payloads)))
    people = told["people"]
    site = place.site(GUESTS_PER_ADDRESS="100000", TRUSTED_PROXIES="127.0.0.1")
    with chromium() as browser:
        reader = Reader(browser.new_context(), site, told["reader"])
        staff = Reader(browser.new_context(), site, told["staff"])
        stranger = Reader(browser.new_context(), site, "")
        other = Reader(browser.new_context(), site, told["other"])
        for person in people:
            look_at(person, reader, staff, stranger)
        player = Browser(site, session=told["reader"])
        for person in people:  # those who have just moved are shown to watchers
            player.post(f"/games/{person['live']}/play/", ply="2", cell="8")
        look_at_lists(reader, payloads)
        look_at_administration(staff)
        watch_all(people, told["stage"], other, stranger)
    place.require_no_traceback()
    pages = sum(window.pages for window in (reader, staff, stranger, other))
    return (
        f"{payloads} payloads on {pages} pages: no dialog, no policy report, no error, no element."
    )


@contextmanager
def chromium() -> Iterator[Chromium]:
    """The browser that CHROMIUM names, or Debian's."""
    path = os.environ.get("CHROMIUM") or programs.find("chromium", "chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield browser
        browser.close()


def look_at(person: dict[str, Any], reader: Reader, staff: Reader, stranger: Reader) -> None:
    """The pages that are about one payload, and the addresses with it."""
    text, name = quote(person["text"], safe=""), quote(person["name"], safe="")
    live, over, device = (f"/games/{person[game]}/" for game in ("live", "over", "device"))
    reader.open(live, hears="chat")
    for game in (over, device):  # for a player it would begin to grade, and load itself anew
        stranger.open(f"{game}review/")
    reader.open(f"{live}report/")
    reader.open(f"/@{name}/")
    for page in (f"report/{person['report']}", f"game/{person['game']}"):
        staff.open(f"/admin/games/{page}/change/")
    staff.open(f"/admin/accounts/user/{person['user']}/change/")
    terms = "&".join(f"{field}={text}" for field in ("m", "n", "k", "opponent", "level", "control"))
    filters = "&".join(f"{field}={text}" for field in ("opponent", "size", "since", "page"))
    for address in (
        f"/@{text}/",
        f"/games/new/?{terms}#{text}",
        f"/accounts/login/?next={text}#{text}",
        f"{over}explain/?line={text}&ply={text}",
        f"{over}review/?ply={text}&refused={text}#{text}",
    ):
        stranger.open(address, shows=False)
    reader.open(f"/me/games/?{filters}", shows=False)
    staff.open(f"/admin/games/game/?q={text}&player={text}", shows=False)


def look_at_lists(window: Reader, payloads: int) -> None:
    """All payloads in lists of names, lines and reasons."""
    # Both show games of people who are here; these have no page open, and come in `watch_all`.
    window.open("/", shows=False, hears="lobby")
    window.open("/watch/", shows=False)
    for path in ("/me/people/", "/me/waiting/"):
        window.open(path, shows=False)
    for number in range(1, payloads // 5 + 1):
        window.open(f"/me/games/?page={number}", shows=False)


def look_at_administration(staff: Reader) -> None:
    for path in ("games/report", "games/chatline", "games/game"):
        staff.open(f"/admin/{path}/")
    staff.open("/admin/games/event/", shows=False)  # the latest are the reader's moves
    for path in ("accounts/user", "accounts/accountevent"):
        staff.open(f"/admin/{path}/?all=")


def watch_all(people: Sequence[Any], stage: str, other: Reader, stranger: Reader) -> None:
    """What all of them do now comes to pages that are open: games, challenges, and chat."""
    authors = [
        (Browser(other.site, session=one["session"], peer=f"2001:db8:{number:x}::1"), one["text"])
        for number, one in enumerate(people, start=1)  # from one address they would be too many
    ]
    terms = {"m": "3", "n": "3", "k": "3", "side": "x", "first": "x", "control": "none"}
    stranger.open("/", shows=False, hears="lobby")  # nobody with a game there has a page open yet
    other.open("/me/", shows=False, hears="waiting")
    for browser, _ in authors:
        for path, opponent in (("/games/new/", "anyone"), ("/@other/challenge/", "friend")):
            answer = browser.post(path, opponent=opponent, **terms)
            require(answer.status == 302, f"{path} answers {answer.status}.")
    stranger.wait_for_frames("opened", len(authors))
    stranger.look("the lobby")
    require(stranger.page.evaluate(IS_SHOWN), "The lobby does not show the text.")
    other.wait_for_frames("notice", min(len(authors), NOTICES_TOLD))
    other.look("notices")
    stranger.open(f"/games/{stage}/", shows=False, hears="chat")
    for browser, text in authors:
        browser.post(f"/games/{stage}/say/", text=text)
    stranger.wait_for_frames("said", len(authors))
    stranger.look("the chat")
