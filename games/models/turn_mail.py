"""Who wants to be told by e-mail that a game with days for a move waits."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone


class TurnMail(models.Model):
    """A user who wants such mail, and up to which moment all has been told."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="turn_mail"
    )
    told_until = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"turns of {self.user_id}"
