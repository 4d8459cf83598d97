"""Mistakes: positions in which somebody gave away what was theirs, and when to try again."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.game import Game
from games.models.learning.puzzle import BoardTransform
from games.models.position import OfPosition


class MistakeQuerySet(models.QuerySet["Mistake"]):
    def kept(self) -> MistakeQuerySet:
        """Return mistakes that their user has not removed."""
        return self.filter(removed_at=None)


class Mistake(OfPosition):
    """A position of a user's own game, and its card in FSRS, which says when to repeat it.

    One for all images of a position. *value* is what the user could still reach there: 1 for a win,
    0 for a draw. *game* is the last one in which that was given away, at *ply*. The last review's
    answer is *cell*, the moves that refute it are *line*, and all right answers are *right*, as
    cells of the image that stands for all.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="mistakes")
    value = models.SmallIntegerField()
    game = models.ForeignKey(Game, models.SET_NULL, null=True, blank=True, related_name="mistakes")
    ply = models.PositiveSmallIntegerField()
    card = models.JSONField()
    due = models.DateTimeField(_("due"))
    reviews = models.PositiveIntegerField(default=0)
    is_known = models.BooleanField(default=False, help_text=_("The last answer was right."))
    cell = models.PositiveSmallIntegerField(null=True, blank=True)
    line = models.JSONField(default=list, blank=True)
    right = models.JSONField(default=list, blank=True)
    created_at = models.DateTimeField(default=timezone.now)
    removed_at = models.DateTimeField(null=True, blank=True)

    objects: ClassVar[models.Manager[Mistake]] = MistakeQuerySet.as_manager()

    class Meta:
        verbose_name = _("mistake")
        verbose_name_plural = _("mistakes")
        ordering = ("due", "pk")
        constraints = (
            models.UniqueConstraint(fields=("user", "m", "n", "k", "key"), name="mistake_once"),
            models.CheckConstraint(condition=Q(value__range=(0, 1)), name="mistake_gave_away"),
        )
        indexes = (
            models.Index(
                fields=("user", "due"), condition=Q(removed_at=None), name="mistake_by_due"
            ),
        )

    def __str__(self) -> str:
        return f"{self.user_id}: {self.m},{self.n},{self.k} {self.due:%Y-%m-%d}"

    def get_absolute_url(self) -> str:
        return reverse("games:mistake", args=[self.pk])

    def transform(self, review: int) -> BoardTransform:
        """Return how the board lies at the review of this number: each time by chance."""
        return BoardTransform(self.ruleset, f"mistake {self.pk} {review}")
