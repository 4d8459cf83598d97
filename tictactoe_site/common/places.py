"""The place that a page holds while it is made; see tictactoe_site.server.pages."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, nullcontext

from django.http import HttpRequest

Meanwhile = Callable[[], AbstractAsyncContextManager[None]]


def without_place(request: HttpRequest) -> Meanwhile:
    """Makes the context in which the page of *request* waits without its place.

    Under a server that gives none it changes nothing.
    """
    found: Meanwhile = getattr(request, "scope", {}).get("without_place", nullcontext)
    return found
