"""Tournaments: arenas and round robins, who takes part in them, and how they stand."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.core.clock import parse_time_control
from games.core.rules import MAX_SIDE, MIN_SIDE, Ruleset
from games.models.competing.rating import Pool
from tictactoe_site.common.uids import UID_LENGTH, new_uid

# How long before the end of an arena its last rounds may begin.
LAST_MINUTES = timedelta(minutes=2)  # or one player's time for one game, if that is more
LAST_PART = 4  # but at most the arena's length divided by this


CODE_LENGTH = 6  # one more than a workshop's code has, so that the two can be told apart


class TournamentQuerySet(models.QuerySet["Tournament"]):
    def listed(self) -> TournamentQuerySet:
        """Return tournaments that everybody finds; the others are for whoever has the link."""
        return self.filter(is_listed=True)

    def going(self) -> TournamentQuerySet:
        return self.filter(state=Tournament.State.GOING)

    def not_over(self) -> TournamentQuerySet:
        return self.filter(state__in=(Tournament.State.ANNOUNCED, Tournament.State.GOING))


class Tournament(models.Model):
    """An arena, or a round robin, on one board with one clock. Its pairings are rounds.

    Rounds of a *pool* are rated, others casual. One that the site makes itself has no creator, and
    its *slot* names the day and the pool, so that it is made once.
    """

    class Kind(models.TextChoices):
        ARENA = "arena", _("Arena")
        ROUND_ROBIN = "robin", _("Round robin")

    class State(models.TextChoices):
        ANNOUNCED = "announced", _("announced")
        GOING = "going", _("ongoing")
        OVER = "over", _("over")
        OFF = "off", _("cancelled")

    class Admits(models.TextChoices):
        PEOPLE = "people", _("People")
        BOTS = "bots", _("Bots")
        ALL = "all", _("People and bots")

    uid = models.CharField(max_length=UID_LENGTH, unique=True, default=new_uid, editable=False)
    kind = models.CharField(_("kind"), max_length=5, choices=Kind)
    title = models.CharField(_("title"), max_length=40)
    creator = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="tournaments",
        verbose_name=_("creator"),
    )
    slot = models.CharField(max_length=24, unique=True, null=True, blank=True, editable=False)
    pool = models.CharField(_("pool"), max_length=5, choices=Pool, blank=True)
    m = models.PositiveSmallIntegerField(_("columns"))
    n = models.PositiveSmallIntegerField(_("rows"))
    k = models.PositiveSmallIntegerField(_("in a row"))
    control = models.CharField(_("clock"), max_length=12)
    admits = models.CharField(_("open to"), max_length=6, choices=Admits, default=Admits.PEOPLE)
    starts_at = models.DateTimeField(_("starts"))
    minutes = models.PositiveSmallIntegerField(
        _("minutes"), default=0, help_text=_("The length of an arena. 0 for a round robin.")
    )
    state = models.CharField(_("state"), max_length=9, choices=State, default=State.ANNOUNCED)
    begun_at = models.DateTimeField(null=True, blank=True)
    over_at = models.DateTimeField(null=True, blank=True)
    # A round robin in which no further round begins for the time being.
    paused_at = models.DateTimeField(null=True, blank=True)
    is_listed = models.BooleanField(
        _("listed"), default=True, help_text=_("If off, only people with the link or code find it.")
    )
    code = models.CharField(
        _("code"), max_length=CODE_LENGTH, unique=True, null=True, blank=True, editable=False
    )
    created_at = models.DateTimeField(default=timezone.now)
    version = models.PositiveIntegerField(default=0, editable=False)

    objects: ClassVar[models.Manager[Tournament]] = TournamentQuerySet.as_manager()

    class Meta:
        verbose_name = _("tournament")
        verbose_name_plural = _("tournaments")
        ordering = ("-starts_at", "-pk")
        indexes = (
            models.Index(fields=("state", "starts_at"), name="tournament_by_state"),
            models.Index(fields=("creator", "-id"), name="tournament_by_creator"),
        )
        constraints = (
            models.CheckConstraint(
                condition=Q(m__range=(MIN_SIDE, MAX_SIDE)) & Q(n__range=(MIN_SIDE, MAX_SIDE)),
                name="tournament_board_exists",
            ),
            models.CheckConstraint(
                condition=Q(kind="arena", minutes__gt=0) | Q(kind="robin", minutes=0),
                name="tournament_arenas_last",
            ),
        )

    def __str__(self) -> str:
        return self.full_title

    def get_absolute_url(self) -> str:
        return reverse("games:tournament", args=[self.uid])

    @property
    def full_title(self) -> str:
        """The title, and a mark where bots may take part."""
        return self.title if self.admits == self.Admits.PEOPLE else f"{self.title} (BOT)"

    @property
    def ruleset(self) -> Ruleset:
        return Ruleset(self.m, self.n, self.k)

    @property
    def ends_at(self) -> datetime | None:
        """When an arena ends; None for a round robin, which ends with its last round."""
        if not self.minutes:
            return None
        return (self.begun_at or self.starts_at) + timedelta(minutes=self.minutes)

    @property
    def last_pairing_at(self) -> datetime:
        """From when on no more rounds of an arena begin: they would hardly be over in time."""
        assert self.ends_at
        clock = timedelta(milliseconds=parse_time_control(self.control).initial_ms)
        a_part = timedelta(minutes=self.minutes) / LAST_PART
        return self.ends_at - min(max(LAST_MINUTES, clock), a_part)

    def ms_left(self, now: datetime) -> int:
        """Return the milliseconds until it starts or, in an arena that goes on, until it ends."""
        until = (self.ends_at if self.is_going else None) or self.starts_at
        return max(0, round((until - now).total_seconds() * 1000))

    @property
    def is_arena(self) -> bool:
        return self.kind == self.Kind.ARENA

    @property
    def is_going(self) -> bool:
        return self.state == self.State.GOING

    @property
    def is_over(self) -> bool:
        """Whether nothing will be played in it any more."""
        return self.state in (self.State.OVER, self.State.OFF)


class TournamentEntry(models.Model):
    """Somebody who takes part. *halves* and *rounds* are kept from the rounds that are over."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="entries")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="tournament_entries"
    )
    joined_at = models.DateTimeField(default=timezone.now)
    paused_at = models.DateTimeField(null=True, blank=True)
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    absences = models.PositiveSmallIntegerField(default=0)
    seen_at = models.DateTimeField(null=True, blank=True)
    free_since = models.DateTimeField(null=True, blank=True)  # without a round to play
    last_opponent = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )
    halves = models.PositiveIntegerField(default=0)
    rounds = models.PositiveIntegerField(default=0)
    place = models.PositiveSmallIntegerField(null=True, blank=True)  # once a round robin is over
    network = models.CharField(max_length=16, blank=True, editable=False)

    class Meta:
        verbose_name = _("tournament entry")
        verbose_name_plural = _("tournament entries")
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(fields=("tournament", "user"), name="tournament_entry_once"),
        )
        indexes = (
            models.Index(fields=("tournament", "-halves", "id"), name="tournament_standing"),
            models.Index(fields=("id",), condition=~Q(network=""), name="entry_with_network"),
        )

    def __str__(self) -> str:
        return f"{self.user_id} in {self.tournament_id}"
