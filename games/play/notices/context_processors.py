"""For every page: what waits for the visitor, and where the source code is."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from games.play.notices.queries import uids_waiting_for


def waiting(request: HttpRequest) -> dict[str, Any]:
    """Return the uids of all that waits for the visitor, read only where they are shown.

    On a game's page that game is left out: the visitor sees it.
    """
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated:
        return {"waiting_uids": []}
    return {"waiting_uids": SimpleLazyObject(lambda: _others(user.pk, _page_uid(request)))}


def _page_uid(request: HttpRequest) -> str | None:
    match = request.resolver_match
    return match.kwargs["uid"] if match and match.view_name == "games:game" else None


def _others(user_id: int, shown: str | None) -> list[str]:
    return [uid for uid in uids_waiting_for(user_id) if uid != shown]


def source(request: HttpRequest) -> dict[str, str]:
    """Return where the site's source code can be read; empty if that is not configured."""
    return {"source_url": settings.SOURCE_URL}
