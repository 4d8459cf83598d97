"""What happens to games and sockets when accounts or sessions change."""

from typing import Any

from allauth.account import signals
from asgiref.sync import async_to_sync
from django.conf import settings
from django.contrib.auth.signals import user_logged_out
from django.dispatch import receiver
from django.http import HttpRequest

from accounts.models import User
from accounts.signals import (
    account_closing,
    account_renamed,
    guest_claimed,
    other_sessions_ended,
    tokens_revoked,
)
from games.live import announce
from games.models import BotConditions
from games.play.game import leaving


@receiver(guest_claimed)
def give_the_guests_games(guest: User, user: User, **kwargs: Any) -> None:
    async_to_sync(leaving.transfer_games)(guest=guest, user=user)


@receiver(account_closing)
def remove_the_given_names(user: User, reason: str, **kwargs: Any) -> None:
    """Remove the names in a deleted account's games on one device.

    This comes before the games are left: whoever reads them again then finds no names.
    """
    if reason == "deleted":
        leaving.remove_given_names(user)


@receiver(account_closing)
def leave_all_games(user: User, **kwargs: Any) -> None:
    async_to_sync(leaving.leave_all)(user=user)


@receiver(account_closing)
def remove_the_conditions(user: User, reason: str, **kwargs: Any) -> None:
    """Remove what a bot plays with its account."""
    if reason == "deleted":
        BotConditions.objects.filter(bot=user).delete()


@receiver(account_renamed)
def show_the_new_name(user: User, **kwargs: Any) -> None:
    async_to_sync(leaving.show_new_name)(user=user)


@receiver(user_logged_out)
def close_the_sessions_sockets(request: HttpRequest, user: User | None, **kwargs: Any) -> None:
    if user:
        async_to_sync(announce.signed_out)(user.pk, session=_session_of(request))


@receiver(
    [
        signals.password_changed,
        signals.password_set,
        signals.password_reset,
        other_sessions_ended,
    ]
)
def close_other_sessions_sockets(request: HttpRequest | None, user: User, **kwargs: Any) -> None:
    async_to_sync(announce.password_changed)(user.pk, session=_session_of(request))


@receiver(tokens_revoked)
def close_the_tokens_sockets(user: User, tokens: list[int], **kwargs: Any) -> None:
    async_to_sync(announce.tokens_revoked)(user.pk, tokens=tokens)


def _session_of(request: HttpRequest | None) -> str:
    """Return the session that the browser sent; by now it may have another key."""
    if request is None:
        return ""
    cookie = request.COOKIES.get(settings.SESSION_COOKIE_NAME, "")
    return announce.session_name(cookie)
