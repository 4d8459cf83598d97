"""Pages borrow threads that are kept."""

import asyncio
import threading

from asgiref.sync import sync_to_async

from tictactoe_site.page_threads import PageThreads


class Pages:
    """Notes the thread of each page, which ends once the door is open."""

    def __init__(self) -> None:
        self.door = asyncio.Event()
        self.threads: list[int] = []

    async def __call__(self, scope, receive, send):
        self.threads.append(await sync_to_async(threading.get_ident)())
        await self.door.wait()
        assert await sync_to_async(threading.get_ident)() in self.threads


async def ask(site: PageThreads, number: int) -> list[asyncio.Task[None]]:
    """Ask for *number* pages at once, and wait until nothing more begins."""
    asked = [asyncio.create_task(site({}, None, None)) for _ in range(number)]
    pages = site.application
    begun = -1
    while begun != len(pages.threads) or not begun:
        begun = len(pages.threads)
        await asyncio.sleep(0.05)
    return asked


async def test_pages_at_once_have_threads_of_their_own():
    pages = Pages()
    asked = await ask(PageThreads(pages), 3)
    assert len(set(pages.threads)) == 3
    pages.door.set()
    await asyncio.gather(*asked)


async def test_the_next_page_has_the_thread_of_the_last():
    pages = Pages()
    pages.door.set()
    site = PageThreads(pages)
    for _ in range(5):
        await site({}, None, None)
    assert len(set(pages.threads)) == 1


async def test_one_page_too_many_waits_for_a_thread():
    pages = Pages()
    asked = await ask(PageThreads(pages, at_once=2), 3)
    assert len(pages.threads) == 2
    pages.door.set()
    await asyncio.gather(*asked)
    assert len(pages.threads) == 3
    assert len(set(pages.threads)) == 2


async def test_a_page_that_fails_gives_its_thread_back():
    async def broken(scope, receive, send):
        raise OSError

    site = PageThreads(broken, at_once=1)
    for _ in range(3):
        (outcome,) = await asyncio.gather(site({}, None, None), return_exceptions=True)
        assert isinstance(outcome, OSError)


async def test_nobody_waits_for_a_thread_that_is_busy_with_a_page_given_up():
    """Django lets go of a page whose reader has left; its thread works on."""
    reached, door = threading.Event(), threading.Event()

    def work() -> None:
        reached.set()
        assert door.wait(60)

    async def slow_first(scope, receive, send):
        await sync_to_async(work if scope["is_slow"] else threading.get_ident)()

    site = PageThreads(slow_first, at_once=2)
    given_up = asyncio.create_task(site({"is_slow": True}, None, None))
    await asyncio.to_thread(reached.wait)
    given_up.cancel()
    await asyncio.gather(given_up, return_exceptions=True)
    try:
        await asyncio.wait_for(site({"is_slow": False}, None, None), 30)
        assert len(site.idle) == 1
    finally:
        door.set()
    while len(site.idle) < 2:
        await asyncio.sleep(0.01)
