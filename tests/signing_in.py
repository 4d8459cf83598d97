"""What the tests need to sign in with: codes of an app, and sessions that have just begun."""

from __future__ import annotations

import base64
import hmac
import struct
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from django.test import Client

    from accounts.models import User

PERIOD = 30  # seconds for which an app shows a code


def code_of(secret: str, *, later: int = 0) -> str:
    """The code an app shows now, or so many codes *later*, by RFC 6238."""
    counter = struct.pack(">Q", int(time.time()) // PERIOD + later)
    digest = hmac.digest(base64.b32decode(secret.replace(" ", "")), counter, "sha1")
    start = digest[-1] & 15
    number = int.from_bytes(digest[start : start + 4]) & 0x7FFFFFFF
    return f"{number % 1_000_000:06}"


def begin_session(
    client: Client, user: User, *, seconds_ago: float = 0, code: bool = False
) -> None:
    """Sign *user* in as if it had been with the password, and a *code*, so long ago."""
    from allauth.account.authentication import AUTHENTICATION_METHODS_SESSION_KEY

    client.force_login(user)
    session = client.session
    methods = ("password", "mfa") if code else ("password",)
    at = time.time() - seconds_ago
    session[AUTHENTICATION_METHODS_SESSION_KEY] = [{"method": name, "at": at} for name in methods]
    session[f"{AUTHENTICATION_METHODS_SESSION_KEY}_user"] = str(user.pk)
    session.save()
