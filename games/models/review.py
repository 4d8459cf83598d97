"""What the engine found about finished games: one row for each game that somebody asked about."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils import timezone

from games.models.game import Game


class Review(models.Model):
    """A finished game's grades, as `games.learn.review.grade_codec` writes them.

    They stand as long as the game has *ply* moves, and no newer *grader* could do better.
    """

    game = models.OneToOneField(Game, models.CASCADE, related_name="review")
    grader = models.PositiveSmallIntegerField(help_text="The version of the grader.")
    ply = models.PositiveSmallIntegerField()
    first_accuracy = models.FloatField(null=True, blank=True)
    second_accuracy = models.FloatField(null=True, blank=True)
    grades = models.JSONField()
    created_at = models.DateTimeField(auto_now=True)  # of these grades, which may be made anew

    class Meta:
        constraints = tuple(
            models.CheckConstraint(
                condition=Q(**{f"{side}_accuracy__isnull": True})
                | Q(**{f"{side}_accuracy__range": (0, 100)}),
                name=f"review_{side}_accuracy_is_a_percentage",
            )
            for side in ("first", "second")
        )

    def __str__(self) -> str:
        return f"{self.game_id}: {self.ply}"


class WantedReview(models.Model):
    """A finished game that staff want graded: see `games.learn.review.wanted`."""

    game = models.OneToOneField(Game, models.CASCADE, related_name="wanted_review")
    asked_at = models.DateTimeField(default=timezone.now)
    begun_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.game_id}"
