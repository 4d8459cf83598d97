"""Workshops: rooms for a class, whose programs play each other by a code."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.game import Game
from tictactoe_site.common.uids import random_code

CODE_LENGTH = 5  # characters: some 16 million codes
USUAL_TIME = timedelta(hours=8)
MAX_TIME = timedelta(days=7)
MOVE_SECONDS = 30  # that a program has for a move, unless the teacher says otherwise
MAX_NAME_LENGTH = 20  # characters of a player's name
# A present player is noted this often, and counts as present for twice as long.
PRESENCE_NOTED = timedelta(seconds=5)


def new_code() -> str:
    """Return a code that no workshop has."""
    while True:
        code = random_code(CODE_LENGTH)
        if not Workshop.objects.filter(code=code).exists():
            return code


def usual_end() -> datetime:
    return timezone.now() + USUAL_TIME


class WorkshopQuerySet(models.QuerySet["Workshop"]):
    def open(self) -> WorkshopQuerySet:
        """Return workshops that can be entered, of owners who may use the site."""
        return self.filter(
            closed_at=None,
            ends_at__gt=timezone.now(),
            owner__is_active=True,
            owner__banned_at=None,
        )


class Workshop(models.Model):
    """A room for a class, until it is closed or its time is over."""

    code = models.CharField(max_length=CODE_LENGTH, unique=True, default=new_code, editable=False)
    title = models.CharField(_("title"), max_length=40)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="workshops", verbose_name=_("owner")
    )
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    ends_at = models.DateTimeField(_("ends"), default=usual_end)
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True)
    is_kept = models.BooleanField(
        _("kept"), default=False, help_text=_("It is not deleted after it ends.")
    )
    move_seconds = models.PositiveSmallIntegerField(
        _("seconds for a move"), default=MOVE_SECONDS, db_default=MOVE_SECONDS
    )
    is_paused = models.BooleanField(
        _("paused"), default=False, help_text=_("No new game of the round robin starts.")
    )

    objects: ClassVar[models.Manager[Workshop]] = WorkshopQuerySet.as_manager()

    class Meta:
        verbose_name = _("workshop")
        verbose_name_plural = _("workshops")
        ordering = ("-id",)

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        return reverse("games:workshop", kwargs={"code": self.code})

    @property
    def is_open(self) -> bool:
        """Whether it can be entered; see also `WorkshopQuerySet.open`."""
        return self.closed_at is None and self.ends_at > timezone.now()


class WorkshopPlayer(models.Model):
    """A name in a workshop, and the guest who plays under it, or a level of the computer's."""

    class Verdict(models.TextChoices):
        """What every line of play has shown of a player's program, in both seats."""

        NONE = "", _("not tested")
        ASKING = "asking", _("being tested")
        PROVEN = "proven", _("never loses")
        UNBEATEN = "unbeaten", _("never lost")
        REFUTED = "refuted", _("can be beaten")
        BY_CHANCE = "by_chance", _("plays at random")
        SILENT = "silent", _("does not answer")

    workshop = models.ForeignKey(Workshop, models.CASCADE, related_name="players")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    level = models.CharField(_("level"), max_length=32, blank=True)
    name = models.CharField(_("name"), max_length=MAX_NAME_LENGTH)
    canonical = models.CharField(max_length=255, editable=False)
    seen_at = models.DateTimeField(_("last present"), null=True, blank=True)
    is_removed = models.BooleanField(_("removed by the teacher"), default=False)
    forgiven = models.PositiveSmallIntegerField(
        default=0, help_text=_("Earlier crashes in the round robin, which no longer count.")
    )
    refusal = models.CharField(_("last refusal"), max_length=32, blank=True)
    refused_at = models.DateTimeField(null=True, blank=True)
    verdict = models.CharField(
        _("verdict"), max_length=9, choices=Verdict, blank=True, default=Verdict.NONE
    )
    loses_in = models.PositiveSmallIntegerField(
        default=0,
        help_text=_("The number of moves in the shortest game that a refuted program loses."),
    )

    class Meta:
        verbose_name = _("workshop player")
        verbose_name_plural = _("workshop players")
        ordering = ("id",)
        constraints = (
            models.UniqueConstraint(
                fields=("workshop", "canonical"), name="workshop_names_are_unique"
            ),
            models.UniqueConstraint(
                fields=("workshop", "user"), name="workshop_players_are_unique"
            ),
        )

    def __str__(self) -> str:
        return self.name

    @property
    def is_present(self) -> bool:
        return self.seen_at is not None and self.seen_at > timezone.now() - 2 * PRESENCE_NOTED


class WorkshopGame(models.Model):
    """A game of a workshop; in its round robin, both players are known before the game begins.

    If a game of the round robin is played again, the old one stays, without *x* and *o*: it has
    left the round robin, and does not count.
    """

    workshop = models.ForeignKey(Workshop, models.CASCADE, related_name="games")
    game = models.OneToOneField(
        Game, models.CASCADE, null=True, blank=True, related_name="workshop_game"
    )
    x = models.ForeignKey(WorkshopPlayer, models.CASCADE, null=True, related_name="+")
    o = models.ForeignKey(WorkshopPlayer, models.CASCADE, null=True, related_name="+")
    counts = models.BooleanField(default=True)

    class Meta:
        verbose_name = _("workshop game")
        verbose_name_plural = _("workshop games")
        ordering = ("id",)
        constraints = (
            models.CheckConstraint(
                condition=Q(game__isnull=False) | Q(x__isnull=False, o__isnull=False),
                name="workshop_game_is_played_or_paired",
            ),
        )

    def __str__(self) -> str:
        return f"{self.pk} of {self.workshop_id}"

    @property
    def is_paired(self) -> bool:
        """Whether it belongs to the round robin."""
        return self.x_id is not None
