"""What went wrong, as RFC 9457 has it: a status, a stable code, and a sentence for people."""

from __future__ import annotations

import json
from http import HTTPStatus
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from ninja import NinjaAPI
from ninja.errors import AuthenticationError, HttpError
from ninja.errors import ValidationError as BadRequest

from games.api import limits
from games.core.errors import BadNotation, BadRuleset, GameError, TooFast
from games.live.database import Unavailable
from games.live.loading import NotFound
from games.text.refusals import refusal

BUSY = {"export_running": 429, "exports_busy": 503, "too_busy": 503}
SECONDS_BEFORE_RETRY = 20
NOT_THERE = {"no_such_game", "no_such_player", "no_such_run"}
FORBIDDEN = {"banned", "scope_missing", "not_seated", "not_invited", "not_your_game", "people_only"}


def problem(status: int, code: str, detail: str = "", **more: Any) -> HttpResponse:
    """An answer that says what is wrong."""
    body = {"status": status, "title": HTTPStatus(status).phrase, "code": code, "detail": detail}
    text = json.dumps(body | more, ensure_ascii=False)
    return HttpResponse(text, status=status, content_type="application/problem+json")


def refused(request: HttpRequest, error: GameError) -> HttpResponse:
    """Why the rules or the site do not allow something."""
    if isinstance(error, TooFast):
        return _too_fast(error)
    if status := BUSY.get(error.code):
        return _busy(status, error.code)
    if error.code in NOT_THERE:
        status = 404
    elif error.code in FORBIDDEN:
        status = 403
    else:
        status = 422 if isinstance(error, BadNotation | BadRuleset) else 409
    return problem(status, error.code, refusal(error.code))


def _too_fast(error: TooFast) -> HttpResponse:
    answer = problem(429, error.code, refusal(error.code), key=error.limit, seconds=error.wait)
    answer["Retry-After"] = str(error.wait)
    if limit := limits.BY_NAME.get(error.limit):
        answer["RateLimit-Policy"] = limits.policy(limit)
        answer["RateLimit"] = f'"{limit.name}";r=0;t={error.wait}'
    return answer


def _busy(status: int, code: str) -> HttpResponse:
    answer = problem(status, code, refusal(code), seconds=SECONDS_BEFORE_RETRY)
    answer["Retry-After"] = str(SECONDS_BEFORE_RETRY)
    return answer


def register(api: NinjaAPI) -> None:
    """Have *api* answer all that can go wrong as problems."""
    api.add_exception_handler(GameError, refused)
    api.add_exception_handler(NotFound, lambda request, error: not_found())
    api.add_exception_handler(Http404, lambda request, error: not_found())
    api.add_exception_handler(AuthenticationError, lambda request, error: _sign_in())
    api.add_exception_handler(BadRequest, _bad_request)
    api.add_exception_handler(HttpError, _http_error)
    api.add_exception_handler(Unavailable, _unavailable)


def not_found() -> HttpResponse:
    """The answer for what is not there, or must seem so."""
    return problem(404, "not_found", "There is nothing at this address.")


def _sign_in() -> HttpResponse:
    answer = problem(401, "bad_token", "A token that may be used is missing.")
    answer["WWW-Authenticate"] = "Bearer"
    return answer


def _bad_request(request: HttpRequest, error: BadRequest) -> HttpResponse:
    fields = [
        {"field": ".".join(map(str, one["loc"][1:])), "reason": one["msg"]} for one in error.errors
    ]
    return problem(
        422, "bad_request", "Something in the request is not as it should be.", fields=fields
    )


def _http_error(request: HttpRequest, error: HttpError) -> HttpResponse:
    return problem(error.status_code, "bad_request", str(error))


def _unavailable(request: HttpRequest, error: Unavailable) -> HttpResponse:
    answer = problem(503, "unavailable", "Try again in a moment.")
    answer["Retry-After"] = "5"
    return answer
