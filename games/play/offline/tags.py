"""Template tags of the installed site."""

from __future__ import annotations

from django import template
from django.conf import settings
from django.template import Context
from django.urls import reverse

from games.play.offline.keeping import KEEP, NOTHING

register = template.Library()


@register.simple_tag(takes_context=True)
def service_worker_address(context: Context) -> str:
    """Return where the service worker is; empty for a page without preferences.

    If the reader wants nothing kept, or files have no hashed names, the worker is there for
    notifications alone.
    """
    prefs = context.get("prefs")
    if prefs is None:
        return ""
    address = reverse("games:service_worker")
    return address if prefs.offline and not settings.DEBUG else f"{address}?{KEEP}={NOTHING}"
