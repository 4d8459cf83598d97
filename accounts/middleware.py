"""What happens around every request of a visitor."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, cast

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions import middleware as django_middleware
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.cache import patch_vary_headers

from accounts.errors import TooManyGuests

if TYPE_CHECKING:
    from accounts.signin.sessions import SessionStore

SEEN_KEY = "seen"


class SessionMiddleware(django_middleware.SessionMiddleware):
    """A middleware that removes the session's cookie only when the visitor signs out.

    Django removes it whenever there is no session of its key, also by a slow answer to a request
    from before the session got a new key. That signed out visitors who had just switched on
    two-step sign-in.
    """

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        session = cast("SessionStore", request.session)
        if session.has_ended or not session.is_empty():
            return super().process_response(request, response)
        if session.accessed:
            patch_vary_headers(response, ("Cookie",))
        return response


def visitor_middleware(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Extend the sessions of returning visitors, and answer TooManyGuests with a page.

    It has to come after the session middleware.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        # An answer that caches may give to others must bring nobody's cookie.
        if "public" not in response.get("Cache-Control", ""):
            _keep_session(request)
        return response

    middleware.process_exception = _answer_too_many_guests  # type: ignore[attr-defined]
    return middleware


def _keep_session(request: HttpRequest) -> None:
    """Extend the session once a day: a guest who plays every day must not lose the games.

    Only touches sessions that the page has read anyway, so it costs one write a day and no read.
    """
    session = request.session
    if not session.accessed or SESSION_KEY not in session:
        return
    today = timezone.now().date().isoformat()
    if session.get(SEEN_KEY) != today:
        session[SEEN_KEY] = today


def _answer_too_many_guests(request: HttpRequest, exception: Exception) -> HttpResponse | None:
    if not isinstance(exception, TooManyGuests):
        return None
    context = {"minutes": (exception.wait + 59) // 60}
    response = render(request, "accounts/too_many_guests.html", context, status=429)
    response["Retry-After"] = str(exception.wait)
    return response
