"""Tokens, by which programs prove whose they are; see accounts.programs.tokens."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

LIFETIME = timedelta(days=365)
MAX_NAME_LENGTH = 40


def a_year_from_now() -> datetime:
    return timezone.now() + LIFETIME


class Scope(models.TextChoices):
    """What a token allows; each scope is given by itself."""

    READ = "read", _("read: watch games and see notifications")
    PLAY = "play", _("play: move, resign, make and answer offers")
    CHALLENGE = "challenge", _("challenge: send, accept and decline challenges")
    LAB = "lab", _("lab: test the program in the lab")


class Token(models.Model):
    """A key to one account for programs, for a year. Whoever has it acts as the account.

    The row goes when the token is revoked; the account log keeps that there was one.
    """

    account = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("account"),
        on_delete=models.CASCADE,
        related_name="tokens",
    )
    name = models.CharField(_("name"), max_length=MAX_NAME_LENGTH)
    digest = models.CharField(max_length=64, unique=True, editable=False)
    scopes = models.JSONField(_("scopes"), default=list)
    made_at = models.DateTimeField(_("created"), default=timezone.now)
    expires_at = models.DateTimeField(_("expires"), default=a_year_from_now)
    last_used_at = models.DateTimeField(_("last used"), null=True, blank=True)

    objects: ClassVar[models.Manager[Token]] = models.Manager()

    class Meta:
        app_label = "accounts"
        verbose_name = _("token")
        verbose_name_plural = _("tokens")
        ordering = ("pk",)
        indexes = (models.Index(fields=["-last_used_at"], name="token_last_used"),)

    def __str__(self) -> str:
        return self.name

    @property
    def is_expired(self) -> bool:
        return self.expires_at <= timezone.now()

    def allows(self, scope: str) -> bool:
        """Return whether the token has *scope*."""
        return scope in self.scopes
