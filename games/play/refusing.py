"""How a page refuses: with what status, in what words, and when to try again."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse

from games.core.errors import GameError, TooFast
from games.text.refusals import refusal

CONFLICT = 409
STATUS = {
    "no_such_game": 404,
    "not_signed_in": 403,
    "not_graded": 404,
    "too_fast": 429,
    "too_busy": 503,
}
SECONDS_BEFORE_RETRY = 5


class FormPage(Protocol):
    """A page that shows *error*, a sentence, and has this *status*."""

    def __call__(self, error: str, /, *, status: int) -> HttpResponse: ...


@contextmanager
def refusals_told(request: HttpRequest, done: str = "") -> Iterator[None]:
    """End the block where something is refused, and have the next page say why; else, *done*."""
    try:
        yield
    except GameError as error:
        messages.error(request, refusal(error.code))
    else:
        if done:
            messages.success(request, done)


def refused_page(error: GameError, page: FormPage, otherwise: int = CONFLICT) -> HttpResponse:
    """Return *page* with the reason of *error*, and when to ask again if waiting helps."""
    return with_wait(page(refusal(error.code), status=status_of(error, otherwise)), error)


def refused_data(error: GameError) -> HttpResponse:
    """Return the reason of *error* for scripts, as JSON, and when to ask again if waiting helps."""
    body = {"state": "refused", "code": error.code, "text": refusal(error.code)}
    return with_wait(JsonResponse(body, status=status_of(error)), error)


def with_wait(response: HttpResponse, error: GameError) -> HttpResponse:
    """Add to *response* when to ask again, if waiting helps."""
    if isinstance(error, TooFast):
        response["Retry-After"] = str(error.wait)
    elif error.code in ("too_fast", "too_busy"):
        response["Retry-After"] = str(SECONDS_BEFORE_RETRY)
    return response


def status_of(error: GameError, otherwise: int = CONFLICT) -> int:
    """Return the HTTP status for *error*: 429 at a limit, else by its code, or *otherwise*."""
    return 429 if isinstance(error, TooFast) else STATUS.get(error.code, otherwise)
