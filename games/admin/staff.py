"""Who uses the administration."""

from __future__ import annotations

from django.http import HttpRequest

from accounts.models import User


def staff_of(request: HttpRequest) -> User:
    """Return whose request it is: the administration lets in nobody who has not signed in."""
    assert isinstance(request.user, User)
    return request.user
