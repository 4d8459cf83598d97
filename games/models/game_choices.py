"""What the columns of a game may be."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class MarkChoices(models.TextChoices):
    X = "x", _("X")
    O = "o", _("O")  # noqa: E741


class StatusChoices(models.TextChoices):
    OPEN = "open", _("open")
    ONGOING = "ongoing", _("ongoing")
    FINISHED = "finished", _("finished")


class OpponentChoices(models.TextChoices):
    ANYONE = "anyone", _("Anyone")
    FRIEND = "friend", _("A friend by link")
    COMPUTER = "computer", _("Computer")
    DEVICE = "device", _("This device")


class OutcomeChoices(models.TextChoices):
    NONE = "", _("no result")
    X = "x", _("X won")
    O = "o", _("O won")  # noqa: E741
    DRAW = "draw", _("draw")


class TerminationChoices(models.TextChoices):
    NONE = "", _("not over")
    LINE = "line", _("line completed")
    FULL = "full", _("board full")
    RESIGNATION = "resignation", _("resignation")
    DEAD = "dead", _("no line possible")
    AGREEMENT = "agreement", _("draw by agreement")
    TIME = "time", _("time up")
    ABORT = "abort", _("aborted")
    CANCELLED = "cancelled", _("cancelled")
    DECLINED = "declined", _("declined")
    ABANDONED = "abandoned", _("opponent left")
    ADJUDICATION = "adjudication", _("decided by staff")
    ANNULLED = "annulled", _("annulled by staff")
