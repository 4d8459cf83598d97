"""Refuses requests whose query holds a NUL character, which PostgreSQL accepts nowhere, not even as
a parameter.

Forms refuse it by themselves, and say so beside the field.
"""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from tictactoe_site.errors import standalone


def nul_middleware(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Answer 400 before anything is looked up."""

    def middleware(request: HttpRequest) -> HttpResponse:
        return _refusal(request) or get_response(request)

    return middleware


def _refusal(request: HttpRequest) -> HttpResponse | None:
    query = request.META.get("QUERY_STRING", "")
    if "%00" in query or "\x00" in query:
        return standalone("400.html", 400)
    return None
