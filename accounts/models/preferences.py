"""How a user likes to see and play games."""

from __future__ import annotations

from django.conf import settings
from django.core.validators import MaxValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts import marks
from accounts.models.user import User
from accounts.validators import validate_colour, validate_symbol


def languages() -> list[tuple[str, str]]:
    """Return the languages of the site. Migrations name this function, so a new one needs none."""
    return list(settings.LANGUAGES)


class Preferences(models.Model):
    """How a user likes to see and play games. Unsaved, it holds what everybody starts with."""

    class Theme(models.TextChoices):
        SYSTEM = "system", _("System")
        LIGHT = "light", _("Light")
        DARK = "dark", _("Dark")

    class Confirm(models.TextChoices):
        OFF = "off", _("Never")
        SMALL_CELLS = "two_step", _("When cells are small")
        ALWAYS = "always", _("For every move")

    class Board(models.TextChoices):
        """What boards look like. Colours are in tokens.css, those of the paper also in marks.py."""

        PAPER = "paper", _("Graph paper")
        PLAIN = "plain", _("Plain")
        BLACKBOARD = "blackboard", _("Blackboard")
        CONTRAST = "contrast", _("High contrast")
        PASTEL = "pastel", _("Pastel")

    user = models.OneToOneField(
        User, primary_key=True, on_delete=models.CASCADE, related_name="preferences"
    )
    # Empty for whatever the browser asks for.
    language = models.CharField(
        _("language"),
        max_length=10,
        choices=languages,
        default="",
        db_default="",
        blank=True,
    )
    theme = models.CharField(_("theme"), max_length=10, choices=Theme, default=Theme.SYSTEM)
    sound = models.BooleanField(_("sound"), default=True)
    volume = models.PositiveSmallIntegerField(
        _("volume"), default=70, validators=[MaxValueValidator(100)]
    )
    vibration = models.BooleanField(_("vibration"), default=True, db_default=True)
    chat = models.BooleanField(_("chat during games"), default=True)
    confirm = models.CharField(
        _("confirm moves"), max_length=10, choices=Confirm, default=Confirm.SMALL_CELLS
    )
    premove = models.BooleanField(_("premoves"), default=True)
    zen = models.BooleanField(_("zen mode"), default=False)
    board = models.CharField(_("board style"), max_length=10, choices=Board, default=Board.PAPER)
    coordinates = models.BooleanField(_("coordinates beside the board"), default=True)
    offline = models.BooleanField(_("offline page"), default=True, db_default=True)
    x_symbol = models.CharField(
        _("symbol for X"),
        max_length=marks.MAX_SYMBOL_LENGTH,
        blank=True,
        validators=[validate_symbol],
    )
    o_symbol = models.CharField(
        _("symbol for O"),
        max_length=marks.MAX_SYMBOL_LENGTH,
        blank=True,
        validators=[validate_symbol],
    )
    x_colour = models.CharField(
        _("colour of X"), max_length=7, blank=True, validators=[validate_colour]
    )
    o_colour = models.CharField(
        _("colour of O"), max_length=7, blank=True, validators=[validate_colour]
    )

    # The strokes of both marks, see accounts.handwriting; empty for the printed ones.
    handwriting = models.JSONField(_("handwriting"), default=dict, blank=True, db_default={})

    class Meta:
        verbose_name = _("preferences")
        verbose_name_plural = _("preferences")

    def __str__(self) -> str:
        return f"preferences of {self.user_id}"
