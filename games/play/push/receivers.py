"""A device ends with the session that switched it on.

Sessions that end without a signal, as by expiring, are noticed before a message is sent.
"""

from typing import Any

from allauth.account import signals
from django.conf import settings
from django.contrib.auth.signals import user_logged_in, user_logged_out
from django.dispatch import receiver
from django.http import HttpRequest

from accounts.models import User
from accounts.signals import account_closing, guest_claimed, other_sessions_ended
from games.play.push import services


@receiver(user_logged_out)
def end_the_sessions_device(request: HttpRequest, **kwargs: Any) -> None:
    if key := request.session.session_key:
        services.end_session(key)


@receiver(user_logged_in)
def follow_the_session(request: HttpRequest, user: User, **kwargs: Any) -> None:
    """Keep the device of a guest who signs up: it is the same account, under another key."""
    services.follow_session(user, before=_sent_key(request), after=_key(request))


@receiver(
    [
        signals.password_changed,
        signals.password_set,
        signals.password_reset,
        other_sessions_ended,
    ]
)
def end_other_sessions_devices(request: HttpRequest | None, user: User, **kwargs: Any) -> None:
    before, after = (_sent_key(request), _key(request)) if request else ("", "")
    services.follow_session(user, before=before, after=after)
    services.end_sessions(user, but=after)


@receiver(account_closing)
def end_all_devices(user: User, **kwargs: Any) -> None:
    services.end_sessions(user)


@receiver(guest_claimed)
def end_the_guests_devices(guest: User, **kwargs: Any) -> None:
    services.end_sessions(guest)


def _sent_key(request: HttpRequest) -> str:
    """Return the key that the browser has sent; by now its session may have another one."""
    return request.COOKIES.get(settings.SESSION_COOKIE_NAME, "")


def _key(request: HttpRequest) -> str:
    return request.session.session_key or ""
