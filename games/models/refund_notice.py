"""What players are told of refunds: see `games.ratings.refunds`."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone

from games.models.competing.rating import Pool
from games.models.game import UID_LENGTH, new_uid


class RefundNotice(models.Model):
    """That *user* was given points back, or lost them again, until they have read it."""

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
