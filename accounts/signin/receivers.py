"""What follows when people sign in and out or change how they do: it is logged, for one."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any, cast

from allauth.account import signals
from allauth.account.models import EmailAddress
from allauth.mfa import signals as second_factor_signals
from allauth.mfa.models import Authenticator
from django.contrib.auth.signals import user_logged_in, user_logged_out, user_login_failed
from django.dispatch import receiver
from django.http import HttpRequest

from accounts import services
from accounts.log import record
from accounts.models import AccountEvent, User
from accounts.signin.adapter import CONFIRMATION_MAIL, RESET_MAIL, forget_mail
from accounts.signin.attempts import forget_attempts
from accounts.signin.authentication import note_code
from accounts.signin.sessions import remove_if_nothing_is_left
from tictactoe_site.common import trace
from tictactoe_site.common.addresses import UNKNOWN, client_address

if TYPE_CHECKING:
    from accounts.signin.sessions import SessionStore

logger = logging.getLogger(__name__)


@receiver(user_logged_in)
def log_sign_in(user: User, **kwargs: Any) -> None:
    trace.note_user(user.pk)
    logger.info("signed in", extra={"kind": user.kind})


@receiver(user_logged_out)
def remove_cookie(request: HttpRequest, **kwargs: Any) -> None:
    """Have the session's cookie removed, too; see accounts.middleware."""
    cast("SessionStore", request.session).has_ended = True


@receiver(user_logged_out)
def remove_guest(user: User | None, **kwargs: Any) -> None:
    """Remove a guest who signs out and leaves nothing: nobody can come back as that guest."""
    if user and user.is_guest:
        remove_if_nothing_is_left(user.pk)


@receiver(user_login_failed)
def log_failed_sign_in(request: HttpRequest | None = None, **kwargs: Any) -> None:
    """Log a wrong password without the name, as which some people type their password."""
    address = client_address(request) if request else UNKNOWN
    logger.info("a wrong password", extra={"address": address})


@receiver(second_factor_signals.authentication_failed)
def log_wrong_code(request: HttpRequest, user: User, **kwargs: Any) -> None:
    logger.info("a wrong code", extra={"address": client_address(request), "user_id": user.pk})


@receiver([signals.password_changed, signals.password_set, signals.password_reset])
def record_new_password(request: HttpRequest, user: User, **kwargs: Any) -> None:
    record(AccountEvent.Kind.PASSWORD, user=user, actor=user, request=request)
    forget_attempts(user, request)
    addresses = EmailAddress.objects.filter(user=user).values_list("email", flat=True)
    for email in {user.email, *addresses}:
        forget_mail(RESET_MAIL, email)


@receiver(signals.email_added)
def record_added_address(
    request: HttpRequest, user: User, email_address: EmailAddress, **kwargs: Any
) -> None:
    _record_email(request, user, after={"added": email_address.email})


@receiver(signals.email_removed)
def record_removed_address(
    request: HttpRequest, user: User, email_address: EmailAddress, **kwargs: Any
) -> None:
    _record_email(request, user, before={"removed": email_address.email})
    forget_mail(CONFIRMATION_MAIL, email_address.email)


@receiver(signals.email_confirmed)
def record_confirmed_address(
    request: HttpRequest, email_address: EmailAddress, **kwargs: Any
) -> None:
    _record_email(request, email_address.user, after={"confirmed": email_address.email})


@receiver(signals.email_changed)
def record_primary_address(
    request: HttpRequest,
    user: User,
    from_email_address: EmailAddress | None,
    to_email_address: EmailAddress,
    **kwargs: Any,
) -> None:
    before = {"primary": from_email_address.email} if from_email_address else {}
    _record_email(request, user, before=before, after={"primary": to_email_address.email})


@receiver(second_factor_signals.authenticator_added)
def record_second_factor_on(
    request: HttpRequest, user: User, authenticator: Authenticator, **kwargs: Any
) -> None:
    if authenticator.type == Authenticator.Type.TOTP:
        note_code(request, user)  # a code was asked for to switch it on
        _record_second_factor(request, user, before="off", after="on")
        services.end_other_sessions(user, request)  # because those were opened by a password alone


@receiver(second_factor_signals.authenticator_removed)
def record_second_factor_off(
    request: HttpRequest, user: User, authenticator: Authenticator, **kwargs: Any
) -> None:
    if authenticator.type == Authenticator.Type.TOTP:
        _record_second_factor(request, user, before="on", after="off")


@receiver(second_factor_signals.authenticator_reset)
def record_new_recovery_codes(request: HttpRequest, user: User, **kwargs: Any) -> None:
    _record_second_factor(request, user, before="on", after="new recovery codes")


@receiver(second_factor_signals.authenticator_used)
def record_used_recovery_code(
    request: HttpRequest, user: User, authenticator: Authenticator, **kwargs: Any
) -> None:
    if authenticator.type == Authenticator.Type.RECOVERY_CODES:
        _record_second_factor(request, user, before="on", after="recovery code used")


def _record_second_factor(request: HttpRequest, user: User, *, before: str, after: str) -> None:
    record(
        AccountEvent.Kind.SECOND_FACTOR,
        user=user,
        actor=user,
        request=request,
        before={"second_factor": before},
        after={"second_factor": after},
    )


def _record_email(
    request: HttpRequest,
    user: User,
    *,
    before: dict[str, str] | None = None,
    after: dict[str, str] | None = None,
) -> None:
    record(
        AccountEvent.Kind.EMAIL, user=user, actor=user, request=request, before=before, after=after
    )
