"""What streaks and storms have alike: one puzzle after another, kept in a row of the database."""

from __future__ import annotations

from typing import Any, ClassVar

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.core.rules import Position
from games.models.learning.puzzle import BoardTransform, Puzzle


class PuzzleRun(models.Model):
    """One run. *moves* are both sides' in the puzzle now.

    Cells are of the image of a position that stands for all. *version* counts what was answered,
    so that an answer names what it answers. *seen* are the puzzles so far.
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
        """How the board lies: each puzzle in another image, by chance."""
        assert self.puzzle
        name = f"{self._meta.model_name} {self.pk} {len(self.seen)}"
        return BoardTransform(self.puzzle.ruleset, name)

    @property
    def position(self) -> Position:
        """After the moves so far, in the image that stands for all."""
        assert self.puzzle
        position = self.puzzle.position
        for cell in self.moves:
            position = position.play(cell)
        return position
