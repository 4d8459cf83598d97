"""Attempts to prove who wins after a first mark, made in idle time where that is not known."""

from __future__ import annotations

from django.db import models

from games.core.rules import Ruleset


class FirstCellProof(models.Model):
    """The attempts at one first cell and all its images, on a board at least as wide as high.

    What they find stands in `PositionValue`. *until* is set while an attempt is under way: before
    that time nobody begins another.
    """

    m = models.PositiveSmallIntegerField()
    n = models.PositiveSmallIntegerField()
    k = models.PositiveSmallIntegerField()
    cell = models.PositiveSmallIntegerField()
    seconds = models.PositiveIntegerField(
        default=0, help_text="How long the longest attempt was that ended by itself."
    )
    nodes = models.PositiveBigIntegerField(
        default=0, help_text="Positions that all attempts have looked at."
    )
    until = models.DateTimeField(null=True, blank=True)
    value = models.SmallIntegerField(
        null=True, blank=True, help_text="To whoever began: 1 wins, 0 draws, -1 loses."
    )
    found_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("m", "n", "k", "cell"), name="first_cell_proof_once"),
            models.CheckConstraint(
                condition=models.Q(value=None, found_at=None)
                | models.Q(value__range=(-1, 1), found_at__isnull=False),
                name="first_cell_proof_has_its_date",
            ),
        )

    def __str__(self) -> str:
        return f"{self.m},{self.n},{self.k} {self.cell}: {self.value}"

    @property
    def ruleset(self) -> Ruleset:
        return Ruleset(self.m, self.n, self.k)
