"""How a page for frames is answered: to everybody the same, but for the language.

Its templates get no request. So nothing of a session is read, no cookie is set, and no form has a
token: what such a form sends stands in the address, and nothing of it is stored.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from csp.decorators import csp_replace
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.template.loader import render_to_string
from django.utils.cache import patch_cache_control
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from games.core.errors import GameError
from games.play.refusing import status_of, with_wait
from games.programs.embeds.kinds import Framed
from games.text.refusals import refusal

THEMES = ("light", "dark")  # what ?theme= may name; else the reader's own

View = Callable[..., HttpResponseBase]


def for_frames(view: View) -> View:
    """Let any site show the pages of *view* in frames, which all other pages forbid."""
    return require_safe(xframe_options_exempt(csp_replace({"frame-ancestors": ["*"]})(view)))


def theme_of(request: HttpRequest) -> str:
    """Return the colours that the address asks for; "" for the reader's own."""
    asked = request.GET.get("theme", "")
    return asked if asked in THEMES else ""


def frame(
    request: HttpRequest,
    template: str,
    framed: Framed,
    context: Mapping[str, Any],
    *,
    seconds: int,
    error: GameError | None = None,
) -> HttpResponse:
    """Return the page, which caches may keep for so many *seconds*; or say why, with *error*."""
    shown = {**context, "framed": framed, "theme": theme_of(request)}
    if error is not None:
        shown |= {"refused": refusal(error.code), "code": error.code}
    answer = HttpResponse(render_to_string(f"programs/embeds/{template}", shown))
    # Pages with a Cross-Origin-Embedder-Policy show only frames that say this.
    answer.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    if error is not None:
        answer.status_code = status_of(error, 422)
        return with_wait(answer, error)
    patch_cache_control(answer, public=True, max_age=seconds)
    return answer
