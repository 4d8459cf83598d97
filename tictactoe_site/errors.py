"""The pages for what went wrong.

403 and 404 look like any page. The others stand alone, because what a whole page needs (the
database, a host that is known) may be what is missing.
"""

import logging
from typing import NoReturn

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import gettext, override

logger = logging.getLogger(__name__)

RETRY_AFTER = "5"  # seconds


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    return standalone("400.html", 400)


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    return render(request, "403.html", status=403)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    return render(request, "403_csrf.html", status=403)


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return render(request, "404.html", status=404)


def nowhere(request: HttpRequest, **kwargs: str) -> NoReturn:
    """Answer 404 where Django has a page that this site does not offer."""
    raise Http404


def server_error(request: HttpRequest) -> HttpResponse:
    return standalone("500.html", 500)


def unavailable(request: HttpRequest) -> HttpResponse:
    """Say that a part of the site is away: to a script that asks for JSON, as JSON.

    It is in the visitor's language even where no middleware sets that.
    """
    from accounts.language import language_of_answer  # a server imports this before the models

    with override(language_of_answer(request)):
        return _unavailable(request)


def _unavailable(request: HttpRequest) -> HttpResponse:
    if request.get_preferred_type(["text/html", "application/json"]) == "application/json":
        text = gettext(
            "Part of the site is unavailable. Your games are safe. "
            "Every move is saved as soon as it is made. Try again in a few seconds."
        )
        body = {"state": "refused", "code": "unavailable", "text": text}
        return _to_try_again(JsonResponse(body, status=503))
    return _to_try_again(standalone("503.html", 503))


def _to_try_again(response: HttpResponse) -> HttpResponse:
    response["Retry-After"] = RETRY_AFTER
    response["Cache-Control"] = "no-store"
    return response


def standalone(template: str, status: int) -> HttpResponse:
    """Render *template* with nothing but itself; if even that fails, say the least in text."""
    try:
        return HttpResponse(render_to_string(template), status=status)
    except Exception:
        logger.exception("The page %s cannot be rendered", template)
        return HttpResponse(f"Error {status}\n", content_type="text/plain", status=status)
