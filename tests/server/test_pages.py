"""What a page may take of the server."""

import asyncio
import json
import threading
from typing import Any

import pytest
from asgiref.sync import async_to_sync, sync_to_async

from tictactoe_site.common.page_place import without_place
from tictactoe_site.server.pages import (
    MAX_BODY,
    THREADS_KEPT,
    PagePlaces,
    WholeBodies,
    refuse_page,
)

PATIENCE = 30  # seconds
PAGE = {"type": "http", "method": "GET", "path": "/", "headers": []}
DISCONNECT = {"type": "http.disconnect"}


class Client:
    """One request: the *messages* of its body, of which None never comes, and the answer."""

    def __init__(self, *messages: Any) -> None:
        self.messages = list(messages) or [{"type": "http.request", "body": b""}]
        self.answer: list[Any] = []
        self.left = asyncio.Event()

    async def receive(self) -> Any:
        if self.messages and self.messages[0]:
            return self.messages.pop(0)
        await self.left.wait()
        return DISCONNECT

    async def send(self, message: Any) -> None:
        self.answer.append(message)

    @property
    def status(self) -> int:
        starts = [message for message in self.answer if message["type"] == "http.response.start"]
        assert len(starts) == 1
        status: int = starts[0]["status"]
        return status

    def ask(self, site: Any, path: str = "/", **scope: Any) -> "asyncio.Task[None]":
        return asyncio.ensure_future(site(PAGE | {"path": path} | scope, self.receive, self.send))


def part(body: bytes, more: bool = True) -> dict[str, Any]:
    return {"type": "http.request", "body": body, "more_body": more}


async def echo(scope: Any, receive: Any, send: Any) -> None:
    body = (await receive())["body"]
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": body})


# ---- bodies -------------------------------------------------------------------------------------


async def test_a_body_in_parts_comes_whole():
    client = Client(part(b"one "), part(b""), part(b"two", more=False))
    await client.ask(WholeBodies(echo))
    assert client.answer[1]["body"] == b"one two"


@pytest.mark.parametrize("sizes", [[MAX_BODY + 1], [MAX_BODY, 1], [1] * 10 + [MAX_BODY]])
async def test_a_body_that_is_too_long_is_refused(sizes):
    client = Client(*(part(b"x" * size) for size in sizes))
    await client.ask(WholeBodies(echo))
    assert client.status == 413


async def test_a_body_that_is_announced_too_long_is_refused_unread():
    client = Client(None)
    headers = [(b"content-length", str(MAX_BODY + 1).encode())]
    await WholeBodies(echo)(PAGE | {"headers": headers}, client.receive, client.send)
    assert client.status == 413


async def test_a_slow_body_is_refused_before_its_page_is_begun():
    client = Client(part(b"one"), None)
    await client.ask(WholeBodies(None, timeout=0.01))
    assert client.status == 408


async def test_nothing_is_begun_for_a_client_that_leaves_early():
    client = Client(part(b"one"), DISCONNECT)
    await client.ask(WholeBodies(None))
    assert client.answer == []


async def test_slow_bodies_take_no_place():
    site = WholeBodies(PagePlaces(echo, at_once=1))
    slow = [Client(part(b"one"), None) for _ in range(3)]
    asked = [client.ask(site) for client in slow]
    await asyncio.sleep(0)
    quick = Client()
    await asyncio.wait_for(quick.ask(site), PATIENCE)
    assert quick.status == 200
    for client in slow:
        client.left.set()
    await asyncio.gather(*asked)


# ---- places -------------------------------------------------------------------------------------


class Pages:
    """Notes the thread of each page, which is ready once the door is open."""

    def __init__(self) -> None:
        self.door = threading.Event()
        self.threads: list[int] = []

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        await sync_to_async(self.work)()
        await echo(scope, receive, send)

    def work(self) -> None:
        self.threads.append(threading.get_ident())
        assert self.door.wait(PATIENCE)

    async def wait_for(self, number: int) -> None:
        """Until so many have begun."""
        async with asyncio.timeout(PATIENCE):
            while len(self.threads) < number:
                await asyncio.sleep(0.01)


@pytest.fixture
def pages():
    made = Pages()
    yield made
    made.door.set()


async def test_pages_at_once_have_threads_of_their_own(pages):
    asked = [Client().ask(site) for site in [PagePlaces(pages)] * 3]
    await pages.wait_for(3)
    assert len(set(pages.threads)) == 3
    pages.door.set()
    await asyncio.gather(*asked)


async def test_a_thread_that_is_done_is_lent_to_the_next_page(pages):
    pages.door.set()
    site = PagePlaces(pages)
    for _ in range(3):
        await Client().ask(site)
    assert len(set(pages.threads)) == 1


async def test_no_more_threads_are_kept_than_there_are_places(pages):
    site = PagePlaces(pages, at_once=2)
    asked = [Client().ask(site, "/healthz") for _ in range(4)]
    await pages.wait_for(4)
    pages.door.set()
    await asyncio.gather(*asked)
    async with asyncio.timeout(PATIENCE):
        while len(alive(pages.threads)) > 2:
            await asyncio.sleep(0.01)
    assert len(alive(pages.threads)) == 2


async def test_few_of_the_threads_of_a_rush_are_kept(pages):
    site = PagePlaces(pages)
    rush = THREADS_KEPT + 2
    asked = [Client().ask(site) for _ in range(rush)]
    await pages.wait_for(rush)
    pages.door.set()
    await asyncio.gather(*asked)
    async with asyncio.timeout(PATIENCE):
        while len(alive(pages.threads)) > THREADS_KEPT:
            await asyncio.sleep(0.01)
    assert len(alive(pages.threads)) == THREADS_KEPT


def alive(threads: list[int]) -> set[int | None]:
    return {thread.ident for thread in threading.enumerate()}.intersection(threads)


async def test_one_page_too_many_waits_for_a_place(pages):
    site = PagePlaces(pages, at_once=2)
    clients = [Client() for _ in range(3)]
    asked = [client.ask(site) for client in clients]
    await pages.wait_for(2)
    await asyncio.sleep(0.05)
    assert len(pages.threads) == 2
    pages.door.set()
    await asyncio.gather(*asked)
    assert [client.status for client in clients] == [200] * 3


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
async def test_a_health_check_needs_no_place(pages, path):
    site = PagePlaces(pages, at_once=1)
    asked = [Client().ask(site), Client().ask(site, path)]
    await pages.wait_for(2)
    pages.door.set()
    await asyncio.gather(*asked)


async def test_a_page_that_waits_for_others_leaves_its_place_meanwhile(pages):
    others_are_done = asyncio.Event()

    async def waiting(scope: Any, receive: Any, send: Any) -> None:
        async with without_place():
            await others_are_done.wait()
        await pages(scope, receive, send)

    async def chosen(scope: Any, receive: Any, send: Any) -> None:
        await (waiting if scope["path"] == "/waiting/" else pages)(scope, receive, send)

    site = PagePlaces(chosen, at_once=1)
    away = Client().ask(site, "/waiting/")
    other = Client().ask(site)
    await pages.wait_for(1)  # the other has the place
    others_are_done.set()
    await asyncio.sleep(0.05)
    assert len(pages.threads) == 1  # who comes back waits for it
    pages.door.set()
    await asyncio.wait_for(asyncio.gather(away, other), PATIENCE)
    assert site.places._value == 1


async def test_a_page_that_ends_while_it_has_left_its_place_gives_none_back():
    async def waiting(scope: Any, receive: Any, send: Any) -> None:
        async with without_place():
            site.places._value = 0  # others have all of them
            raise asyncio.CancelledError

    site = PagePlaces(waiting, at_once=1)
    client = Client()
    asked = client.ask(site)
    await asyncio.sleep(0.05)
    asked.cancel()
    await asyncio.wait_for(asked, PATIENCE)
    assert (client.status, site.places._value) == (503, 0)


async def test_a_page_that_fails_gives_its_place_back():
    async def broken(scope: Any, receive: Any, send: Any) -> None:
        raise OSError("broken")

    site = PagePlaces(broken, at_once=1)
    for _ in range(3):
        with pytest.raises(OSError, match="broken"):
            await asyncio.wait_for(Client().ask(site), PATIENCE)


async def test_a_reader_who_leaves_gives_the_place_back_once_the_thread_is_done(pages):
    async def abandoned(scope: Any, receive: Any, send: Any) -> None:
        """As Django does it: the work that is under way in the thread cannot be ended."""
        work = asyncio.ensure_future(sync_to_async(pages.work)())
        queued = asyncio.ensure_future(sync_to_async(pages.work)())
        await pages.wait_for(1)
        queued.cancel()
        work.cancel()
        await asyncio.gather(work, queued, return_exceptions=True)

    site = PagePlaces(abandoned, at_once=1)
    gone = Client().ask(site)
    await pages.wait_for(1)
    next_one = Client().ask(site)
    await asyncio.sleep(0.05)
    assert len(pages.threads) == 1
    assert not gone.done()
    pages.door.set()
    await asyncio.wait_for(asyncio.gather(gone, next_one), PATIENCE)


async def test_who_gets_no_place_in_time_is_answered_with_503(pages):
    site = PagePlaces(pages, at_once=1)
    first = Client().ask(site)
    await pages.wait_for(1)
    site.timeout = 0.01
    client = Client()
    await asyncio.wait_for(client.ask(site), PATIENCE)
    assert client.status == 503
    assert (b"retry-after", b"5") in client.answer[0]["headers"]
    pages.door.set()
    await first


async def test_a_visitor_who_gets_no_place_is_shown_why(pages):
    site = PagePlaces(pages, at_once=1, timeout=0.01, refuse=refuse_page)
    site.places._value = 0  # others have all of them
    client = Client()
    await asyncio.wait_for(client.ask(site), PATIENCE)
    assert client.status == 503
    assert {(b"retry-after", b"5"), (b"connection", b"close")} <= {*client.answer[0]["headers"]}
    assert b"Back in a moment" in client.answer[1]["body"]


@pytest.mark.parametrize(
    "headers",
    [
        [(b"accept-language", b"de-AT,de;q=0.9")],
        [(b"accept-language", b"es"), (b"cookie", b"other=1; prefs=language=de")],
    ],
)
async def test_a_visitor_who_gets_no_place_is_shown_why_in_their_language(headers):
    site = PagePlaces(echo, at_once=1, timeout=0.01, refuse=refuse_page)
    site.places._value = 0  # others have all of them
    client = Client()
    await asyncio.wait_for(client.ask(site, headers=headers), PATIENCE)
    assert '<html lang="de">' in client.answer[1]["body"].decode()


async def test_a_script_that_gets_no_place_reads_a_code():
    site = PagePlaces(echo, at_once=1, timeout=0.01, refuse=refuse_page)
    site.places._value = 0  # others have all of them
    client = Client()
    asked = client.ask(site, headers=[(b"accept", b"application/json")])
    await asyncio.wait_for(asked, PATIENCE)
    assert client.status == 503
    assert (b"retry-after", b"5") in client.answer[0]["headers"]
    assert json.loads(client.answer[1]["body"])["code"] == "unavailable"


async def until_told(scope: Any, receive: Any, send: Any) -> None:
    """As Django waits for the reader's leaving, and answers all the same."""
    await receive()
    assert await receive() == DISCONNECT
    await echo(scope, replayed, send)


async def replayed() -> Any:
    return part(b"late", more=False)


async def test_a_page_that_is_not_ready_in_time_is_answered_with_503_and_told():
    client = Client()
    await asyncio.wait_for(client.ask(PagePlaces(until_told, timeout=0.01)), PATIENCE)
    assert client.status == 503
    assert len(client.answer) == 2  # what comes late is dropped


async def test_an_answer_that_has_begun_may_take_its_time():
    async def stream(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await receive()
        assert await receive() == DISCONNECT

    client = Client()
    asked = client.ask(PagePlaces(stream, timeout=0.01))
    await asyncio.sleep(0.1)
    assert not asked.done()
    client.left.set()
    await asked
    assert client.status == 200


async def test_a_page_that_the_end_of_the_server_cancels_is_answered_with_503():
    async def hang(scope: Any, receive: Any, send: Any) -> None:
        await asyncio.Event().wait()

    client = Client()
    asked = client.ask(PagePlaces(hang))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    asked.cancel()
    await asked
    assert client.status == 503


async def test_what_still_runs_when_its_page_is_done_takes_no_place():
    running: list[asyncio.Task[None]] = []
    page_is_done = asyncio.Event()

    async def later() -> None:
        await page_is_done.wait()
        async with without_place():
            pass

    async def beginning(scope: Any, receive: Any, send: Any) -> None:
        running.append(asyncio.create_task(later()))

    site = PagePlaces(beginning, at_once=1)
    await Client().ask(site)
    page_is_done.set()
    await asyncio.wait_for(running[0], PATIENCE)
    assert site.places._value == 1


async def test_a_page_leaves_its_place_from_the_thread_that_makes_it():
    """As Django does: a view in a thread, which has the event loop wait for the engine."""
    free: list[int] = []

    async def wait_for_engine() -> None:
        async with without_place():
            free.append(site.places._value)

    async def django(scope: Any, receive: Any, send: Any) -> None:
        await sync_to_async(lambda: async_to_sync(wait_for_engine)())()

    site = PagePlaces(django, at_once=1)
    await asyncio.wait_for(Client().ask(site), PATIENCE)
    assert (free, site.places._value) == ([1], 1)
