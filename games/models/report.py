"""What players report to the staff."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.game import Game

MAX_REPORT_LENGTH = 500  # characters


class ReportQuerySet(models.QuerySet["Report"]):
    def open(self) -> ReportQuerySet:
        """Return the reports that wait for the staff."""
        return self.filter(state=Report.State.OPEN)


class Report(models.Model):
    """What one user tells the staff about another; decided once, and kept."""

    class Reason(models.TextChoices):
        CHEATING = "cheating", _("Cheating (help from a program or another person)")
        WORDS = "words", _("Abusive chat")
        NAME = "name", _("Offensive name")
        STALLING = "stalling", _("Stalling, or leaving games on purpose")
        OTHER = "other", _("Something else")

    class State(models.TextChoices):
        OPEN = "open", _("open")
        CLOSED = "closed", _("closed")

    class Decision(models.TextChoices):
        UNDECIDED = "", _("not decided")
        NO_ACTION = "no_action", _("no action")
        WARNED = "warned", _("warned")
        MUTED = "muted", _("muted")
        ANNULLED = "annulled", _("result annulled")
        BANNED = "banned", _("banned")

    reporter = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="reports_made"
    )
    reported = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="reports")
    game = models.ForeignKey(Game, models.SET_NULL, null=True, blank=True, related_name="reports")
    reason = models.CharField(max_length=8, choices=Reason)
    text = models.CharField(max_length=MAX_REPORT_LENGTH, blank=True)
    at = models.DateTimeField(auto_now_add=True)
    state = models.CharField(max_length=6, choices=State, default=State.OPEN)
    decision = models.CharField(max_length=9, choices=Decision, blank=True, default="")
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )
    decided_at = models.DateTimeField(null=True, blank=True)
    note = models.CharField(max_length=200, blank=True)

    objects: ClassVar[models.Manager[Report]] = ReportQuerySet.as_manager()

    class Meta:
        verbose_name = _("report")
        verbose_name_plural = _("reports")
        ordering = ("-id",)
        indexes = (models.Index(fields=("-state", "-id"), name="report_by_state"),)
        constraints = (
            models.UniqueConstraint(
                fields=("reporter", "reported", "game"),
                condition=Q(state="open"),
                name="report_once_a_game_while_open",
            ),
            # The constraint above does not hold without a game, because NULLs count as different.
            models.UniqueConstraint(
                fields=("reporter", "reported"),
                condition=Q(state="open", game__isnull=True),
                name="report_once_a_person_while_open",
            ),
            models.CheckConstraint(
                condition=Q(state="open", decision="", decided_at__isnull=True)
                | Q(state="closed", decided_by__isnull=False, decided_at__isnull=False)
                & ~Q(decision=""),
                name="report_decision_is_whole",
            ),
        )

    def __str__(self) -> str:
        return f"{self.get_reason_display()}: {self.reported}"
