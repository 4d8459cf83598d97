"""Template tags of the installed site."""

from __future__ import annotations

from django import template
from django.conf import settings
from django.template import Context
from django.urls import reverse

register = template.Library()


@register.simple_tag(takes_context=True)
def service_worker_address(context: Context) -> str:
    """Return where the service worker is; empty if it is not wanted, or files have no
    hashed names.
    """
    prefs = context.get("prefs")
    wanted = prefs is not None and prefs.offline and not settings.DEBUG
    return reverse("games:service_worker") if wanted else ""
