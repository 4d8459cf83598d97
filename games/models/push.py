"""Devices that are told of what waits for their account, and what each was told."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from tictactoe_site.common.uids import UID_LENGTH, new_uid

MAX_ENDPOINT = 1000  # characters; those of the services that browsers use have some 200 to 500
MAX_KEY = 40


class PushKind(models.TextChoices):
    """What a device may be told of; `PushDevice.kinds` has the values, separated by spaces."""

    TURN = "turn"
    CHALLENGE = "challenge"
    ROUND = "round"
    TOURNAMENT = "tournament"


ALL_KINDS = " ".join(PushKind.values)


class PushDevice(models.Model):
    """A browser in which somebody wants to be told, until its session ends.

    *endpoint* is its address at the browser's own push service. It belongs to one account only:
    whoever switched it on last. *p256dh* and *auth* are the keys that messages are encrypted with,
    as the browser gave them.
    """

    uid = models.CharField(max_length=UID_LENGTH, unique=True, default=new_uid, editable=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="push_devices")
    session = models.CharField(max_length=40, unique=True, editable=False)
    endpoint = models.CharField(max_length=MAX_ENDPOINT, unique=True)
    p256dh = models.CharField(max_length=88)
    auth = models.CharField(max_length=24)
    name = models.CharField(max_length=40, help_text="Such as Firefox on Android.")
    kinds = models.CharField(max_length=60, default=ALL_KINDS, blank=True)
    created_at = models.DateTimeField(default=timezone.now)
    succeeded_at = models.DateTimeField(null=True, blank=True)
    failures = models.PositiveSmallIntegerField(default=0)  # since the last success
    quiet_until = models.DateTimeField(null=True, blank=True)  # after a failure
    test_wanted_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return f"{self.name} of {self.user_id}"

    def hears_of(self, kind: str) -> bool:
        return kind in self.kinds.split()


class PushNotice(models.Model):
    """One thing that one device is to be told, or was told.

    The process that moves `due_at` on has claimed the notice, and sends it: see
    `games.play.push.telling`.
    """

    device = models.ForeignKey(PushDevice, models.CASCADE, related_name="notices", db_index=False)
    key = models.CharField(max_length=MAX_KEY)
    due_at = models.DateTimeField()
    told_at = models.DateTimeField(null=True, blank=True)
    made_at = models.DateTimeField(default=timezone.now, db_index=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("device", "key"), name="push_notice_once"),)
        indexes = (
            models.Index(fields=("due_at",), name="push_notice_due", condition=Q(told_at=None)),
        )

    def __str__(self) -> str:
        return f"{self.key} for {self.device_id}"
