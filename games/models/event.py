"""The log of all that happened to games beside the moves: it is added to, never changed."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.game import Game


class AppendOnly(Exception):
    """Somebody tried to change or delete what the log has recorded."""


class EventQuerySet(models.QuerySet["Event"]):
    def update(self, **kwargs: Any) -> int:
        raise AppendOnly

    def delete(self) -> tuple[int, dict[str, int]]:
        raise AppendOnly


class Event(models.Model):
    """What happened to a game: a row, never changed, for each version that was not a move.

    A move has a row of its own as `Move`. So the versions missing here are the moves, in their
    order; moves that were taken back are in the event that took them back.
    """

    class Kind(models.TextChoices):
        CREATED = "created", _("created")
        JOINED = "joined", _("joined")
        OFFERED = "offered", _("offered")
        OFFER_DECLINED = "declined", _("offer declined")
        TAKEN_BACK = "taken_back", _("taken back")
        SWAPPED = "swapped", _("sides swapped")
        EXTENDED = "extended", _("time added after an outage")
        TIME_GIVEN = "time_given", _("time given by the opponent")
        ENDED = "ended", _("ended")
        CONTINUED = "continued", _("continued")
        ADJUDICATED = "adjudicated", _("adjudicated")
        FLAGGED = "flagged", _("flag changed")
        RESEATED = "reseated", _("player changed")

    # The constraint below is an index that begins with the game.
    game = models.ForeignKey(Game, models.CASCADE, related_name="events", db_index=False)
    version = models.PositiveIntegerField()
    kind = models.CharField(max_length=12, choices=Kind)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )
    at = models.DateTimeField()
    data = models.JSONField(default=dict, blank=True)
    request_id = models.CharField(max_length=64, blank=True)

    objects = EventQuerySet.as_manager()

    class Meta:
        ordering = ("game_id", "version")
        indexes = (
            # For the filter of the administration, newest first.
            models.Index(fields=("kind", "-id"), name="event_by_kind"),
            # Only the rows that came from a request: nobody looks for the others by this column.
            models.Index(
                fields=("request_id",), name="event_by_request", condition=~Q(request_id="")
            ),
        )
        constraints = (
            models.UniqueConstraint(fields=("game", "version"), name="event_once_a_version"),
        )

    def __str__(self) -> str:
        return f"{self.version}: {self.kind}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if self.pk is not None:
            raise AppendOnly
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> tuple[int, dict[str, int]]:
        raise AppendOnly
