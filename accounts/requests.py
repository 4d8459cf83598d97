"""What views know of a request once somebody has signed in."""

from __future__ import annotations

from django.http import HttpRequest

from accounts.models import User


class SignedInRequest(HttpRequest):
    """A request that passed `login_required` or its like; for the type checker alone."""

    user: User
