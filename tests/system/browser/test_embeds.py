"""Frames on the page of another site: they play, follow a game, and know nobody."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from playwright.sync_api import Browser, FrameLocator, Page, expect

from games.core.rules import Ruleset
from games.programs.embeds.code import size_of
from tests.serving import ServerProcess
from tests.system.browser.accessibility import findings_in_every_look
from tests.system.browser.conftest import Visitor
from tests.system.browser.test_watch import start, win

Show = Callable[..., str]


@pytest.fixture
def elsewhere() -> Iterator[Show]:
    """Make pages of another site that show a frame; the address of each."""
    pages: dict[str, bytes] = {}

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = pages.get(self.path, b"")
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()

    def show(url: str, width: int = 400, height: int = 496) -> str:
        path = f"/{len(pages)}"
        style = f"width:{width}px;height:{height}px;border:0"
        pages[path] = f'<!doctype html><iframe src="{url}" style="{style}"></iframe>'.encode()
        return f"http://localhost:{server.server_port}{path}"  # the site itself is at 127.0.0.1

    yield show
    server.shutdown()
    server.server_close()


@pytest.fixture
def stranger(chromium: Browser) -> Iterator[Page]:
    """A reader of the other site who has never been to ours."""
    context = chromium.new_context(reduced_motion="reduce")
    yield context.new_page()
    assert context.cookies() == []
    context.close()


def framed(page: Page) -> FrameLocator:
    return page.frame_locator("iframe")


def test_a_game_is_followed_on_the_page_of_another_site(
    own_site: ServerProcess,
    make_visitor: Callable[..., Visitor],
    elsewhere: Show,
    stranger: Page,
) -> None:
    x, o = make_visitor(own_site), make_visitor(own_site)
    uid = start(x, o).split("/")[2]
    stranger.goto(elsewhere(f"{own_site.url}/embed/game/{uid}/"))
    frame = framed(stranger)
    expect(frame.locator("#turn")).to_have_text("O to play")
    o.play("a1")
    expect(frame.get_by_role("button", name="a1, O, last move")).to_be_visible()
    expect(frame.locator("#turn")).to_have_text("X to play")
    for player, name in ((x, "a2"), (o, "c1"), (x, "c2")):
        player.play(name)
    expect(frame.locator("#turn")).to_contain_text("won")
    expect(frame.locator(".board__band")).to_have_count(1)


def test_the_computers_name_stays_in_the_language_of_the_frame(
    site: ServerProcess,
    make_visitor: Callable[..., Visitor],
    elsewhere: Show,
    chromium: Browser,
) -> None:
    player = make_visitor(site)
    uid = player.create_game(opponent="computer", level="random").split("/")[2]
    with chromium.new_context(locale="de-DE") as context:
        page = context.new_page()
        page.goto(elsewhere(f"{site.url}/embed/game/{uid}/"))
        frame = framed(page)
        player.play("b2")
        expect(frame.get_by_role("button", name="b2, X")).to_be_visible()
        expect(frame.locator('[data-seat="o"] [data-name]')).to_have_text("Computer, Stufe 1")


def test_a_puzzle_is_played_there_without_an_account(
    site: ServerProcess, elsewhere: Show, stranger: Page
) -> None:
    stranger.goto(elsewhere(f"{site.url}/embed/puzzle/1/"))
    frame = framed(stranger)
    before = stranger.evaluate("history.length")
    frame.locator(".board__cell button").first.click()
    expect(frame.locator("[data-say] b")).to_be_visible()  # a verdict
    assert stranger.evaluate("history.length") == before


def test_the_keyboard_stays_in_a_frame_whose_puzzle_is_answered(
    site: ServerProcess, elsewhere: Show, stranger: Page
) -> None:
    stranger.goto(elsewhere(f"{site.url}/embed/puzzle/1/"))
    frame = framed(stranger)
    frame.locator(".board__cell button").first.press("Enter")
    expect(frame.locator("[data-say] b")).to_be_visible()
    expect(frame.locator("main :focus")).to_have_count(1)


def test_an_explanation_is_stepped_through_there(
    site: ServerProcess, elsewhere: Show, stranger: Page
) -> None:
    stranger.goto(elsewhere(f"{site.url}/embed/explanation/3x3x3/a3b3b2c1/"))
    frame = framed(stranger)
    expect(frame.get_by_text("Step 1 of")).to_be_visible()
    frame.get_by_role("link", name="Next step").click()
    expect(frame.get_by_text("Step 2 of")).to_be_visible()


@pytest.mark.parametrize("path", ["/", "/rules/", "/p/3x3x3/b2/", "/puzzles/daily/"])
def test_no_other_page_is_shown_in_a_frame(
    site: ServerProcess, elsewhere: Show, chromium: Browser, path: str
) -> None:
    page = chromium.new_page()
    page.goto(elsewhere(f"{site.url}{path}"))
    page.wait_for_function("() => frames[0].length === 0")
    assert page.frames[1].url == "chrome-error://chromewebdata/"
    page.close()


FRAMES = (
    ("/embed/position/3x3x3/b2a1/", Ruleset(3, 3, 3)),
    ("/embed/position/7x6x4/d1d2/", Ruleset(7, 6, 4)),
    ("/embed/position/19x19x5/k10k11/", Ruleset(19, 19, 5)),
    ("/embed/explanation/3x3x3/a3b3b2c1/", Ruleset(3, 3, 3)),
)


@pytest.mark.parametrize(("path", "ruleset"), FRAMES)
def test_a_frame_of_its_size_has_no_empty_space(
    site: ServerProcess, elsewhere: Show, stranger: Page, path: str, ruleset: Ruleset
) -> None:
    for most in (240, 400):
        size = size_of(ruleset, most_width=most)
        stranger.goto(elsewhere(f"{site.url}{path}", size.width, size.height))
        framed(stranger).locator("#main").wait_for()
        left = stranger.frames[1].evaluate(
            """() => {
              const { width, height } = document.getElementById("main").getBoundingClientRect();
              const { scrollWidth, scrollHeight } = document.documentElement;
              return [innerWidth - width, innerHeight - height,
                scrollWidth - innerWidth, scrollHeight - innerHeight];
            }"""
        )
        assert all(abs(pixels) <= 2 for pixels in left), (most, left)


def test_frames_are_accessible(
    own_site: ServerProcess, make_visitor: Callable[..., Visitor]
) -> None:
    x, o = make_visitor(own_site), make_visitor(own_site)
    path = start(x, o)
    visitor = make_visitor(own_site)
    frame = f"/embed/game/{path.split('/')[2]}/"
    found = findings_in_every_look(visitor.open(frame))
    win(x, o)
    paths = [frame, *(path for path, _ in FRAMES), "/embed/puzzle/daily/?theme=dark"]
    found += [line for path in paths for line in findings_in_every_look(visitor.open(path))]
    assert found == []


def test_without_scripts_a_frame_is_a_picture(
    site: ServerProcess, make_visitor: Callable[..., Visitor]
) -> None:
    visitor = make_visitor(site, java_script_enabled=False)
    page = visitor.open("/embed/explanation/3x3x3/a3b3b2c1/")
    page.get_by_role("link", name="Next step").click()
    expect(page.get_by_text("Step 2 of")).to_be_visible()
    page = visitor.open("/embed/puzzle/daily/")
    page.locator(".board__cell button").first.click()
    expect(page.locator("[data-say] b")).to_be_visible()
