"""Limits of one page: the size and the time of its body, a place and a thread, and a deadline.

ASGI middleware, so that it holds under every server. How it refuses is up to whom it serves.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial

from asgiref.sync import ThreadSensitiveContext
from django.db import close_old_connections, connections
from django.http import HttpRequest, HttpResponse, parse_cookie

from tictactoe_site.common.page_place import leave_place
from tictactoe_site.errors import RETRY_AFTER, unavailable
from tictactoe_site.server.asgi_types import Application, Message, Receive, Scope, Send, header

MAX_BODY = 1024 * 1024  # bytes of a request's body
BODY_TIMEOUT = 20.0  # seconds for all of it
PAGES_AT_ONCE = 32  # many may wait: for a move to be stored, or a database that is away
THREADS_KEPT = 8  # between pages, of those that a rush needed
PAGE_TIMEOUT = 60.0  # seconds until a page that is not ready is given up
HEALTH_CHECKS = {"/healthz", "/readyz"}

Refuse = Callable[[Scope, Send, int], Awaitable[None]]


class PageThreads:
    """Threads, of which each page borrows one. At most *most* are kept while they are idle.

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


class BodyTooLong(Exception):
    """The body is longer than a request's may be."""


class WholeBodies:
    """ASGI middleware: a body is read before its page begins, so that a slow client holds nothing.

    Refuses with 413 one that is too long, announced or not, and with 408 one that takes too long.
    """

    def __init__(
        self,
        application: Application,
        *,
        most: int = MAX_BODY,
        timeout: float = BODY_TIMEOUT,
        refuse: Refuse | None = None,
    ) -> None:
        """Take *most* in bytes and *timeout* in seconds."""
        self.application = application
        self.most = most
        self.timeout = timeout
        self.refuse = refuse or close_with

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            async with asyncio.timeout(self.timeout):
                body = await read_body(scope, receive, most=self.most)
        except BodyTooLong:
            await self.refuse(scope, send, 413)
        except TimeoutError:
            await self.refuse(scope, send, 408)
        else:
            if body is not None:
                await self.application(scope, replay(body, receive), send)


async def read_body(scope: Scope, receive: Receive, *, most: int = MAX_BODY) -> bytes | None:
    """Return the request's whole body, of at most *most* bytes; None if the client has left.

    Raises BodyTooLong.
    """
    if announced_length(scope) > most:
        raise BodyTooLong
    body = bytearray()
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        body += message.get("body", b"")
        # Counted as well, for a body in chunks announces no length.
        if len(body) > most:
            raise BodyTooLong
        if not message.get("more_body"):
            return bytes(body)


def announced_length(scope: Scope) -> int:
    lengths = header(scope, b"content-length")
    return max((int(value) for value in lengths if value.isdigit()), default=0)


def replay(body: bytes, receive: Receive) -> Receive:
    """Return a `receive` that begins with the *body*, which was read from *receive*."""
    unread = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive_next() -> Message:
        return unread.pop() if unread else await receive()

    return receive_next


class PagePlaces:
    """ASGI middleware: a page has a thread of its own, and a place for as long as the thread works.

    A page that gets no place or is not ready in time is refused with 503. Health checks need
    no place: they tell how a busy server is. A page that waits for what is bounded elsewhere, as
    the engine's work is, leaves its place meanwhile (`tictactoe_site.common.page_place`).
    """

    def __init__(
        self,
        application: Application,
        *,
        at_once: int = PAGES_AT_ONCE,
        timeout: float = PAGE_TIMEOUT,
        refuse: Refuse | None = None,
    ) -> None:
        """Take *timeout* in seconds."""
        self.application = application
        self.timeout = timeout
        self.refuse = refuse or close_with
        self.places = asyncio.Semaphore(at_once)
        self.threads = PageThreads(min(at_once, THREADS_KEPT))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        deadline = asyncio.get_running_loop().time() + self.timeout
        page = Page(receive, send, deadline, partial(self.refuse, scope))
        try:
            async with asyncio.timeout_at(page.deadline) as waiting, AsyncExitStack() as stack:
                if scope["path"] not in HEALTH_CHECKS:
                    place = await stack.enter_async_context(Place(self.places))
                    leave_place.set(place.leave)
                # It has its place. From here on the page watches its deadline by itself, and
                # answers when it has passed.
                waiting.reschedule(None)
                await self.serve(scope, page)
        except (TimeoutError, asyncio.CancelledError):  # no place, or the server ends
            await page.give_up()

    async def serve(self, scope: Scope, page: "Page") -> None:
        async with self.threads.lent():
            try:
                await self.application(scope, page.receive, page.send)
            except asyncio.CancelledError:
                await page.give_up()


class Place:
    """One of the *places*, from the beginning of the block to its end."""

    def __init__(self, places: asyncio.Semaphore) -> None:
        self._places = places
        self._is_held = False

    async def __aenter__(self) -> "Place":
        await self._take()
        return self

    async def __aexit__(self, *error: object) -> None:
        self._give_back()

    @asynccontextmanager
    async def leave(self) -> AsyncIterator[None]:
        """Give the place up for the length of the block, then wait for one again.

        For the event loop's thread only. Once the page is done this does nothing.
        """
        if not self._is_held:
            yield
            return
        self._give_back()
        try:
            yield
        finally:
            await self._take()

    async def _take(self) -> None:
        await self._places.acquire()
        self._is_held = True

    def _give_back(self) -> None:
        if self._is_held:  # not if the wait for it was cancelled
            self._is_held = False
            self._places.release()


class Page:
    """The `receive` and `send` of one page, which is given up at its *deadline*."""

    def __init__(
        self,
        receive: Receive,
        send: Send,
        deadline: float,
        refuse: Callable[[Send, int], Awaitable[None]],
    ) -> None:
        self.deadline = deadline
        self._refuse = refuse
        self.is_answered = False
        self._receive, self._send = receive, send
        self._is_read = False

    async def receive(self) -> Message:
        """Return the body, then the end: the client's leaving, or the deadline if nothing
        was sent.
        """
        if not self._is_read:
            self._is_read = True
            return await self._receive()
        try:
            async with asyncio.timeout_at(self.deadline):
                return await self._receive()
        except TimeoutError:
            if self.is_answered:
                return await self._receive()
        await self.give_up()
        return {"type": "http.disconnect"}

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.is_answered = True
        await self._send(message)

    async def give_up(self) -> None:
        """Answer that the page takes too long, unless an answer has begun."""
        if not self.is_answered:
            self.is_answered = True
            await self._refuse(self._send, 503)
        # Its thread goes on, for no thread can be stopped, and must find nobody to answer.
        self._send = drop


async def close_with(scope: Scope, send: Send, status: int) -> None:
    """Answer with nothing but *status*, and have the connection closed."""
    response = HttpResponse(status=status)
    if status == 503:
        response["Retry-After"] = RETRY_AFTER
    await answer_last(send, response)


async def refuse_page(scope: Scope, send: Send, status: int) -> None:
    """Refuse somebody who wanted a page of the site: for 503 as `unavailable` does."""
    request = HttpRequest()
    request.path_info = scope["path"]
    for name in (b"accept", b"accept-language"):
        key = f"HTTP_{name.decode().upper().replace('-', '_')}"
        request.META[key] = b",".join(header(scope, name)).decode("latin-1")
    request.COOKIES = parse_cookie(b"; ".join(header(scope, b"cookie")).decode("latin-1"))
    await answer_last(send, unavailable(request) if status == 503 else HttpResponse(status=status))


async def answer_last(send: Send, response: HttpResponse) -> None:
    """Send *response*, and have the connection closed."""
    response["Connection"] = "close"
    await answer(send, response)


async def answer(send: Send, response: HttpResponse) -> None:
    """Send *response*, which needs nothing of Django's any more."""
    body = response.content
    headers = {**response.headers, "Content-Length": str(len(body))}
    named = [(name.lower().encode(), value.encode("latin-1")) for name, value in headers.items()]
    await send({"type": "http.response.start", "status": response.status_code, "headers": named})
    await send({"type": "http.response.body", "body": body})


async def drop(message: Message) -> None:
    """Stand in for `send` where nobody waits for *message* any more."""
