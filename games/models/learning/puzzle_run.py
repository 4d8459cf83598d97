"""Streaks and storms: runs of one puzzle after another, each run one row."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.core.rules import Position
from games.models.learning.puzzle import BoardTransform, Puzzle


class PuzzleRun(models.Model):
    """One run. *moves* are both sides' in the present puzzle, in the image that stands for all.

    *version* counts the steps: an answer names the one it follows. *seen* are the keys of the
    puzzles so far.
    """

    puzzle = models.ForeignKey(Puzzle, models.SET_NULL, null=True, blank=True, related_name="+")
    version = models.PositiveIntegerField(default=0)
    solved = models.PositiveIntegerField(_("solved"), default=0)
    seen = models.JSONField(default=list)
    moves = models.JSONField(default=list)
    started_at = models.DateTimeField(default=timezone.now)
    ended_at = models.DateTimeField(null=True, blank=True)

    objects: ClassVar[models.Manager[Any]] = models.Manager()

    class Meta:
        abstract = True

    @property
    def is_over(self) -> bool:
        return self.ended_at is not None

    @property
    def transform(self) -> BoardTransform:
        """How the board lies: each puzzle in one of its images, by chance."""
        assert self.puzzle
        name = f"{self._meta.model_name} {self.pk} {len(self.seen)}"
        return BoardTransform(self.puzzle.ruleset, name)

    @property
    def position(self) -> Position:
        """The position after the moves so far, in the image that stands for all."""
        assert self.puzzle
        position = self.puzzle.position
        for cell in self.moves:
            position = position.play(cell)
        return position


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
