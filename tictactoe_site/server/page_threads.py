"""Threads that pages are made in, kept with their connections to the database."""

import asyncio
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager

from asgiref.sync import ThreadSensitiveContext
from django.db import close_old_connections, connections


class PageThreads:
    """Threads, one lent to each page; so many that are idle are kept at *most*.

    Django would start one for each page, and that opened SQLite's file anew, read its schema and
    prepared every statement again. Each that is kept also keeps its connection open: with eight of
    them a process had 21 threads after a rush of forty visitors, with 32 it had 51.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._idle: list[ThreadPoolExecutor] = []  # the last used is lent first: others may sleep

    @asynccontextmanager
    async def lent(self) -> AsyncIterator[None]:
        """Lend a thread for the block.

        It is given back once it has done all that it was asked to do there, also for a reader who
        has left.
        """
        thread = self._idle.pop() if self._idle else ThreadPoolExecutor(1, "page")
        try:
            async with ThreadSensitiveContext(executor=thread):
                yield
        finally:
            # The thread does one thing after the other, so this comes last. If the wait for it is
            # cancelled nobody gets the thread, and it ends when it is done.
            await asyncio.wrap_future(thread.submit(close_old_connections))
            if len(self._idle) < self._most:
                self._idle.append(thread)
            else:
                thread.submit(connections.close_all)
                thread.shutdown(wait=False)
