"""What a bot plays: the conditions its owner has set."""

from __future__ import annotations

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from games.core.clock import MAX_INITIAL, SECOND
from games.core.rules import MAX_SIDE, MIN_SIDE

MAX_GAMES_AT_ONCE = 8
MAX_GAMES_PER_DAY = 100
MAX_CLOCK = MAX_INITIAL // SECOND  # seconds for each player

_SIDES = [MinValueValidator(MIN_SIDE), MaxValueValidator(MAX_SIDE)]
_SPANS = (
    ("smallest", "largest", _("The largest side is smaller than the smallest.")),
    ("shortest", "longest", _("The longest line is shorter than the shortest.")),
    ("least_seconds", "most_seconds", _("The longest clock is shorter than the shortest.")),
)
_CLOCKS = [MinValueValidator(0), MaxValueValidator(MAX_CLOCK)]


class BotConditions(models.Model):
    """The conditions of one bot. Unsaved, they are what every bot starts with."""

    class Opponents(models.TextChoices):
        ANYBODY = "anybody", _("Anyone")
        SIGNED_IN = "signed_in", _("Anyone with an account")
        FOLLOWED = "followed", _("Those I follow")
        NOBODY = "nobody", _("Only me")

    bot = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        primary_key=True,
        related_name="conditions",
        verbose_name=_("bot"),
    )
    is_open = models.BooleanField(_("accepts challenges"), default=True)
    opponents = models.CharField(
        _("plays"), max_length=10, choices=Opponents, default=Opponents.ANYBODY
    )
    smallest = models.PositiveSmallIntegerField(_("smallest side"), default=3, validators=_SIDES)
    largest = models.PositiveSmallIntegerField(_("largest side"), default=19, validators=_SIDES)
    shortest = models.PositiveSmallIntegerField(_("shortest line"), default=3, validators=_SIDES)
    longest = models.PositiveSmallIntegerField(_("longest line"), default=19, validators=_SIDES)
    untimed = models.BooleanField(_("games without a clock"), default=True)
    timed = models.BooleanField(_("games with a clock"), default=True)
    days = models.BooleanField(_("correspondence"), default=False)
    least_seconds = models.PositiveIntegerField(
        _("shortest clock (seconds for each player)"), default=0, validators=_CLOCKS
    )
    most_seconds = models.PositiveIntegerField(
        _("longest clock (seconds for each player)"), default=3600, validators=_CLOCKS
    )
    at_once = models.PositiveSmallIntegerField(
        _("games at the same time"),
        default=2,
        validators=[MinValueValidator(1), MaxValueValidator(MAX_GAMES_AT_ONCE)],
    )
    a_day = models.PositiveSmallIntegerField(
        _("games a day with one player"),
        default=20,
        validators=[MinValueValidator(1), MaxValueValidator(MAX_GAMES_PER_DAY)],
    )

    class Meta:
        verbose_name = _("bot settings")
        verbose_name_plural = _("bot settings")
        constraints = (
            models.CheckConstraint(
                condition=Q(
                    smallest__gte=MIN_SIDE,
                    largest__lte=MAX_SIDE,
                    shortest__gte=MIN_SIDE,
                    longest__lte=MAX_SIDE,
                    smallest__lte=F("largest"),
                    shortest__lte=F("longest"),
                    least_seconds__lte=F("most_seconds"),
                ),
                name="bot_conditions_have_order",
            ),
            models.CheckConstraint(
                condition=Q(at_once__range=(1, MAX_GAMES_AT_ONCE))
                & Q(a_day__range=(1, MAX_GAMES_PER_DAY)),
                name="bot_games_have_bounds",
            ),
        )

    def __str__(self) -> str:
        return f"conditions of {self.bot_id}"

    def clean(self) -> None:
        """Refuse conditions by which there is nothing to play."""
        refused = {
            most: message
            for least, most, message in _SPANS
            if getattr(self, least) > getattr(self, most)
        }
        if not (self.untimed or self.timed or self.days):
            refused["untimed"] = _("Choose at least one kind of clock.")
        if self.shortest > self.largest:
            refused["shortest"] = _("No board of these sizes has room for a line that long.")
        if refused:
            raise ValidationError(refused)
