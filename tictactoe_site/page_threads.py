"""Threads that pages are made in, kept with their connections to the database.

Django would start a thread for each page, and each opened a database anew: 0.9 ms of a page.
"""

import asyncio
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from typing import Any

from asgiref.sync import ThreadSensitiveContext

from tictactoe_site.asgi_types import Application, Receive, Scope, Send

AT_ONCE = 32  # pages; most of them wait, for the engine or for a database that is away


class PageThread(ThreadPoolExecutor):
    """One thread, which knows what it was last asked to do."""

    last: "Future[Any] | None" = None

    def __init__(self) -> None:
        super().__init__(max_workers=1, thread_name_prefix="page")

    def submit(self, *args: Any, **kwargs: Any) -> "Future[Any]":
        self.last = super().submit(*args, **kwargs)
        return self.last


class PageThreads:
    """ASGI middleware: a page borrows a thread of its own until it is sent, or waits for one.

    A thread whose page nobody waits for any more is lent again once it is done with it.
    """

    def __init__(self, application: Application, *, at_once: int = AT_ONCE) -> None:
        self.application = application
        self.places = asyncio.Semaphore(at_once)
        self.idle: list[PageThread] = []  # the last used first: the others may sleep

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> Any:
        await self.places.acquire()
        thread = self.idle.pop() if self.idle else PageThread()
        try:
            async with ThreadSensitiveContext(executor=thread):
                return await self.application(scope, receive, send)
        finally:
            self._take_back(thread)

    def _take_back(self, thread: PageThread) -> None:
        if thread.last is None or thread.last.done():
            self.idle.append(thread)
            self.places.release()
            return
        loop = asyncio.get_running_loop()

        def when_done(_: "Future[Any]") -> None:
            with suppress(RuntimeError):  # the server has ended meanwhile
                loop.call_soon_threadsafe(self._take_back, thread)

        thread.last.add_done_callback(when_done)
