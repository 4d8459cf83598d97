"""Every request and socket has an id, which the log, the answer and the games' logs share."""

from __future__ import annotations

import asyncio
import contextvars
import logging
import re
from collections.abc import Callable, Iterator

import pytest

from deploy.ready import wait_until
from tests.server.raw_socket import CLOSE, RawSocket
from tests.serving import ServerProcess
from tictactoe_site.common import trace
from tictactoe_site.logs import TraceFilter
from tictactoe_site.server.tracing import TraceMiddleware

UID = "AbCdEfGhIj"
OWN_ID = re.compile(r"[0-9a-f]{32}")


@pytest.fixture(autouse=True)
def as_logged(caplog) -> Iterator[None]:
    """What is logged, as the log's own handler gets it."""
    caplog.handler.addFilter(only := TraceFilter())
    caplog.set_level(logging.DEBUG)
    yield
    caplog.handler.removeFilter(only)


def ask(path: str = "/", *, kind: str = "http", given: str = "", answer: bool = True) -> dict:
    """What the application behind it was given, and what was sent back."""
    seen: dict = {"sent": []}

    async def application(scope, receive, send):
        seen.update(scope=scope, trace=trace.current())
        trace.note_user(7)
        logging.getLogger("games").info("deep inside")
        if answer and kind == "http":
            await send({"type": "http.response.start", "status": 200, "headers": []})

    async def send(message):
        seen["sent"].append(message)

    headers = [(b"x-request-id", given.encode("latin-1"))] if given else []
    scope = {"type": kind, "path": path, "method": "GET", "headers": headers}
    asyncio.run(TraceMiddleware(application)(scope, None, send))
    return seen


def lines_of(caplog) -> list[logging.LogRecord]:
    return [line for line in caplog.records if line.name in ("games", "tictactoe_site.access")]


def id_in(headers) -> str:
    ((_, value),) = [pair for pair in headers if pair[0] == b"x-request-id"]
    return value.decode()


def test_a_request_gets_an_id_which_the_answer_has_too():
    seen = ask()
    assert OWN_ID.fullmatch(seen["trace"].request_id)
    assert id_in(seen["scope"]["headers"]) == seen["trace"].request_id
    assert id_in(seen["sent"][0]["headers"]) == seen["trace"].request_id


def test_an_id_that_came_with_it_stays():
    assert ask(given="abc-123")["trace"].request_id == "abc-123"


@pytest.mark.parametrize("given", ["a b", "x" * 65, "\xe4", 'a" level=error'])
def test_a_strange_id_does_not(given):
    assert OWN_ID.fullmatch(ask(given=given)["trace"].request_id)


@pytest.mark.parametrize(
    ("path", "game"),
    [
        (f"/games/{UID}/", UID),
        (f"/games/{UID}/review/", UID),
        (f"/ws/games/{UID}/", UID),
        ("/games/new/", ""),
        ("/", ""),
    ],
)
def test_the_game_is_the_one_in_the_path(path, game):
    assert ask(path, kind="websocket" if path.startswith("/ws") else "http")["trace"].game == game


def test_lines_say_whose_they_are(caplog):
    id = ask(f"/games/{UID}/")["trace"].request_id
    said = [(line.request_id, line.user_id, line.game) for line in lines_of(caplog)]
    assert said == [(id, 7, UID)] * 2


def test_a_page_is_told_with_method_path_status_and_time(caplog):
    ask("/watch/")
    page = lines_of(caplog)[-1]
    assert (page.name, page.method, page.path, page.status) == (
        "tictactoe_site.access",
        "GET",
        "/watch/",
        200,
    )
    assert page.ms >= 0


def test_a_page_that_nobody_waited_for_is_told_with_status_0(caplog):
    ask("/watch/", answer=False)
    assert lines_of(caplog)[-1].status == 0


@pytest.mark.parametrize(
    "path",
    [
        "/accounts/confirm-email/MQ:1xyz/",
        "/accounts/password/reset/key/1-abc-def/",
        "/workshops/K7QM5/wall/",
        "/K7QM5",
    ],
)
def test_paths_that_are_keys_are_not_told(caplog, path):
    ask(path)
    assert lines_of(caplog)[-1].path.endswith("/…")


def test_supervisors_do_not_fill_the_log(caplog):
    ask("/healthz")
    assert lines_of(caplog)[-1].levelno == logging.DEBUG


def test_what_a_caller_says_itself_stays(caplog):
    def work() -> None:
        trace.begin("r-1", game=UID)
        logging.getLogger("games").info("of another", extra={"game": "another"})

    contextvars.copy_context().run(work)
    assert (lines_of(caplog)[-1].game, lines_of(caplog)[-1].request_id) == ("another", "r-1")


def test_work_of_the_server_itself_has_no_id(caplog):
    logging.getLogger("games").info("upkeep")
    assert not hasattr(lines_of(caplog)[-1], "request_id")


# ---- a real server ----------------------------------------------------------------------------


def field(line: str, name: str) -> str:
    found = re.search(rf" {name}=(\S+)", line)
    return found[1] if found else ""


PROXY = "127.0.0.2"


@pytest.fixture(scope="module")
def site(make_shared_site: Callable[..., ServerProcess]) -> ServerProcess:
    return make_shared_site(TRUSTED_PROXIES=PROXY)


def logged(site: ServerProcess, words: str, count: int) -> list[str]:
    """The lines of its log with *words*, once there are *count*."""

    def matching_lines() -> list[str]:
        return [line for line in site.log.read_text().splitlines() if words in line]

    assert wait_until(lambda: len(matching_lines()) >= count, seconds=60), site.log.read_text()
    return matching_lines()


def test_one_id_leads_from_the_answer_through_the_log(site):
    answer = site.get("/", address=PROXY, **{"X-Request-ID": "from-nginx"})
    assert answer.headers["X-Request-ID"] == "from-nginx"
    (line,) = logged(site, "from-nginx", 1)
    assert (field(line, "method"), field(line, "path"), field(line, "status")) == (
        "GET",
        "/",
        "200",
    )


def test_nobody_else_chooses_the_id(site):
    answer = site.get("/", **{"X-Request-ID": "from-afar"})
    own = answer.headers["X-Request-ID"]
    assert OWN_ID.fullmatch(own)
    logged(site, own, 1)
    assert "from-afar" not in site.log.read_text()


def test_a_socket_is_told_when_it_opens_and_closes(site):
    with RawSocket(site.port, "/ws/lobby/", origin=site.url) as socket:
        socket.receive()
        socket.send((1000).to_bytes(2), CLOSE)
        socket.close_code()
    opened, closed = logged(site, "logger=games.live.sockets.consumer", 2)
    assert field(opened, "path") == "/ws/lobby/"
    assert field(opened, "request_id") == field(closed, "request_id") != ""
    assert field(closed, "code") == "1000"
