"""The place in which a page is made, and how the page leaves it while it waits for something.

A server has few places (`tictactoe_site.server.pages`). What waits for the engine, whose work is
bounded by itself, takes up none of them:

    async with without_place():
        found = await thinking.study(work, seconds)
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, nullcontext
from contextvars import ContextVar

Leave = Callable[[], AbstractAsyncContextManager[None]]

# Set by the server for each page. There is none outside of pages, and on servers without places.
leave_place: ContextVar[Leave] = ContextVar("leave_place", default=nullcontext)


def without_place() -> AbstractAsyncContextManager[None]:
    """Return the context in which the present page waits without its place."""
    return leave_place.get()()
