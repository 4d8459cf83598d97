"""An attempt to sign in, and the limits that count it.

A browser has a signed cookie of the account that was last signed in to with it. Its attempts at
that account are counted separately, so that guessing from elsewhere does not lock the owner out.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from itertools import chain
from typing import Any

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core import signing
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponseBase
from django.utils.translation import ngettext

from accounts import limits
from accounts.backends import find_user
from accounts.models import User
from accounts.names import canonical
from tictactoe_site.common.addresses import address_group, client_address
from tictactoe_site.common.limiters.in_cache import CachedBuckets

COOKIE = f"{settings.COOKIE_PREFIX}device"
COOKIE_AGE = 365 * 24 * 3600  # seconds
SALT = "accounts.device"


def known_device(request: HttpRequest, user: User | None) -> str:
    """Return the browser's name if *user* was the last to sign in with it, else ""."""
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


@dataclass(frozen=True, slots=True)
class Count:
    """One limit, and the key under which it counts the attempt."""

    limit: CachedBuckets
    key: str

    def take(self) -> int:
        return self.limit.take(self.key)

    def give_back(self) -> None:
        self.limit.give_back(self.key)

    def clear(self) -> None:
        self.limit.clear(self.key)


# Limits of which one is enough: the first that has a token counts the attempt.
Alternatives = tuple[Count, ...]


class Attempt:
    """An attempt, with the limits that count it."""

    def __init__(self, *counts: Alternatives) -> None:
        self._counts = counts
        self._taken: list[Count] = []

    @classmethod
    def with_password(cls, request: HttpRequest, credentials: dict[str, Any]) -> Attempt:
        """Return an attempt to give the password for a name or an e-mail address.

        From a browser that has signed in before, it is counted by that browser. Otherwise it is
        counted by its address, by the login (whether that account exists or not), and by both.
        In no way can others use up the owner's attempts.
        """
        login = credentials.get("username") or credentials.get("email") or ""
        device = known_device(request, find_user(login))
        if device:
            return cls((Count(limits.SIGN_IN_PER_DEVICE, f"{_key_of(login)} {device}"),))
        address = address_group(client_address(request))
        per_address = Count(limits.SIGN_IN_PER_ADDRESS, address)
        return cls((per_address,), *_of_login(_key_of(login), address))

    @classmethod
    def with_code(cls, request: HttpRequest, user: User) -> Attempt:
        """Return an attempt to give a code for *user*, whose password was right."""
        device = known_device(request, user)
        if device:
            return cls((Count(limits.CODE_PER_DEVICE, f"user {user.pk} {device}"),))
        return cls((Count(limits.CODE_PER_ACCOUNT, f"user {user.pk}"),))

    def enter(self) -> None:
        """Count the attempt. Raises ValidationError, counting nothing, if it comes too early."""
        for alternatives in self._counts:
            for count in alternatives:
                if not (wait := count.take()):
                    self._taken.append(count)
                    break
            else:
                # An attempt that one limit refuses must not count for the others.
                self.forgive()
                raise _too_early(wait)

    def forgive(self) -> None:
        """Give back what the attempt has taken, because it succeeded or was refused."""
        for count in self._taken:
            count.give_back()


def forget_attempts(user: User, request: HttpRequest) -> None:
    """Forget attempts at *user*'s logins, now that *request* has set a new password.

    These are the attempts counted by a login alone, and those from the address of *request*. Other
    addresses are not known here: from them, one may still have to wait, five minutes at most.
    """
    addresses = EmailAddress.objects.filter(user=user).values_list("email", flat=True)
    for login in {user.username, user.email, *addresses}:
        address = address_group(client_address(request))
        for count in chain.from_iterable(_of_login(_key_of(login), address)):
            count.clear()


def _of_login(login: str, address: str) -> tuple[Alternatives, ...]:
    pair = f"{login} {address}"
    per_login, after_others = limits.SIGN_IN_PER_LOGIN, limits.SIGN_IN_AFTER_OTHERS
    return (
        (Count(limits.SIGN_IN_PER_ADDRESS_AND_LOGIN, pair),),
        (Count(per_login, login), Count(after_others, pair)),
    )


def _key_of(login: str) -> str:
    return canonical(login.strip())


def _too_early(wait: int) -> ValidationError:
    message = ngettext(
        "Too many attempts. Please wait %(wait)d second and try again.",
        "Too many attempts. Please wait %(wait)d seconds and try again.",
        wait,
    )
    return ValidationError(message, code="too_many_login_attempts", params={"wait": wait})
