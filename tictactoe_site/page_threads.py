"""Threads that pages are made in, kept with their connections to the database.

Django would start a thread for each page, and each opened a database anew: 0.9 ms of a page.
"""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from asgiref.sync import ThreadSensitiveContext

from tictactoe_site.asgi_types import Application, Receive, Scope, Send

AT_ONCE = 32  # pages; most of them wait, for the engine or for a database that is away


class PageThreads:
    """ASGI middleware: a page borrows a thread of its own until it is sent, or waits for one."""

    def __init__(self, application: Application, *, at_once: int = AT_ONCE) -> None:
        self.application = application
        self.places = asyncio.Semaphore(at_once)
        self.idle: list[ThreadPoolExecutor] = []  # the last used first: the others may sleep

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> Any:
        async with self.places:
            thread = self.idle.pop() if self.idle else ThreadPoolExecutor(1, "page")
            try:
                async with ThreadSensitiveContext(executor=thread):
                    return await self.application(scope, receive, send)
            finally:
                self.idle.append(thread)
