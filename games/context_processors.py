"""What every page shows of the visitor's games."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from games.selectors import waiting_count


def waiting(request: HttpRequest) -> dict[str, Any]:
    """How many games and challenges wait for the visitor, counted only where it is shown."""
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated:
        return {"waiting_count": 0}
    return {"waiting_count": SimpleLazyObject(lambda: waiting_count(user.pk))}
