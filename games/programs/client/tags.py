"""Template tags about the client."""

from __future__ import annotations

from typing import Any

from django import template
from django.urls import reverse

from tictactoe_site.common.links import url_as_seen

register = template.Library()


@register.simple_tag(takes_context=True)
def client_wheel_url(context: dict[str, Any]) -> str:
    """Return the full address of the client's wheel, for pip: under one of the site's own
    origins.
    """
    return url_as_seen(context["request"], reverse("games:client_wheel"))
