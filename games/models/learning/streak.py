"""Streaks: puzzles that grow harder, until the first wrong answer."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.core.rules import Position
from games.models.learning.puzzle import BoardTransform, Puzzle


class Streak(models.Model):
    """One run. *moves* are both sides' in the puzzle now, *refutation* what followed the last one.

    Cells are of the image of a position that stands for all. *version* counts what was answered,
    so that an answer names what it answers. *seen* are the puzzles so far.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="streaks")
    puzzle = models.ForeignKey(Puzzle, models.SET_NULL, null=True, blank=True, related_name="+")
    version = models.PositiveIntegerField(default=0)
    solved = models.PositiveIntegerField(_("solved"), default=0)
    has_skipped = models.BooleanField(default=False)
    seen = models.JSONField(default=list)
    moves = models.JSONField(default=list)
    refutation = models.JSONField(default=list, blank=True)
    started_at = models.DateTimeField(default=timezone.now)
    ended_at = models.DateTimeField(null=True, blank=True)

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

    @property
    def is_over(self) -> bool:
        return self.ended_at is not None

    @property
    def transform(self) -> BoardTransform:
        """How the board lies: each puzzle in another image, by chance."""
        assert self.puzzle
        return BoardTransform(self.puzzle.ruleset, f"streak {self.pk} {len(self.seen)}")

    @property
    def position(self) -> Position:
        """After the moves so far, in the image that stands for all."""
        assert self.puzzle
        position = self.puzzle.position
        for cell in self.moves:
            position = position.play(cell)
        return position
