"""Keeps messages that are shown once, on the next page."""

from __future__ import annotations

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.contrib.messages.storage.fallback import FallbackStorage
from django.contrib.messages.storage.session import SessionStorage


class HostCookieStorage(CookieStorage):
    """A storage in a cookie that no other host can set, where there is TLS."""

    cookie_name = f"{settings.COOKIE_PREFIX}messages"


class MessageStorage(FallbackStorage):
    """A storage in a cookie, or in the session if that gets too long."""

    storage_classes = (HostCookieStorage, SessionStorage)
