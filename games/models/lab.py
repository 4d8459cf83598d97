"""Runs of the lab: a bot's program against every line of a board."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Max, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.core.rules import MAX_SIDE, MIN_SIDE, TIC_TAC_TOE, Cell, Mark, Ruleset
from games.models.bot import BotConditions

MAX_VERSION_LENGTH = 40


@dataclass(frozen=True, slots=True)
class LabVerdicts:
    """The newest runs of a bot on a board that ended with a verdict: as X and as O.

    If the two are of different versions of the program, the older one is left out.
    """

    x: LabRun | None = None
    o: LabRun | None = None

    @property
    def runs(self) -> list[LabRun]:
        return [run for run in (self.x, self.o) if run]

    @property
    def is_proven(self) -> bool:
        """Whether the program is proven in both seats."""
        return self._have(LabRun.Verdict.PROVEN)

    @property
    def is_unbeaten(self) -> bool:
        """Whether the program is proven or not beaten in both seats."""
        return self._have(LabRun.Verdict.PROVEN, LabRun.Verdict.UNBEATEN)

    def _have(self, *verdicts: str) -> bool:
        return all(run is not None and run.verdict in verdicts for run in (self.x, self.o))


class LabRunQuerySet(models.QuerySet["LabRun"]):
    """Runs, by who may see them and whether they go on."""

    def running(self) -> LabRunQuerySet:
        return self.filter(state=LabRun.State.RUNNING)

    def visible_to(self, user_id: int | None) -> LabRunQuerySet:
        """Return runs of bots that others than their owner may play, and of *user_id*'s own."""
        private = Q(bot__conditions__opponents=BotConditions.Opponents.NOBODY)
        is_closed = Q(bot__is_active=False) | Q(bot__banned_at__isnull=False)
        return self.exclude((private | is_closed) & ~Q(bot__owner=user_id))

    def latest_verdicts(
        self, bots: Collection[User], ruleset: Ruleset = TIC_TAC_TOE
    ) -> Mapping[int, LabVerdicts]:
        """Return what these runs have shown of *bots*, by id; bots without a verdict are missing.

        One query.
        """
        on_board = self.filter(
            bot__in=[bot.pk for bot in bots], m=ruleset.m, n=ruleset.n, k=ruleset.k
        ).exclude(verdict="")
        newest = on_board.order_by().values("bot", "seat").annotate(newest=Max("pk"))
        runs = LabRun.objects.filter(pk__in=newest.values("newest")).defer("walk").order_by("pk")
        found: dict[int, dict[str, LabRun]] = {}
        for run in runs:  # the newest last
            others = found.get(run.bot_id, {})
            kept = {seat: other for seat, other in others.items() if other.version == run.version}
            found[run.bot_id] = {**kept, run.seat: run}
        return {
            bot: LabVerdicts(seats.get(Mark.X), seats.get(Mark.O)) for bot, seats in found.items()
        }


class LabRun(models.Model):
    """One run. X begins on the empty board; the program has one *seat*.

    *walk* is the state of the engine's walk. *step* counts how often it was written: it is written
    only if *step* is still what it was when read. *due_at* is when the next answers must have come.
    """

    class State(models.TextChoices):
        RUNNING = "running", _("Running")
        ENDED = "ended", _("Ended")

    class Verdict(models.TextChoices):
        PROVEN = "proven", _("Proven")
        UNBEATEN = "unbeaten", _("Not beaten")
        REFUTED = "refuted", _("Refuted")
        NOT_REFUTED = "not_refuted", _("Not refuted")
        BY_CHANCE = "by_chance", _("Plays at random")
        BROKEN = "broken", _("Broken")

    bot = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="lab_runs", verbose_name=_("bot")
    )
    m = models.PositiveSmallIntegerField()
    n = models.PositiveSmallIntegerField()
    k = models.PositiveSmallIntegerField()
    seat = models.CharField(
        _("seat"), max_length=1, choices=[(mark.value, mark.upper()) for mark in Mark]
    )
    seed = models.PositiveBigIntegerField(_("seed"), default=0)
    version = models.CharField(_("version"), max_length=MAX_VERSION_LENGTH)
    state = models.CharField(_("state"), max_length=7, choices=State, default=State.RUNNING)
    verdict = models.CharField(_("verdict"), max_length=11, choices=Verdict, blank=True)
    asked = models.PositiveIntegerField(_("positions asked"), default=0)
    asked_twice = models.PositiveIntegerField(default=0)
    won = models.PositiveBigIntegerField(_("won"), default=0)
    drawn = models.PositiveBigIntegerField(_("drawn"), default=0)
    lost = models.PositiveBigIntegerField(_("lost"), default=0)
    slips = models.PositiveIntegerField(_("slips"), default=0)
    shortest_loss = models.JSONField(null=True, blank=True)  # cells, the moves of both sides
    shortest_slip = models.JSONField(null=True, blank=True)  # moves, and the values before, after
    fault = models.JSONField(null=True, blank=True)  # what broke it, or two different answers
    is_seat_lost = models.BooleanField(_("lost against perfect play"), default=False)
    is_exhaustive = models.BooleanField(_("every line"), default=True)
    started_at = models.DateTimeField(_("started"), default=timezone.now)
    ended_at = models.DateTimeField(_("ended"), null=True, blank=True)
    heard_at = models.DateTimeField(default=timezone.now)
    due_at = models.DateTimeField()
    step = models.PositiveIntegerField(default=0)
    walk = models.BinaryField(default=bytes)

    objects: ClassVar[models.Manager[LabRun]] = LabRunQuerySet.as_manager()

    class Meta:
        verbose_name = _("lab run")
        verbose_name_plural = _("lab runs")
        ordering = ("-pk",)
        constraints = (
            models.UniqueConstraint(
                fields=["bot"], condition=Q(state="running"), name="lab_run_once_at_a_time"
            ),
            models.CheckConstraint(
                condition=Q(
                    m__range=(MIN_SIDE, MAX_SIDE),
                    n__range=(MIN_SIDE, MAX_SIDE),
                    k__range=(MIN_SIDE, MAX_SIDE),
                ),
                name="lab_run_has_a_board",
            ),
            models.CheckConstraint(
                condition=Q(state="running", ended_at=None)
                | Q(state="ended", ended_at__isnull=False),
                name="lab_run_ends_once",
            ),
        )
        indexes = (
            models.Index(fields=["bot", "m", "n", "k", "seat", "-id"], name="lab_run_by_bot"),
        )

    def __str__(self) -> str:
        return f"{self.pk}: {self.m},{self.n},{self.k} {self.seat}"

    def get_absolute_url(self) -> str:
        return reverse("games:lab_run", args=[self.pk])

    @cached_property
    def ruleset(self) -> Ruleset:
        return Ruleset(self.m, self.n, self.k)

    @property
    def is_first(self) -> bool:
        return self.seat == Mark.X

    @property
    def lines(self) -> int:
        """How many lines of play have ended."""
        return self.won + self.drawn + self.lost

    @property
    def is_running(self) -> bool:
        """Whether answers may still come: none do once `due_at` has passed."""
        return self.state == self.State.RUNNING and timezone.now() < self.due_at

    @property
    def took(self) -> timedelta:
        """How long the run has taken, until its end or now."""
        return (self.ended_at or min(timezone.now(), self.due_at)) - self.started_at

    @property
    def slip(self) -> tuple[Cell, ...]:
        """The shortest game up to a mistake, which is its last move."""
        return tuple(self.shortest_slip["moves"]) if self.shortest_slip else ()

    @property
    def refutation(self) -> tuple[Cell, ...]:
        """The game that shows a fault: the shortest loss or, if perfect play loses too, `slip`."""
        return self.slip if self.is_seat_lost else tuple(self.shortest_loss or ())

    def is_due(self, now: datetime) -> bool:
        """Return whether the time for the next answers is up."""
        return now >= self.due_at
