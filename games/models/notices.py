"""What people are told, and until when: moves that wait, refunds, and decisions of staff."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone

from games.models.competing.decision import StaffDecision
from games.models.competing.rating import Pool
from tictactoe_site.common.uids import UID_LENGTH, new_uid


class TurnMail(models.Model):
    """A user who wants mail when it is their turn in games with days; told up to *told_until*."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="turn_mail"
    )
    told_until = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"turns of {self.user_id}"


class RefundNotice(models.Model):
    """A notice that *user* was given points back, or lost them again, until they have read it.

    See `games.compete.ratings.refunds`.
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


class DecisionNotice(models.Model):
    """A notice that staff decided something that concerns *user*, until they have read it.

    *other* is whom they played against. If it *is_answer*, *other* is whom they had reported, and
    *words* are what the staff wrote to them.
    """

    uid = models.CharField(max_length=UID_LENGTH, unique=True, default=new_uid, editable=False)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="decision_notices"
    )
    decision = models.ForeignKey(StaffDecision, models.PROTECT, related_name="notices")
    other = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, blank=True, related_name="+"
    )
    is_answer = models.BooleanField(default=False)
    words = models.CharField(max_length=200, blank=True)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return f"{self.decision} for {self.user_id}"
