"""What people are told, and until when it has been: moves that wait, by mail, and refunds."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone

from games.models.competing.rating import Pool
from games.models.game import UID_LENGTH, new_uid


class TurnMail(models.Model):
    """A user who wants mail about moves that wait in games with days for each, and the moment up
    to which all has been told."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="turn_mail"
    )
    told_until = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"turns of {self.user_id}"


class RefundNotice(models.Model):
    """That *user* was given points back, or lost them again, until they have read it.

    See `games.ratings.refunds`.
    """

    uid = models.CharField(max_length=UID_LENGTH, unique=True, default=new_uid, editable=False)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="refund_notices"
    )
    pool = models.CharField(max_length=5, choices=Pool)
    points = models.PositiveSmallIntegerField()
    because_of = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    is_undone = models.BooleanField(default=False)  # the ban was lifted, and the refund taken back
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return f"{self.points} in {self.pool} for {self.user_id}"
