"""The installed site: its manifest, its worker, and the page that works without a network.

Games that were played there are added to My games.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_safe

from accounts.access import found_or_404
from accounts.models import User
from games.core.errors import GameError
from games.play.offline import keeping
from games.play.offline.services import MAX_BYTES, add_game, parse_game, parse_games
from games.play.push.vapid import public_key
from games.play.refusing import refused_data
from games.text.refusals import refusal
from tictactoe_site.common.methods import require_POST

SCRIPTS = Path(settings.BASE_DIR) / "static/js/play"
WORKERS = (SCRIPTS / "offline/service-worker.js", SCRIPTS / "push/service-worker.js")
DESK, DARK_DESK = "#ecefea", "#0d1014"  # as in tokens.css
ICONS = (("icon-192.png", 192, "any"), ("icon-512.png", 512, "any"))
MASKABLE = ("icon-maskable-512.png", 512, "maskable")


@require_safe
@cache_control(public=True, max_age=3_600)
def manifest(request: HttpRequest) -> HttpResponse:
    """Show what a device needs to know to put the site on its home screen."""
    shortcuts = {
        _("Play the computer"): f"{reverse('games:new')}?opponent=computer",
        _("Daily puzzle"): reverse("games:daily_puzzle"),
        _("My games"): reverse("games:history"),
    }
    home = reverse("games:home")
    told = {
        "id": home,
        "name": _("Tic Tac Toe"),
        "short_name": _("Tic Tac Toe"),
        "description": _("Tic-tac-toe in every size, against people and the computer."),
        "start_url": home,
        "scope": home,
        "display": "standalone",
        "background_color": DESK,
        "theme_color": DESK,
        "color_scheme_dark": {"background_color": DARK_DESK, "theme_color": DARK_DESK},
        "categories": ["games"],
        "icons": [
            {
                "src": static(f"img/{name}"),
                "sizes": f"{size}x{size}",
                "type": "image/png",
                "purpose": purpose,
            }
            for name, size, purpose in (*ICONS, MASKABLE)
        ],
        "shortcuts": [{"name": name, "url": url} for name, url in shortcuts.items()],
    }
    return JsonResponse(told, content_type="application/manifest+json")


@require_safe
@cache_control(no_cache=True)  # browsers ask at every visit whether there is another
def service_worker(request: HttpRequest) -> HttpResponse:
    """Show the script that keeps the offline page and shows notifications.

    Two lines before it say what is kept, and where notifications come from.
    """
    lines = (
        f"self.kept = {json.dumps(_worker_config(request))};\nself.push = {json.dumps(_push())};\n"
    )
    script = lines + "".join(worker.read_text() for worker in WORKERS)
    return HttpResponse(script, content_type="text/javascript; charset=utf-8")


def _worker_config(request: HttpRequest) -> dict[str, Any]:
    if request.GET.get(keeping.KEEP) == keeping.NOTHING:
        return {"name": "offline-nothing", "page": "", "files": []}
    copy = keeping.offline_copy(get_language())
    return {
        "name": f"offline-{copy.version}",
        "page": reverse("games:offline_page", args=(copy.version,)),
        "files": copy.files,
    }


def _push() -> dict[str, str]:
    return {
        "key": public_key(),
        "icon": static("img/icon-192.png"),
        "token": reverse("games:offline_account"),
        "renew": reverse("games:push_renew"),
    }


@require_safe
@never_cache
def offline(request: HttpRequest) -> HttpResponse:
    """Show the page that works without a network, while there is one."""
    return render(request, keeping.TEMPLATE, {"levels": keeping.LEVELS})


@require_safe
@cache_control(public=True, max_age=3_600)
def kept_page(request: HttpRequest, version: str) -> HttpResponse:
    """Return the page that works without a network as browsers keep it, without the visitor's data.

    While one deployment follows another, a server has only its own version. All languages are
    searched for it: the reader may have chosen another since the worker was told of the version.
    """
    every = (keeping.offline_copy(language) for language, _name in settings.LANGUAGES)
    found = found_or_404(next((copy for copy in every if copy.version == version), None))
    return HttpResponse(found.page)


@require_safe
@never_cache
def account(request: HttpRequest) -> HttpResponse:
    """Show whose games the device's would become, and the token to send them with."""
    user = request.user
    name = user.username if user.is_authenticated else ""
    told = {"name": name, "token": get_token(request), "games": reverse("games:history")}
    return JsonResponse(told)


@require_POST
def add_games(request: HttpRequest) -> HttpResponse:
    """Add a device's games, each for itself, to the games of whoever is signed in.

    The answer says of each what it has become, or why it was refused; 422 if any was.
    """
    user = request.user
    try:
        if not user.is_authenticated:
            raise GameError("not_signed_in")
        if int(request.META.get("CONTENT_LENGTH") or 0) > MAX_BYTES:
            raise GameError("too_many_games")
        games = parse_games(request.body)
    except GameError as error:
        return refused_data(error)
    answers = [_answer(user, raw) for raw in games]
    is_refused = any("code" in answer for answer in answers)
    return JsonResponse({"games": answers}, status=422 if is_refused else 200)


def _answer(user: User, raw: msgspec.Raw) -> dict[str, Any]:
    try:
        played = parse_game(raw)
        game = add_game(player=user, played=played)
    except GameError as error:
        return {"code": error.code, "text": refusal(error.code)}
    return {"id": played.id, "uid": game.uid, "path": game.get_absolute_url()}
