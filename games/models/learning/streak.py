"""Streaks: puzzles that grow harder, until the first wrong answer."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from games.models.learning.puzzle_run import PuzzleRun


class Streak(PuzzleRun):
    """A run that ends with the first wrong move; *refutation* is what followed it."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="streaks")
    has_skipped = models.BooleanField(default=False)
    refutation = models.JSONField(default=list, blank=True)

    objects: ClassVar[models.Manager[Streak]] = models.Manager()

    class Meta:
        verbose_name = _("streak")
        verbose_name_plural = _("streaks")
        ordering = ("-pk",)
        constraints = (
            models.UniqueConstraint(
                fields=("user",), condition=Q(ended_at=None), name="streak_one_at_a_time"
            ),
        )
        indexes = (models.Index(fields=("user", "-solved"), name="streak_best"),)

    def __str__(self) -> str:
        return f"{self.user_id}: {self.solved}"

    def get_absolute_url(self) -> str:
        return reverse("games:streak", args=[self.pk])
