"""What every page shows: how many games wait for the visitor, and where the source is."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from games.selectors import waiting_count


def waiting(request: HttpRequest) -> dict[str, Any]:
    """How many games and challenges wait for the visitor, counted only where it is shown."""
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated:
        return {"waiting_count": 0}
    return {"waiting_count": SimpleLazyObject(lambda: waiting_count(user.pk))}


def source(request: HttpRequest) -> dict[str, str]:
    """Where the site's source can be read; empty if whoever runs it does not say."""
    return {"source_url": settings.SOURCE_URL}
