"""The second step of signing in: a code from an app, after the password.

django-allauth creates and checks the codes; this module is what the site adds. The keys of apps
are stored encrypted, with a key derived from SECRET_KEY, without which they cannot be read.
"""

from __future__ import annotations

import base64
from typing import Any

from allauth.core.internal.cryptokit import normalize_user_code
from allauth.mfa import app_settings
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings
from django.core.cache import cache
from django.db import transaction
from django.http import HttpRequest
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from accounts.access import signed_in_user
from accounts.errors import AccountRefused
from accounts.log import record
from accounts.models import AccountEvent, User
from accounts.signin.authentication import gave_code
from tictactoe_site.common.links import public_host
from tictactoe_site.common.qr import qr_svg

SALT = "accounts.second_factor"  # never to be changed: what is encrypted depends on it


class SecondFactorAdapter(DefaultMFAAdapter):
    """An adapter that names, draws and stores what the second step needs."""

    error_messages = DefaultMFAAdapter.error_messages | {
        "incorrect_code": _("That code is wrong or has been used. Try the next one."),
        "unreadable": _("We can no longer read the key of your app. Please contact us."),
    }

    def get_totp_issuer(self) -> str:
        return public_host()

    def get_totp_label(self, user: User) -> str:
        return user.username

    def build_totp_svg(self, url: str) -> str:
        return qr_svg(url).decode()

    def encrypt(self, text: str) -> str:
        return _cipher().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        """Return what was encrypted. Raises ValidationError if another key was used."""
        try:
            return _cipher().decrypt(encrypted_text.encode()).decode()
        except InvalidToken as error:
            raise self.validation_error("unreadable") from error


def has_second_factor(user: User) -> bool:
    return bool(Authenticator.objects.filter(user=user, type=Authenticator.Type.TOTP).exists())


def may_enter_administration(request: HttpRequest) -> bool:
    """Return whether this member of staff has taken the second step, or does not have to."""
    if not settings.STAFF_SECOND_FACTOR:
        return True
    return gave_code(request) and has_second_factor(signed_in_user(request))


def spend(user: User, code: str) -> bool:
    """Use up *code*, which is correct; return False if it was used before.

    The library forgets used codes after one period, although they are valid for longer.
    """
    steps = 2 * app_settings.TOTP_TOLERANCE + 1
    # Without the spaces and signs that people type between, as the library compares it.
    name = f"code-spent:{user.pk}:{normalize_user_code(code)}"
    return bool(cache.add(name, True, steps * app_settings.TOTP_PERIOD))


def take_away(
    *, user: User, actor: User | None = None, reason: str, request: HttpRequest | None = None
) -> None:
    """Let *user*, who has lost the device, sign in with the password alone.

    Raises AccountRefused ``no_second_factor``.
    """
    with transaction.atomic():
        if not has_second_factor(user):
            raise AccountRefused("no_second_factor")
        forget(user)
        record(
            AccountEvent.Kind.SECOND_FACTOR,
            user=user,
            actor=actor,
            request=request,
            before={"second_factor": "on"},
            after={"second_factor": "off"},
            reason=reason,
        )


def forget(user: User) -> None:
    Authenticator.objects.filter(user=user).delete()


def second_factor_data(user: User) -> dict[str, Any]:
    """Return what is stored of the second step, for JSON; not the key, which a thief could use."""
    kept = Authenticator.objects.filter(user=user).order_by("type")
    return {
        each.type: {"since": _isoformat(each.created_at), "used": _isoformat(each.last_used_at)}
        for each in kept
    }


def _isoformat(moment: Any) -> str | None:
    return moment.isoformat() if moment else None


def _cipher() -> MultiFernet:
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    return MultiFernet([Fernet(_derived(key)) for key in keys])


def _derived(secret: str) -> bytes:
    digest = salted_hmac(SALT, "", secret=secret, algorithm="sha256").digest()
    return base64.urlsafe_b64encode(digest)
