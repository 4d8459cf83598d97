"""The moves of games."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.core.events import TimedMove
from games.core.rules import MAX_CELLS
from games.models.columns import milliseconds
from games.models.game import Game


class Move(models.Model):
    """One mark on one cell of one game. A takeback deletes it; the log keeps what it was.

    There are more moves than anything else, so they have no index but those of the constraints.
    Nobody asks for the moves of a player. The account needs no protection from here: whoever has
    moved has a seat in the game, which protects it.
    """

    game = models.ForeignKey(Game, models.CASCADE, related_name="moves", db_index=False)
    ply = models.PositiveSmallIntegerField()
    cell = models.PositiveSmallIntegerField()
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.DO_NOTHING,
        related_name="+",
        db_index=False,
        db_constraint=False,
    )
    request_id = models.CharField(max_length=36, blank=True)
    played_at = models.DateTimeField()
    spent_ms = models.PositiveBigIntegerField(default=0)

    class Meta:
        ordering = ("game_id", "ply")
        constraints = (
            models.UniqueConstraint(fields=("game", "ply"), name="move_once_a_ply"),
            models.UniqueConstraint(fields=("game", "cell"), name="move_once_a_cell"),
            models.CheckConstraint(
                condition=Q(ply__range=(0, MAX_CELLS - 1), cell__range=(0, MAX_CELLS - 1)),
                name="move_fits_the_largest_board",
            ),
        )

    def __str__(self) -> str:
        return f"{self.ply}: {self.cell}"

    @property
    def played(self) -> TimedMove:
        return TimedMove(self.cell, milliseconds(self.played_at), self.spent_ms, self.request_id)
