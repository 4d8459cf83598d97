"""Sessions as Django keeps them in the database, and whose they are.

The settings name this module as the engine of the sessions.
"""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth import (
    BACKEND_SESSION_KEY,
    HASH_SESSION_KEY,
    SESSION_KEY,
    load_backend,
)
from django.contrib.sessions.backends import db
from django.utils.crypto import constant_time_compare

from accounts.models import User


class SessionStore(db.SessionStore):
    """One session; see django.contrib.sessions."""

    def _validate_session_key(self, key: str | None) -> bool:
        """A cookie can hold anything, and PostgreSQL does not take a NUL even in a question."""
        return bool(key) and key.isalnum() and super()._validate_session_key(key)


def user_of(session_key: str) -> User | None:
    """Whose session that is now, as a page would find; None if nobody's. It changes nothing."""
    session = SessionStore(session_key)
    user_id, backend = session.get(SESSION_KEY), session.get(BACKEND_SESSION_KEY)
    if user_id is None or backend not in settings.AUTHENTICATION_BACKENDS:
        return None
    user: User | None = load_backend(backend).get_user(int(user_id))
    return user if user and _is_valid(session, user) else None


def _is_valid(session: SessionStore, user: User) -> bool:
    """Whether nothing has ended the session since: another password, a sign-out everywhere."""
    stored = session.get(HASH_SESSION_KEY, "")
    valid = [user.get_session_auth_hash(), *user.get_session_auth_fallback_hash()]
    return any(constant_time_compare(stored, one) for one in valid)
