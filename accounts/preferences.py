"""The visitor's preferences: from the account, or from a cookie while there is none."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qsl, urlencode

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import Error as DatabaseError
from django.db.models import BooleanField, Field
from django.http import HttpRequest, HttpResponse
from django.utils.functional import SimpleLazyObject

from accounts import marks
from accounts.errors import MarkRefused
from accounts.models import Preferences, User

COOKIE = f"{settings.COOKIE_PREFIX}prefs"
COOKIE_AGE = 365 * 24 * 3600  # seconds
MAX_COOKIE_LENGTH = 500  # characters; all fields at their longest need fewer
FIELDS = (
    "language",
    "theme",
    "sound",
    "volume",
    "vibration",
    "chat",
    "confirm",
    "premove",
    "zen",
    "board",
    "coordinates",
    "offline",
    "x_symbol",
    "o_symbol",
    "x_colour",
    "o_colour",
)
ACCOUNT_FIELDS = (*FIELDS, "handwriting")  # handwriting is too long for a cookie
MARK_FIELDS = ("x_symbol", "o_symbol", "x_colour", "o_colour")
SWITCHES = {"on": True, "off": False}


def preferences_of(request: HttpRequest) -> Preferences:
    """Return the visitor's preferences; unsaved ones from the cookie if none are stored.

    There is one object for the whole request. This never fails, because the page that says that
    the database is away is drawn with it, too.
    """
    preferences: Preferences | None = getattr(request, "_preferences", None)
    if preferences is None:
        try:
            preferences = _stored(request.user)
        except (AttributeError, DatabaseError):  # no user yet, or no database
            preferences = None
        preferences = preferences or from_cookie(request)
        request._preferences = preferences  # type: ignore[attr-defined]
    return preferences


def context_processor(request: HttpRequest) -> dict[str, Any]:
    """Give every template ``prefs``; the database is asked only if a template uses it."""
    return {"prefs": SimpleLazyObject(lambda: preferences_of(request))}


def keep_preferences(
    request: HttpRequest, response: HttpResponse, preferences: Preferences
) -> None:
    """Store *preferences* in the browser, and with the account if there is one.

    They are a changed copy of `preferences_of`. With the account only the changes are written:
    another tab may be changing the rest. Handwriting is stored with the account alone.
    """
    if request.user.is_authenticated:
        values, before = account_values(preferences), account_values(preferences_of(request))
        changed = {name: value for name, value in values.items() if value != before[name]}
        Preferences.objects.update_or_create(
            user=request.user, defaults=changed, create_defaults=values
        )
    request._preferences = preferences  # type: ignore[attr-defined]
    # Also for accounts: the cookie is what remains after signing out.
    response.set_cookie(
        COOKIE,
        to_text(preferences),
        max_age=COOKIE_AGE,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def hand_over(preferences: Preferences, user: User) -> None:
    """Give *user* the preferences from before signing in or up, unless the account has its own."""
    if to_text(preferences) or preferences.handwriting:
        Preferences.objects.get_or_create(user=user, defaults=account_values(preferences))


def from_cookie(request: HttpRequest) -> Preferences:
    """Return the preferences in the browser's cookie, as far as they are valid."""
    return from_text(request.COOKIES.get(COOKIE, ""))


def to_text(preferences: Preferences) -> str:
    """Return as text the preferences that differ from the default; "" if none does."""
    default = _values(Preferences())
    changed = {
        name: value for name, value in _values(preferences).items() if value != default[name]
    }
    return urlencode({name: _text_of(value) for name, value in changed.items()})


def _text_of(value: Any) -> str:
    """Return *value* as text that `_set` can read: a switch as "on" or "off", and 0 as a number."""
    return ("on" if value else "off") if isinstance(value, bool) else str(value)


def from_text(text: str) -> Preferences:
    """Return the preferences in *text*; whatever cannot be read stays at its default."""
    preferences = Preferences()
    given = dict(parse_qsl(text[:MAX_COOKIE_LENGTH])) if text.isprintable() else {}
    for name, value in given.items():
        if name in FIELDS:
            _set(preferences, name, value)
    drop_unfit_marks(preferences)
    return preferences


def drop_unfit_marks(preferences: Preferences) -> None:
    """Go back to the usual marks and colours if the chosen ones cannot be told apart."""
    try:
        marks.check_pair(*(getattr(preferences, name) for name in MARK_FIELDS))
    except MarkRefused:
        for name in MARK_FIELDS:
            setattr(preferences, name, "")


def account_values(preferences: Preferences) -> dict[str, Any]:
    """Return all that an account keeps of *preferences*."""
    return {name: getattr(preferences, name) for name in ACCOUNT_FIELDS}


def _stored(user: Any) -> Preferences | None:
    """Return the account's preferences, which were read together with the session's user."""
    return getattr(user, "preferences", None)


def _values(preferences: Preferences) -> dict[str, Any]:
    return {name: getattr(preferences, name) for name in FIELDS}


def _set(preferences: Preferences, name: str, text: str) -> None:
    field = Preferences._meta.get_field(name)
    assert isinstance(field, Field)  # as all of FIELDS are
    value = SWITCHES.get(text) if isinstance(field, BooleanField) else text
    try:
        setattr(preferences, name, field.clean(value, preferences))
    except ValidationError:
        return
