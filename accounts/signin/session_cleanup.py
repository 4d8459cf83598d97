"""Removes ended sessions, and with them the guests who left nothing behind."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import ProtectedError

from accounts.models import User

if TYPE_CHECKING:
    from datetime import datetime

SESSIONS_AT_ONCE = 100  # the caller repeats until nothing is left


def remove_ended_sessions(*, now: datetime) -> int:
    """Remove at most SESSIONS_AT_ONCE sessions that ended before *now*; return how many.

    A guest can only come back through the session, so a guest who left nothing is removed with it.
    """
    ended = Session.objects.filter(expire_date__lt=now).order_by("expire_date")
    some = list(ended[:SESSIONS_AT_ONCE])
    for session in some:
        user = session.get_decoded().get(SESSION_KEY)  # none, if signed with another key
        if user:
            remove_if_nothing_is_left(int(user))
    Session.objects.filter(pk__in=[session.pk for session in some]).delete()
    return len(some)


def remove_if_nothing_is_left(user_id: int) -> bool:
    """Remove a guest who never played, chatted, or did anything logged; return whether it did so.

    Everything that must not be lost has a protecting foreign key to the user.
    """
    with transaction.atomic():
        guests = User.objects.select_for_update().guests().playing()
        guest = guests.filter(pk=user_id).first()
        if guest is None:
            return False
        try:
            guest.delete()
        except ProtectedError:
            return False
    return True
