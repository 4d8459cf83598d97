"""Duels: two people solve the same positions of 3×3, and the faster one wins."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from games.core.rules import TIC_TAC_TOE, Position
from tictactoe_site.common.uids import UID_LENGTH, new_uid

if TYPE_CHECKING:
    from accounts.models import User


class DuelQuerySet(models.QuerySet["Duel"]):
    def waiting(self) -> DuelQuerySet:
        """Return duels with one seat free, the longest waiting first."""
        return self.filter(state=Duel.State.OPEN).order_by("pk")

    def of(self, user: User) -> DuelQuerySet:
        """Return *user*'s duels but those called off, the newest first, with both players."""
        own = self.filter(seats__user=user).exclude(state=Duel.State.OFF)
        return own.prefetch_related("seats__user")


class Duel(models.Model):
    """A race of two, or the offer of one. *positions* are pairs: `own` and `opposing` of each."""

    class State(models.TextChoices):
        OPEN = "open", _("open")
        READY = "ready", _("waiting for the players")
        GOING = "going", _("ongoing")
        OVER = "over", _("over")
        OFF = "off", _("cancelled")

    class End(models.TextChoices):
        NONE = "", _("none")
        TIME = "time", _("less time")
        SOLVED = "solved", _("more solved")
        LEFT = "left", _("the opponent left")

    uid = models.CharField(max_length=UID_LENGTH, unique=True, default=new_uid, editable=False)
    is_public = models.BooleanField(help_text=_("Anyone who looks for a duel can join it."))
    positions = models.JSONField()
    state = models.CharField(max_length=5, choices=State, default=State.OPEN)
    version = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(default=timezone.now)
    joined_at = models.DateTimeField(null=True, blank=True)
    starts_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    winner = models.PositiveSmallIntegerField(null=True, blank=True)  # the number of a seat
    end = models.CharField(max_length=6, choices=End, blank=True, default="")
    next_uid = models.CharField(max_length=UID_LENGTH, blank=True)

    objects: ClassVar[models.Manager[Duel]] = DuelQuerySet.as_manager()
    has_changed = False  # since it was read

    class Meta:
        verbose_name = _("duel")
        verbose_name_plural = _("duels")
        ordering = ("-pk",)
        indexes = (
            models.Index(fields=("id",), condition=Q(state="open"), name="duel_waiting"),
            models.Index(
                fields=("starts_at",), condition=~Q(state__in=("over", "off")), name="duel_not_over"
            ),
        )
        constraints = (
            models.CheckConstraint(
                condition=Q(winner=None) | Q(winner__lte=1, state="over"),
                name="duel_winner_has_a_seat",
            ),
            models.CheckConstraint(
                condition=~Q(state__in=("going", "over")) | Q(starts_at__isnull=False),
                name="duel_has_begun",
            ),
        )

    def __str__(self) -> str:
        return f"{self.uid} ({self.state})"

    def get_absolute_url(self) -> str:
        return reverse("games:duel", args=[self.uid])

    @cached_property
    def both(self) -> tuple[DuelSeat, ...]:
        """The seats that are taken, in their order."""
        return tuple(self.seats.all())

    def seat_of(self, user_id: int | None) -> DuelSeat | None:
        if user_id is None:
            return None
        return next((seat for seat in self.both if seat.user_id == user_id), None)

    def position(self, number: int) -> Position:
        own, opposing = self.positions[number]
        return Position(TIC_TAC_TOE, own, opposing)

    @property
    def is_over(self) -> bool:
        return self.state in (self.State.OVER, self.State.OFF)


class DuelSeat(models.Model):
    """Somebody in a duel, and how far they are. *tried* are wrong cells of the present position."""

    duel = models.ForeignKey(Duel, models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="duel_seats"
    )
    seen_at = models.DateTimeField()
    solved = models.PositiveSmallIntegerField(default=0)
    wrong = models.PositiveSmallIntegerField(default=0)
    tried = models.JSONField(default=list)
    finished_ms = models.PositiveIntegerField(null=True, blank=True)
    has_left = models.BooleanField(default=False)

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=("duel", "number"), name="duel_seat_once"),
            models.UniqueConstraint(fields=("duel", "user"), name="duel_seats_are_of_two"),
            models.CheckConstraint(condition=Q(number__lte=1), name="duel_has_two_seats"),
        )

    def __str__(self) -> str:
        return f"{self.duel_id}: {self.number}"
