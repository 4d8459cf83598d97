"""What is said beside games."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.core.chat import MAX_LINE_LENGTH
from games.models.game import Game


class ChatLine(models.Model):
    """One line of chat beside a game. What it says never changes."""

    class Room(models.TextChoices):
        PLAYERS = "players", _("players")
        WATCHERS = "watchers", _("watchers")

    game = models.ForeignKey(Game, models.CASCADE, related_name="lines", db_index=False)
    room = models.CharField(max_length=8, choices=Room)
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="lines", db_index=False
    )
    text = models.CharField(max_length=MAX_LINE_LENGTH)
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("chat line")
        verbose_name_plural = _("chat lines")
        ordering = ("id",)
        indexes = (
            models.Index(fields=("game", "id"), name="line_by_game"),
            models.Index(fields=("author", "-id"), name="line_by_author"),
        )
        constraints = (
            models.CheckConstraint(
                condition=Q(room__in=("players", "watchers")), name="line_room_is_known"
            ),
            models.CheckConstraint(condition=~Q(text=""), name="line_says_something"),
        )

    def __str__(self) -> str:
        return self.text
