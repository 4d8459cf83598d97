"""The section of the preferences about notifications on devices."""

from __future__ import annotations

from typing import Any

from django import template
from django.template import Context
from django.utils.translation import gettext_lazy as _

from games.models import PushKind
from games.play.push.queries import devices_of
from games.play.push.vapid import public_key

register = template.Library()

KINDS = {
    PushKind.TURN: _("It’s my turn in a correspondence game"),
    PushKind.CHALLENGE: _("Someone challenges me, or invites me to a rated round"),
    PushKind.ROUND: _("A round of mine has begun"),
    PushKind.TOURNAMENT: _("A tournament I entered begins in 10 minutes"),
}


@register.inclusion_tag("play/push/_devices.html", takes_context=True)
def push_devices(context: Context) -> dict[str, Any]:
    """Return the user's devices, this one as `here`.

    Nothing is shown to whoever is not signed in, or where the site sends no notifications.
    """
    request = context["request"]
    if not request.user.is_authenticated or not public_key():
        return {}
    devices = list(devices_of(request.user))
    here = [device for device in devices if device.session == request.session.session_key]
    kinds = [
        {"value": kind, "label": label, "is_on": device.hears_of(kind)}
        for device in here
        for kind, label in KINDS.items()
    ]
    return {
        "key": public_key(),
        "here": here[0] if here else None,
        "others": [device for device in devices if device not in here],
        "kinds": kinds,
        "csrf_token": context["csrf_token"],
    }
