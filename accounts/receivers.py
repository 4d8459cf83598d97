"""Writes to the account log what django-allauth does by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from allauth.account import signals
from django.dispatch import receiver

from accounts.attempts import forget_attempts
from accounts.log import record
from accounts.models import AccountEvent, User

if TYPE_CHECKING:
    from allauth.account.models import EmailAddress
    from django.http import HttpRequest


@receiver([signals.password_changed, signals.password_set, signals.password_reset])
def note_new_password(request: HttpRequest, user: User, **kwargs: Any) -> None:
    record(AccountEvent.Kind.PASSWORD, user=user, actor=user, request=request)
    forget_attempts(user.pk)


@receiver(signals.email_added)
def note_added_address(
    request: HttpRequest, user: User, email_address: EmailAddress, **kwargs: Any
) -> None:
    _note_email(request, user, after={"added": email_address.email})


@receiver(signals.email_removed)
def note_removed_address(
    request: HttpRequest, user: User, email_address: EmailAddress, **kwargs: Any
) -> None:
    _note_email(request, user, before={"removed": email_address.email})


@receiver(signals.email_confirmed)
def note_confirmed_address(
    request: HttpRequest, email_address: EmailAddress, **kwargs: Any
) -> None:
    _note_email(request, email_address.user, after={"confirmed": email_address.email})


@receiver(signals.email_changed)
def note_primary_address(
    request: HttpRequest,
    user: User,
    from_email_address: EmailAddress | None,
    to_email_address: EmailAddress,
    **kwargs: Any,
) -> None:
    before = {"primary": from_email_address.email} if from_email_address else {}
    _note_email(request, user, before=before, after={"primary": to_email_address.email})


def _note_email(request: HttpRequest, user: User, **change: dict[str, str]) -> None:
    record(AccountEvent.Kind.EMAIL, user=user, actor=user, request=request, **change)
