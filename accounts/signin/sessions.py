"""Sessions as Django stores them in the database: whose they are, and what is removed with them.

SESSION_ENGINE in the settings names this module.
"""

from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.contrib.auth import (
    BACKEND_SESSION_KEY,
    HASH_SESSION_KEY,
    SESSION_KEY,
    load_backend,
)
from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import ProtectedError
from django.utils.crypto import constant_time_compare

from accounts.models import User

SESSIONS_AT_ONCE = 100  # the caller repeats until nothing is left


class SessionStore(db.SessionStore):
    """One session; see django.contrib.sessions."""

    has_ended = False  # whether the visitor has signed out in this request

    def _validate_session_key(self, key: str | None) -> bool:
        """Refuse what PostgreSQL would: a cookie can contain anything, also a NUL."""
        if key is None or not key.isalnum():
            return False
        return bool(super()._validate_session_key(key))  # type: ignore[misc]  # it has no stub


def user_of(session_key: str) -> User | None:
    """Return the user of this session, as a page would; None if it is nobody's.

    Unlike a page, it does not change the session.
    """
    session = SessionStore(session_key)
    user_id, backend = session.get(SESSION_KEY), session.get(BACKEND_SESSION_KEY)
    if user_id is None or backend not in settings.AUTHENTICATION_BACKENDS:
        return None
    user: User | None = load_backend(backend).get_user(int(user_id))
    return user if user and _is_valid(session, user) else None


def _is_valid(session: SessionStore, user: User) -> bool:
    """Return whether the session has not been ended by a new password or a sign-out everywhere."""
    stored = session.get(HASH_SESSION_KEY, "")
    valid = [user.get_session_auth_hash(), *user.get_session_auth_fallback_hash()]
    return any(constant_time_compare(stored, one) for one in valid)


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
