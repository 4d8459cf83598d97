"""Removes what devices were told, and devices without a session."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.contrib.sessions.models import Session
from django.db.models import Exists, OuterRef

from games.models import PushDevice, PushNotice

KEPT_FOR = timedelta(days=60)  # no turn waits for longer than 14, and so is told once
AT_ONCE = 500


def remove_old(*, now: datetime) -> int:
    """Remove some of each; return how many."""
    old = PushNotice.objects.filter(made_at__lt=now - KEPT_FOR)
    told = list(old.values_list("pk", flat=True)[:AT_ONCE])
    PushNotice.objects.filter(pk__in=told).delete()
    session = Session.objects.filter(pk=OuterRef("session"), expire_date__gt=now)
    ended = PushDevice.objects.filter(~Exists(session))
    devices = list(ended.values_list("pk", flat=True)[:AT_ONCE])
    PushDevice.objects.filter(pk__in=devices).delete()
    return len(told) + len(devices)
