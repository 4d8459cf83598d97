"""Refuses requests whose query holds a NUL character, which PostgreSQL accepts nowhere, not even as
a parameter.

Forms refuse it by themselves, and say so beside the field.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from asgiref.sync import iscoroutinefunction
from django.http import HttpRequest, HttpResponse
from django.utils.decorators import sync_and_async_middleware

from tictactoe_site.errors import standalone


@sync_and_async_middleware
def nul_middleware(
    get_response: Callable[[HttpRequest], Any],
) -> Callable[[HttpRequest], HttpResponse | Awaitable[HttpResponse]]:
    """Answer 400 before anything is looked up."""
    if iscoroutinefunction(get_response):

        async def asynchronous(request: HttpRequest) -> HttpResponse:
            return _refusal(request) or await get_response(request)

        return asynchronous

    def synchronous(request: HttpRequest) -> HttpResponse:
        return _refusal(request) or get_response(request)

    return synchronous


def _refusal(request: HttpRequest) -> HttpResponse | None:
    query = request.META.get("QUERY_STRING", "")
    if "%00" in query or "\x00" in query:
        return standalone("400.html", 400)
    return None
