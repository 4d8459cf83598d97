"""What went wrong, as RFC 9457 has it: a status, a stable code, and a sentence for people."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from http import HTTPStatus
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from ninja import NinjaAPI
from ninja.errors import AuthenticationError, HttpError
from ninja.errors import ValidationError as BadRequest

from games.core.errors import BadNotation, BadRuleset, GameError, TooFast
from games.live.storage.database import Unavailable
from games.programs.api import published_limits
from games.text.refusals import refusal

API = "/api/"
OF_THE_CONTENT = {"Content-Type", "Content-Length"}
MEDIA_TYPE = "application/problem+json"
NOT_THERE = {
    "no_such_game",
    "no_such_player",
    "no_such_run",
    "no_such_seek",
    "no_such_tournament",
}
FORBIDDEN = {"banned", "scope_missing", "not_seated", "not_invited", "not_your_game", "people_only"}
BUSY = {"exports_busy", "too_busy"}
SECONDS_BEFORE_RETRY = 5
SECONDS_BEFORE_TRYING_BUSY = 20
# Codes and sentences for what the site or a framework refuses by a status alone.
CODES = {
    400: ("bad_request", "The request cannot be read."),
    401: ("bad_token", "This token is unknown, expired or revoked."),
    403: ("forbidden", "This is not allowed."),
    404: ("not_found", "There is nothing at this address."),
    405: ("method_not_allowed", "Allow says how this address may be asked."),
    408: ("too_slow", "The request took too long to arrive."),
    413: ("too_long", "The request is too long."),
    415: ("json_only", "What is sent has to be JSON, as application/json."),
    503: ("unavailable", "Try again in a moment."),
}
FAILED = ("failed", "Something went wrong here. It has been noted.")


def problem(
    status: int, code: str, detail: str = "", *, wait: int = 0, **more: Any
) -> HttpResponse:
    """Return an answer that says what is wrong, and after how many seconds to try again,
    if at all.
    """
    if wait:
        more |= {"seconds": wait}
    body = {"status": status, "title": HTTPStatus(status).phrase, "code": code, "detail": detail}
    text = json.dumps(body | more, ensure_ascii=False)
    answer = HttpResponse(text, status=status, content_type=MEDIA_TYPE)
    answer["Cache-Control"] = "no-store"
    if wait:
        answer["Retry-After"] = str(wait)
    return answer


def by_status(status: int) -> HttpResponse:
    """Return a problem of which nothing is known but its *status*."""
    code, detail = CODES.get(status, FAILED)
    wait = SECONDS_BEFORE_RETRY if status == HTTPStatus.SERVICE_UNAVAILABLE else 0
    answer = problem(status, code, detail, wait=wait)
    if status == HTTPStatus.UNAUTHORIZED:
        answer["WWW-Authenticate"] = "Bearer"
    return answer


def refused(error: GameError) -> HttpResponse:
    """Return why the rules or the site do not allow something."""
    if isinstance(error, TooFast):
        return too_many(error.limit, error.wait, error.code)
    if error.code == "export_running":
        return too_many("exports", published_limits.SECONDS_OF_AN_EXPORT, error.code)
    if error.code in BUSY:
        return problem(503, error.code, refusal(error.code), wait=SECONDS_BEFORE_TRYING_BUSY)
    if error.code in NOT_THERE:
        status = 404
    elif error.code in FORBIDDEN:
        status = 403
    else:
        status = 422 if isinstance(error, BadNotation | BadRuleset) else 409
    return problem(status, error.code, refusal(error.code))


def too_many(key: str, wait: int, code: str = "too_fast") -> HttpResponse:
    """Answer that the limit *key* is reached for *wait* seconds."""
    answer = problem(429, code, refusal(code), wait=wait, key=key)
    answer["RateLimit"] = f'"{key}";r=0;t={wait}'
    if limit := published_limits.BY_NAME.get(key):  # the others have no policy
        answer["RateLimit-Policy"] = limit.policy
    return answer


def register(api: NinjaAPI) -> None:
    """Make *api* answer with a problem whatever goes wrong."""
    # As decorators: by its types `add_exception_handler` could pass a class instead of an error.
    api.exception_handler(GameError)(_game_error)
    api.exception_handler(BadRequest)(_bad_request)
    api.exception_handler(HttpError)(_http_error)
    for kind, status in ((Http404, 404), (AuthenticationError, 401), (Unavailable, 503)):
        api.exception_handler(kind)(_with_status(status))


def _with_status(status: int) -> Callable[[HttpRequest, Exception], HttpResponse]:
    return lambda request, error: by_status(status)


def _game_error(request: HttpRequest, error: GameError) -> HttpResponse:
    return refused(error)


def _http_error(request: HttpRequest, error: HttpError) -> HttpResponse:
    # The framework takes everything that goes wrong while it reads a body for broken JSON.
    cause = error.__cause__
    return by_status((cause if isinstance(cause, HttpError) else error).status_code)


def _bad_request(request: HttpRequest, error: BadRequest) -> HttpResponse:
    # The same code as for a request that is no JSON (400): the program has to be mended. Programs
    # tell the two by their status, and by the fields that are named here.
    fields = [{"field": _field(one["loc"]), "reason": one["msg"]} for one in error.errors]
    detail = "Something in the request is not as it should be."
    return problem(422, "bad_request", detail, fields=fields)


def _field(location: Sequence[object]) -> str:
    """Return the field that the program sent: in a body it follows the name of the argument."""
    where, *path = location
    return str(next(iter(path[1:] if where == "body" else path), ""))


def problems_middleware(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Answer with a problem wherever a page would refuse a request of the API."""

    def middleware(request: HttpRequest) -> HttpResponse:
        return _as_problem(request, get_response(request))

    return middleware


def _as_problem(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    is_page = response.status_code >= 400 and response["Content-Type"] != MEDIA_TYPE
    if not (is_page and request.path_info.startswith(API)):
        return response
    answer = by_status(response.status_code)
    for name, value in response.items():  # such as Allow, and what the site gives every answer
        if name not in OF_THE_CONTENT:
            answer.headers.setdefault(name, value)
    return answer
