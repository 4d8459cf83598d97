"""A real Chromium in front of a real server process."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Error,
    Locator,
    Page,
    Request,
    Response,
    ViewportSize,
    expect,
    sync_playwright,
)

from bench.lobby.browser import ARGUMENTS
from tests import serving
from tests.system.browser.forms import send_form

# What Chromium says of refused and broken connections, which some tests are about.
ABOUT_CONNECTIONS = (
    "Failed to load resource",
    "WebSocket connection",
    "An unknown error occurred when fetching the script",  # of the service worker
)
PASSWORD = "three-in-a-row-wins"
DESKTOP: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 390, "height": 844}
OVER = re.compile("You win|You lost|wins|Draw")

# A page that isolates itself from its opener is moved into a new process. With every first page
# that was half of all processes that drew one, and a fifteenth of the work of these tests.
WITHOUT_ISOLATION = "--disable-features=CrossOriginOpenerPolicy"

PATIENCE = 60_000  # milliseconds, for what a busy machine may be late with
expect.set_options(timeout=PATIENCE)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if item.path.is_relative_to(here):
            item.add_marker(pytest.mark.browser)


def first_free(page: Page) -> str | None:
    """The name of the first cell without a mark."""
    cells = page.locator("#board").get_by_role("button", name=re.compile(", empty"))
    labels = cells.evaluate_all("cells => cells.map((cell) => cell.ariaLabel)")
    return labels[0].partition(",")[0] if labels else None


class Visitor:
    """One person at one browser window; what goes wrong in it is kept."""

    def __init__(self, context: BrowserContext, site: serving.ServerProcess) -> None:
        self.context = context
        self.site = site
        self.problems: list[str] = []
        self._posts: list[Request] = []
        context.on("request", self._note_post)
        self.page = self.first_page = self.new_tab()

    def leave(self) -> bool:
        """Leave the window; return whether it is as good as new, but for the files that it has."""
        if self.page is not self.first_page or self.page.is_closed() or self.problems:
            return False
        try:
            self._forget()
        except Error:  # it was just going somewhere
            return False
        self.problems.clear()  # what was cut off was nobody's business any more
        return True

    def _note_post(self, request: Request) -> None:
        if request.method == "POST":
            self._posts.append(request)

    def _forget(self) -> None:
        for post in self._posts:  # its answer may set a cookie, also once the page is left
            post.response()
        self._posts.clear()
        for other in set(self.context.pages) - {self.page}:
            other.close()
        self.page.goto("about:blank")
        self.context.clear_cookies()
        self.context.clear_permissions()
        self.context.set_offline(False)
        devtools = self.context.new_cdp_session(self.page)
        what = {"origin": self.site.url, "storageTypes": "local_storage,indexeddb"}
        devtools.send("Storage.clearDataForOrigin", what)
        devtools.detach()
        self.page.emulate_media(color_scheme="light")

    def new_tab(self) -> Page:
        page = self.context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: self.problems.append(f"{page.url}: {error}"))
        page.on("console", self._note)
        page.on("response", self._note_failure)
        return page

    def _note(self, message: ConsoleMessage) -> None:
        is_expected = any(words in message.text for words in ABOUT_CONNECTIONS)
        if message.type == "error" and not is_expected:
            self.problems.append(message.text)

    def _note_failure(self, response: Response) -> None:
        if response.status >= 500 and response.status != 503:
            self.problems.append(f"{response.status} {response.url}")

    def open(self, path: str = "/") -> Page:
        """Go to *path*, also when the page is just about to refresh itself, as without scripts."""
        try:
            self.page.goto(self.site.url + path)
        except Error as error:
            if "ERR_ABORTED" not in error.message:
                raise
            self.page.goto(self.site.url + path)
        return self.page

    def sign_up(self, name: str) -> None:
        passwords = {"password1": PASSWORD, "password2": PASSWORD}
        self.send("/accounts/signup/", "stack", username=name, **passwords)

    def send(self, path: str, form: str, **changed: str) -> str:
        """Send the *form* of a page that is not shown, see `send_form`; the path it leads to."""
        url = send_form(self.context, self.site.url + path, form, **changed)
        return url.removeprefix(self.site.url)

    def make_bot(self, name: str) -> str:
        """Make a bot and stay on its page; a token of it that allows everything."""
        page = self.open("/me/bots/")
        page.get_by_label("Name of the bot").fill(name)
        page.get_by_role("button", name="Make the bot").click()
        page.get_by_label("Name of the token").fill("laptop")
        page.get_by_role("button", name="Make a token").click()
        return page.get_by_label("Token", exact=True).input_value()

    def create_game(
        self,
        *,
        opponent: str = "anyone",
        m: int = 3,
        n: int = 3,
        k: int = 3,
        side: str = "x",
        level: str = "",
        control: str = "none",
        query: str = "",
    ) -> str:
        """Create a game, of which *query* says more, and open it; its path."""
        chosen = {"side": side} if opponent != "device" else {}
        if level:
            chosen["level"] = level
        page = f"/games/new/?opponent={opponent}&m={m}&n={n}&k={k}{query}"
        path = self.send(page, "new-game-form", control=control, **chosen)
        self.open(path)
        return path

    def join(self, path: str) -> None:
        self.send(path, f"{path}join/")
        self.open(path)
        expect(self.page.locator("#waiting")).to_be_hidden()

    def cell(self, name: str) -> Locator:
        return self.page.locator("#board").get_by_role("button", name=re.compile(rf"^{name}, "))

    def play(self, name: str) -> None:
        """Mark a cell once it is this player's turn, and see it stand."""
        expect(self.headline).to_have_text("Your turn")
        self.cell(name).click()
        self.sees(name)

    def play_to_the_end(self, choose: Callable[[Page], str | None] = first_free) -> None:
        """Mark the cell that *choose* names whenever it is this player's turn.

        What a page hears last is that the game is over. For a moment after the last move it may
        look like this player's turn, and there may be nothing left to choose.
        """
        board = self.page.locator("#board")
        patience = time.monotonic() + 60  # from move to move
        while not OVER.search(self.headline.inner_text()):
            assert time.monotonic() < patience, f"no end: {self.headline.inner_text()}"
            # The board is asked whose turn it is: the headline follows only after the paint.
            if board.evaluate("board => board.allowed") and (name := choose(self.page)):
                self.cell(name).click()
                patience = time.monotonic() + 60
            self.page.wait_for_timeout(20)

    def sees(self, name: str, mark: str = "[XO]") -> None:
        expect(self.cell(name)).to_have_attribute("aria-label", re.compile(rf"{name}, {mark}"))

    @property
    def headline(self) -> Locator:
        return self.page.locator("#headline-text")


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=os.environ["CHROMIUM"], args=[*ARGUMENTS, WITHOUT_ISOLATION]
        )
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def site(
    tmp_path_factory: pytest.TempPathFactory, static_root: Path
) -> Iterator[serving.ServerProcess]:
    """The server of all tests that leave it running."""
    with new_site(tmp_path_factory.mktemp("site"), static_root) as process:
        yield process


@pytest.fixture(scope="package")
def frail_site(
    tmp_path_factory: pytest.TempPathFactory, static_root: Path
) -> Iterator[serving.ServerProcess]:
    with new_site(tmp_path_factory.mktemp("frail"), static_root) as process:
        yield process


@pytest.fixture
def own_site(frail_site: serving.ServerProcess) -> serving.ServerProcess:
    """A server that the test may kill: it runs, with the games of those before."""
    if not frail_site.is_running:
        frail_site.start()
    return frail_site


def new_site(folder: Path, static_root: Path, **env: str) -> serving.ServerProcess:
    # All visitors of the tests come from one address.
    return serving.site_process(
        folder,
        static_root,
        SOCKETS_PER_ADDRESS="1000",
        HANDSHAKES_PER_ADDRESS="10000",
        GUESTS_PER_ADDRESS="10000",
        SIGN_UPS_PER_ADDRESS="10000",
        **env,
    )


@pytest.fixture(scope="module")
def left_windows() -> Iterator[list[Visitor]]:
    """Windows of visitors who have left: the next of the module take them.

    A new one starts a process, and fetches and compiles all scripts: of 0.55 s of a processor's
    time for a visit of two pages that is 0.2 s.
    """
    left: list[Visitor] = []
    yield left
    for visitor in left:
        visitor.context.close()


@pytest.fixture
def make_visitor(
    chromium: Browser, left_windows: list[Visitor]
) -> Iterator[Callable[..., Visitor]]:
    """Makes visitors; none of them may have met an error when the test ends.

    Whoever changes the page for good (its scripts, routes, listeners, clock), or wants its files
    fetched anew, asks for an *own* window. Other options than a viewport make one as well.
    """
    shared: list[Visitor] = []
    alone: list[Visitor] = []

    def make(site: serving.ServerProcess, *, own: bool = False, **options: Any) -> Visitor:
        is_shared = not own and options.keys() <= {"viewport"}
        options = {"viewport": DESKTOP, "reduced_motion": "reduce"} | options
        left = [window for window in left_windows if is_shared and window.site is site]
        if left:
            visitor = left[0]
            left_windows.remove(visitor)
            visitor.page.set_viewport_size(options["viewport"])
        else:
            visitor = Visitor(chromium.new_context(**options), site)
        (shared if is_shared else alone).append(visitor)
        return visitor

    yield make
    problems = [problem for visitor in shared + alone for problem in visitor.problems]
    for visitor in shared + alone:
        if visitor in shared and visitor.leave():
            left_windows.append(visitor)
        else:
            visitor.context.close()
    assert problems == []


@pytest.fixture
def visit(
    make_visitor: Callable[..., Visitor], site: serving.ServerProcess
) -> Callable[..., Visitor]:
    """Makes visitors of the shared server."""

    def make(**options: Any) -> Visitor:
        return make_visitor(site, **options)

    return make
