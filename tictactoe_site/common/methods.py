"""Views that take nothing but a form, and the way back from what they show.

Such a view shows a page if it refuses what was sent, but nobody can come back to that page: a link
to its address is refused.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from django.urls import Resolver404, resolve
from django.views.decorators import http

View = TypeVar("View", bound=Callable[..., Any])


def require_POST(view: View) -> View:
    """Do what Django's decorator does, and mark the view for `nearest_page`."""
    posted = http.require_POST(view)
    # Decorators above this one take the mark over with the view's name.
    posted.takes_forms_only = True  # type: ignore[attr-defined]
    return posted


def nearest_page(path: str) -> str:
    """Return *path*, or if only a form leads there, the nearest page above it."""
    while path != "/" and _takes_forms_only(path):
        path = _nearest_address(path)
    return path


def _takes_forms_only(path: str) -> bool:
    view = _view_at(path)
    return getattr(view, "takes_forms_only", False)


def _nearest_address(path: str) -> str:
    """Return the nearest address above *path* that there is."""
    above = path
    while above != "/":
        above = f"{above.rstrip('/').rpartition('/')[0]}/"
        if _view_at(above):
            break
    return above


def _view_at(path: str) -> Callable[..., Any] | None:
    try:
        return resolve(path).func
    except Resolver404:
        return None
