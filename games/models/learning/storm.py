"""Storms: as many puzzles as somebody can solve in three minutes."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from games.models.learning.puzzle_run import PuzzleRun


class Storm(PuzzleRun):
    """A run against the clock, until *ends_at*. *missed* are the puzzles answered wrong."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="storms")
    missed = models.JSONField(default=list, blank=True)
    ends_at = models.DateTimeField()

    objects: ClassVar[models.Manager[Storm]] = models.Manager()

    class Meta:
        verbose_name = _("storm")
        verbose_name_plural = _("storms")
        ordering = ("-pk",)
        constraints = (
            models.UniqueConstraint(
                fields=("user",), condition=Q(ended_at=None), name="storm_one_at_a_time"
            ),
        )
        indexes = (models.Index(fields=("user", "-solved"), name="storm_best"),)

    def __str__(self) -> str:
        return f"{self.user_id}: {self.solved}"

    def get_absolute_url(self) -> str:
        return reverse("games:storm", args=[self.pk])

    @property
    def has_just_missed(self) -> bool:
        """Whether the puzzle before this one was answered wrong."""
        return len(self.seen) > 1 and self.seen[-2] in self.missed

    def ms_left(self, now: datetime) -> int:
        return max(0, (self.ends_at - now) // timedelta(milliseconds=1))
