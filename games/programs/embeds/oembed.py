"""oEmbed (oembed.com, 2019): other sites ask with a page's address how to show it in a frame."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs, urlsplit

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.urls import Resolver404, resolve
from django.utils.cache import patch_cache_control
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.access import found_or_404
from games.programs.embeds import kinds
from games.programs.embeds.code import code_of, size_of
from games.programs.embeds.kinds import Framed
from tictactoe_site.common.links import public_url
from tictactoe_site.common.numbers import parse_number

MAX_URL_LENGTH = 2_000  # characters
SECONDS_KEPT = 3_600

Finder = Callable[..., tuple[Framed, Any]]

# What finds a thing, by the route's name of its page or of its frame.
FINDERS: dict[str, Finder] = {
    "games:game": kinds.game_of,
    "games:review": kinds.game_of,
    "games:embed_game": kinds.game_of,
    "games:position": kinds.position_of,
    "games:board": kinds.position_of,
    "games:embed_position": kinds.position_of,
    "games:embed_board": kinds.position_of,
    "games:explain_position": kinds.explanation_of,
    "games:explain_board": kinds.explanation_of,
    "games:embed_explanation": kinds.explanation_of,
    "games:embed_explained_board": kinds.explanation_of,
    "games:puzzle": kinds.puzzle_of,
    "games:embed_puzzle": kinds.puzzle_of,
    "games:daily_puzzle": kinds.daily_puzzle,
    "games:embed_daily_puzzle": kinds.daily_puzzle,
    "games:lab_run": kinds.verdict_of,
    "games:embed_verdict": kinds.verdict_of,
}
# Parts of the address's query that the frame gets, too. Only frames' own addresses have a theme.
PASSED_ON = ("ply", "step", "method", "theme")


@require_safe
def oembed(request: HttpRequest) -> HttpResponse:
    """Return how to show the page of ?url= in a frame, within ?maxwidth= and ?maxheight=."""
    form = request.GET.get("format", "json")
    if form != "json":
        return _refused("format_not_offered", 501)
    url = request.GET.get("url", "")
    try:
        framed, query = _find_framed(url)
    except (Http404, Resolver404, ValueError):
        return _refused("no_such_page", 404)
    most = {name: _number(request, name) for name in ("maxwidth", "maxheight")}
    if 0 in most.values():
        return _refused("bad_size", 400)
    room = {"most_width": most["maxwidth"], "most_height": most["maxheight"]}
    size = size_of(framed.ruleset, **room)
    told = {
        "version": "1.0",
        "type": "rich",
        "title": framed.title,
        "provider_name": _("Tic Tac Toe"),
        "provider_url": public_url("/"),
        "html": code_of(f"{framed.path}{query}", framed.title, framed.ruleset, **room),
        "width": size.width,
        "height": size.height,
        "cache_age": SECONDS_KEPT,
    }
    # The scripts of any page may read it: it tells nothing of whoever asks.
    headers = {"Access-Control-Allow-Origin": "*", "Cross-Origin-Resource-Policy": "cross-origin"}
    answer = JsonResponse(told, headers=headers)
    patch_cache_control(answer, public=True, max_age=SECONDS_KEPT)
    return answer


def _find_framed(url: str) -> tuple[Framed, str]:
    """Return the frame of what is at *url*, and the query of the frame's address.

    Raises Http404, Resolver404 or ValueError, if there is nothing for a frame.
    """
    # No path of the site is so long: what is cut off can only be a query that no frame needs.
    parts = urlsplit(url[:MAX_URL_LENGTH])
    if f"{parts.scheme}://{parts.netloc}" not in settings.PUBLIC_ORIGINS:
        raise Http404
    there = resolve(parts.path)
    finder = found_or_404(FINDERS.get(there.view_name))
    framed, _what = finder(**there.kwargs)
    asked = parse_qs(parts.query, max_num_fields=20)
    passed = {name: asked[name][0] for name in PASSED_ON if name in asked}
    return framed, f"?{urlencode(passed)}" if passed else ""


def _number(request: HttpRequest, name: str) -> int | None:
    """Return a number of pixels; None if it is not asked for, 0 if it is no number."""
    text = request.GET.get(name)
    return None if text is None else parse_number(text, most_digits=9) or 0


def _refused(code: str, status: int) -> HttpResponse:
    # Not to be cached: a game that has not begun, or a run without a verdict, has a frame later.
    return JsonResponse({"code": code}, status=status, headers={"Cache-Control": "no-store"})
