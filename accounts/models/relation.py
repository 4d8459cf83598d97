"""Whom a user follows and has blocked."""

from __future__ import annotations

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models.user import User


class Relation(models.Model):
    """One user follows or has blocked another; see accounts.relations."""

    class Kind(models.TextChoices):
        FOLLOW = "follow", _("follows")
        BLOCK = "block", _("has blocked")

    owner = models.ForeignKey(User, on_delete=models.CASCADE, related_name="relations")
    # Its index finds who has blocked somebody, and what to remove with an account.
    other = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(_("kind"), max_length=10, choices=Kind)
    at = models.DateTimeField(_("since"), default=timezone.now)

    class Meta:
        verbose_name = _("relation")
        verbose_name_plural = _("relations")
        constraints = (
            models.UniqueConstraint(fields=["owner", "other", "kind"], name="relation_once"),
            models.CheckConstraint(
                condition=~models.Q(owner=models.F("other")), name="relation_to_another"
            ),
            models.CheckConstraint(
                condition=models.Q(kind__in=["follow", "block"]), name="relation_kind_known"
            ),
        )

    def __str__(self) -> str:
        return f"{self.owner_id} {self.kind} {self.other_id}"
