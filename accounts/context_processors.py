"""What every template can use: the visitor's preferences."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.utils.functional import SimpleLazyObject

from accounts.preferences import preferences_of

if TYPE_CHECKING:
    from django.http import HttpRequest


def preferences(request: HttpRequest) -> dict[str, Any]:
    """Give ``prefs``; the account is asked only if the template wants to know."""
    return {"prefs": SimpleLazyObject(lambda: preferences_of(request))}
