"""Browsers that have signed in to an account before.

Such a browser has a signed cookie. Its attempts to sign in to the same account are counted
separately, so that guessing from elsewhere does not lock the owner out.
"""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from django.conf import settings
from django.core import signing

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponseBase

    from accounts.models import User

COOKIE = f"{settings.COOKIE_PREFIX}device"
COOKIE_AGE = 365 * 24 * 3600  # seconds
SALT = "accounts.device"


def known_device(request: HttpRequest, user: User | None) -> str:
    """Return the browser's name if *user* has signed in with it before, else ""."""
    if user is None:
        return ""
    try:
        owner, device = signing.loads(
            request.COOKIES.get(COOKIE, ""), salt=SALT, max_age=COOKIE_AGE
        )
    except (signing.BadSignature, ValueError, TypeError):
        return ""
    return str(device) if owner == user.pk else ""


def remember_device(request: HttpRequest, response: HttpResponseBase, user: User) -> None:
    """Give the browser its cookie."""
    device = known_device(request, user) or secrets.token_urlsafe(12)
    response.set_cookie(
        COOKIE,
        signing.dumps([user.pk, device], salt=SALT),
        max_age=COOKIE_AGE,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
