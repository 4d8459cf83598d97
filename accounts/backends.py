"""Finds the account that signs in, refuses those who may not, and hashes passwords."""

from __future__ import annotations

from typing import Any

from allauth.account.auth_backends import AuthenticationBackend
from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import Argon2PasswordHasher
from django.http import HttpRequest

from accounts.models import User
from tictactoe_site.common import trace

# Every session stores this path, so moving the class would sign everybody out.
BACKEND = "accounts.backends.SignInBackend"


class SignInBackend(AuthenticationBackend):
    """A sign-in by name (in any case) or e-mail address, and password.

    One password is hashed whether the account exists or not, so that the time tells nothing.
    """

    def authenticate(
        self,
        request: HttpRequest | None,
        username: str | None = None,
        password: str | None = None,
        email: str | None = None,
        **credentials: Any,
    ) -> User | None:
        if not password:
            return None
        user = find_user(username) or find_user(email)
        if user is None or user.is_bot:
            self._mitigate_timing_attack(password)
            return None
        checked: User | None = self._check_password(user, password)
        return checked

    def get_user(self, user_id: int) -> User | None:
        """Return a session's user with the preferences, by which every page is drawn.

        None if the user may not be signed in. Notes the user in the log's trace.
        """
        user = User.objects.select_related("preferences").filter(pk=user_id).first()
        if user is None or not self.user_can_authenticate(user):
            return None
        trace.note_user(user.pk)
        return user

    def user_can_authenticate(self, user: Any) -> bool:
        """Return whether *user* may be signed in; otherwise even an open session counts as
        nobody's.

        Nobody signs in as a bot: programs come with tokens, which do not open pages.
        """
        return bool(super().user_can_authenticate(user)) and not (user.is_banned or user.is_bot)


def find_user(login: str | None) -> User | None:
    """Return the user meant by *login*, a name or an e-mail address.

    Names have no "@". If several accounts have the same address, the one that confirmed it is
    meant, or else the oldest, so that a later account cannot take the address over. An account that
    staff or a command has made has its address in its own row alone.
    """
    if not login:
        return None
    if "@" not in login:
        return User.objects.with_name(login).first()
    email = login.strip().lower()
    listed = EmailAddress.objects.filter(email=email, user__is_active=True).select_related("user")
    address = listed.order_by("-verified", "user_id").first()
    if address and address.verified:
        confirmed: User = address.user
        return confirmed
    oldest = User.objects.filter(email=email, is_active=True).order_by("pk").first()
    found = [user for user in (address and address.user, oldest) if user]
    return min(found, key=lambda user: user.pk, default=None)


class SwiftArgon2Hasher(Argon2PasswordHasher):
    """Argon2id with the parameters that OWASP's Password Storage Cheat Sheet names first.

    Django's defaults fill five times the memory and use all processors, for which other pages would
    have to wait.
    """

    memory_cost = 19 * 1024  # KiB
    time_cost = 2
    parallelism = 1
