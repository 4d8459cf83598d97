"""What views know of a request once somebody has signed in."""

from __future__ import annotations

from django.http import HttpRequest

from accounts.models import User


class SignedInRequest(HttpRequest):
    """A request that passed `login_required` or its like; for the type checker alone."""

    user: User


def signed_in_user(request: HttpRequest) -> User:
    """Return whose request it is, on a page that lets in nobody who has not signed in."""
    assert isinstance(request.user, User)
    return request.user


def viewer_of(request: HttpRequest) -> User | None:
    """Return who is signed in, also a guest; None for an anonymous visitor."""
    return request.user if request.user.is_authenticated else None
