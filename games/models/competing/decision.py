"""The log of all that staff decide: it is added to, never changed."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.competing.rating import Pool
from games.models.event import AppendOnly
from tictactoe_site.common.uids import UID_LENGTH


class StaffDecisionQuerySet(models.QuerySet["StaffDecision"]):
    def update(self, **kwargs: Any) -> int:
        raise AppendOnly

    def delete(self) -> tuple[int, dict[str, int]]:
        raise AppendOnly


class StaffDecision(models.Model):
    """One decision: who made it, when and why, and what it changed from *before* to *after*.

    It names a game, a round or a tournament by its *uid*, so that it outlasts them, and the *user*
    whom it is about, if it is about one. *staff* is None where the site itself or a command
    decided. A game's and an account's own history hold what else happened to them.
    """

    class Kind(models.TextChoices):
        ANNULLED = "annulled", _("round annulled")
        RESTORED = "restored", _("round restored")
        REFUNDED = "refunded", _("opponents refunded")
        REFUND_UNDONE = "unrefunded", _("refunds undone")
        REPAIRED = "repaired", _("ratings recalculated")
        CALLED_OFF = "called_off", _("tournament cancelled")
        ENDED = "ended", _("tournament ended")
        RESUMED = "resumed", _("tournament resumed")
        REMOVED = "removed", _("entry removed")
        REPORT = "report", _("report decided")
        WARNED = "warned", _("warned")
        BANNED = "banned", _("banned")
        UNBANNED = "unbanned", _("unbanned")
        MUTED = "muted", _("muted")
        UNMUTED = "unmuted", _("unmuted")
        DELETED = "deleted", _("account deleted")
        ACCOUNT = "account", _("account changed")
        RESULT = "result", _("game decided")
        GAME_OFF = "game_off", _("game cancelled")
        FLAGGED = "flagged", _("flag changed")

    kind = models.CharField(_("kind"), max_length=10, choices=Kind)
    staff = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )
    at = models.DateTimeField(_("time"), default=timezone.now)
    reason = models.CharField(_("reason"), max_length=200, blank=True)
    uid = models.CharField(_("game, round or tournament"), max_length=UID_LENGTH, blank=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )
    pool = models.CharField(_("pool"), max_length=5, choices=Pool, blank=True)
    before = models.JSONField(_("before"), default=dict, blank=True)
    after = models.JSONField(_("after"), default=dict, blank=True)
    request_id = models.CharField(max_length=64, blank=True)

    objects = StaffDecisionQuerySet.as_manager()

    class Meta:
        verbose_name = _("staff decision")
        verbose_name_plural = _("staff decisions")
        ordering = ("-pk",)
        indexes = (
            models.Index(fields=("uid", "-id"), name="decision_by_uid"),
            models.Index(fields=("kind", "-id"), name="decision_by_kind"),
        )

    def __str__(self) -> str:
        return f"{self.kind} {self.uid or self.user_id or self.pool}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if self.pk is not None:
            raise AppendOnly
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> tuple[int, dict[str, int]]:
        raise AppendOnly

    @property
    def told_reason(self) -> str:
        """The reason that whom it concerns is told; what follows from another decision has none."""
        return self.reason if self.staff_id else ""
