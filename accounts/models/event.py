"""The log of accounts; see accounts.log."""

from __future__ import annotations

from typing import Any, ClassVar, NoReturn

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class AccountEventQuerySet(models.QuerySet["AccountEvent"]):
    """Lines of the log, which can be read and added to; only personal data can be removed."""

    def forget_person(self, user: AbstractBaseUser) -> None:
        """Remove *user*'s personal data.

        Lines about *user* lose what changed and the address, lines by *user* the address.
        """
        lines = self.filter(user=user.pk), self.filter(actor=user.pk)
        # The log's own `update` refuses.
        models.QuerySet.update(lines[0], before={}, after={}, address=None)
        models.QuerySet.update(lines[1], address=None)

    def update(self, **kwargs: Any) -> NoReturn:
        raise TypeError("The account log is append-only.")

    def delete(self) -> NoReturn:
        raise TypeError("The account log is append-only.")


class AccountEvent(models.Model):
    """One line of the append-only log: who did what to an account, and what it changed."""

    class Kind(models.TextChoices):
        SIGNED_UP = "signed_up", _("signed up")
        CLAIMED = "claimed", _("guest’s games taken over")
        CHANGED = "changed", _("changed by staff")
        PASSWORD = "password", _("password changed")
        EMAIL = "email", _("e-mail address changed")
        SECOND_FACTOR = "second_factor", _("two-step sign-in changed")
        BANNED = "banned", _("banned")
        UNBANNED = "unbanned", _("unbanned")
        MUTED = "muted", _("muted")
        UNMUTED = "unmuted", _("unmuted")
        DELETED = "deleted", _("account deleted")
        BOT_MADE = "bot_made", _("bot created")
        TOKEN_MADE = "token_made", _("token created")
        TOKEN_REVOKED = "token_revoked", _("token revoked")

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("user"),
        on_delete=models.PROTECT,
        related_name="account_events",
    )
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("done by"),
        null=True,
        on_delete=models.PROTECT,
        related_name="+",
        help_text=_("Empty if a command or the site did it."),
    )
    kind = models.CharField(_("kind"), max_length=20, choices=Kind)
    at = models.DateTimeField(_("time"), default=timezone.now)
    before = models.JSONField(_("before"), default=dict)
    after = models.JSONField(_("after"), default=dict)
    reason = models.CharField(_("reason"), max_length=200, blank=True)
    address = models.GenericIPAddressField(_("address"), null=True)
    request_id = models.CharField(_("request"), max_length=64, blank=True)

    objects: ClassVar[models.Manager[AccountEvent]] = AccountEventQuerySet.as_manager()

    class Meta:
        verbose_name = _("account event")
        verbose_name_plural = _("account events")
        ordering = ("-at", "-pk")
        indexes = (models.Index(fields=["user", "at"], name="account_event_user_at"),)

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.kind} {self.user}"

    def save(self, **kwargs: Any) -> None:
        """Add the line; existing lines cannot be changed."""
        if not self._state.adding:
            raise TypeError("The account log is append-only.")
        super().save(force_insert=True, using=kwargs.get("using"))

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise TypeError("The account log is append-only.")
