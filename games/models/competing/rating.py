"""Ratings of players in each pool, and how each round changed them."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.core.rating import LOWEST, MAX_DEVIATION, START, Strength
from games.core.rules import Ruleset
from tictactoe_site.common.uids import UID_LENGTH


class Pool(models.TextChoices):
    """Boards on which one strength is measured: `games.compete.ratings.pools` says which."""

    FIVES = "fives", _("Fives")
    FOURS = "fours", _("Fours")


class Rated(models.Model):
    """What has a Glicko-2 rating: see `games.core.rating`."""

    rating = models.FloatField(_("rating"), default=START)
    deviation = models.FloatField(_("deviation"), default=MAX_DEVIATION)
    volatility = models.FloatField(_("volatility"), default=Strength().volatility)

    class Meta:
        abstract = True

    @property
    def strength(self) -> Strength:
        return Strength(self.rating, self.deviation, self.volatility)

    @strength.setter
    def strength(self, rating: Strength) -> None:
        self.rating, self.deviation = rating.rating, rating.deviation
        self.volatility = rating.volatility

    STRENGTH: ClassVar = ("rating", "deviation", "volatility")  # for update_fields


# A leaderboard lists whoever has lately played, and whose rating is sure enough: it comes from
# enough rounds against enough others.
LISTED_DEVIATION = 90.0
LISTED_ROUNDS = 20
LISTED_OPPONENTS = 5
LISTED_FOR = timedelta(days=30)  # after the last round

SURE_OF_ROUNDS = Q(
    deviation__lte=LISTED_DEVIATION, rounds__gte=LISTED_ROUNDS, opponents__gte=LISTED_OPPONENTS
)
BY_STRENGTH = ("-rating", "user")
# A player whose account nobody uses any more is not listed.
HAS_ACCOUNT = Q(user__is_active=True, user__banned_at=None, user__deleted_at=None)


class RatingQuerySet(models.QuerySet["Rating"]):
    def listed(self, pool: str, *, bots: bool, now: datetime) -> RatingQuerySet:
        """Return the ratings of people, or bots, on *pool*'s leaderboard, the strongest first."""
        # `of_bot=…` becomes NOT of_bot, for which SQLite uses no index.
        of_kind = self.filter(SURE_OF_ROUNDS, HAS_ACCOUNT, pool=pool, of_bot__in=(bots,))
        return of_kind.filter(at__gt=now - LISTED_FOR).order_by(*BY_STRENGTH)


class Rating(Rated):
    """How strong a user is in a pool, as of *at*: the result of all changes that are not undone."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, db_index=False, related_name="ratings"
    )
    pool = models.CharField(_("pool"), max_length=5, choices=Pool)
    of_bot = models.BooleanField(default=False, editable=False)
    rounds = models.PositiveIntegerField(_("rounds"), default=0)
    opponents = models.PositiveIntegerField(_("opponents"), default=0)
    at = models.DateTimeField(_("last round"), null=True, blank=True)

    objects: ClassVar[models.Manager[Rating]] = RatingQuerySet.as_manager()

    class Meta:
        verbose_name = _("rating")
        verbose_name_plural = _("ratings")
        ordering = ("pool", "-rating")
        permissions = (("refund_opponents", _("Can refund the opponents of a banned account")),)
        constraints = (
            models.UniqueConstraint(fields=("user", "pool"), name="rating_once"),
            models.CheckConstraint(condition=Q(rating__gte=LOWEST), name="rating_in_bounds"),
        )
        indexes = (
            models.Index(
                fields=("pool", "of_bot", *BY_STRENGTH),
                condition=SURE_OF_ROUNDS,
                name="rating_listed",
            ),
        )

    def __str__(self) -> str:
        return f"{self.user_id} {self.pool}: {self.rating:.0f}"


class RatingChange(models.Model):
    """What one round, or a refund, made of a user's rating. Only *undone_at* is ever changed.

    It has all that went into the calculation. The deviation in *before* has already grown with the
    time since the last change; the opponent's rating is as the calculation used it.
    """

    class Cause(models.TextChoices):
        ROUND = "round", _("a round")
        REFUND = "refund", _("a refund")

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, db_index=False, related_name="rating_changes"
    )
    pool = models.CharField(_("pool"), max_length=5, choices=Pool)
    cause = models.CharField(_("cause"), max_length=6, choices=Cause, default=Cause.ROUND)
    round = models.ForeignKey(
        "games.Round", models.CASCADE, null=True, blank=True, related_name="changes"
    )
    opponent = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        blank=True,
        db_index=False,
        related_name="+",
    )
    score = models.FloatField(_("score"), null=True, blank=True)
    weight = models.FloatField(_("weight"), default=1.0)
    rating_before = models.FloatField()
    deviation_before = models.FloatField()
    volatility_before = models.FloatField()
    opponent_rating = models.FloatField(null=True, blank=True)
    opponent_deviation = models.FloatField(null=True, blank=True)
    rating_after = models.FloatField()
    deviation_after = models.FloatField()
    volatility_after = models.FloatField()
    at = models.DateTimeField(_("time"), default=timezone.now)
    undone_at = models.DateTimeField(_("undone"), null=True, blank=True)
    # What a refund adds, and the banned account that had won the points.
    given = models.FloatField(_("given"), null=True, blank=True)
    because_of = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )

    class Meta:
        verbose_name = _("rating change")
        verbose_name_plural = _("rating changes")
        ordering = ("-at", "-pk")
        constraints = (
            models.UniqueConstraint(
                fields=("round", "user"),
                condition=Q(undone_at=None, cause="round"),
                name="rating_change_once",
            ),
            models.CheckConstraint(
                condition=Q(cause="refund", round=None, given__gt=0, because_of__isnull=False)
                | Q(cause="round", round__isnull=False, given=None),
                name="rating_change_has_its_cause",
            ),
        )
        indexes = (
            models.Index(
                fields=("user", "pool", "at", "id"),
                condition=Q(undone_at=None),
                name="rating_change_of_user",
            ),
            models.Index(
                fields=("pool", "at", "id"),
                condition=Q(cause="refund", undone_at=None),
                name="rating_refund",
            ),
        )

    def __str__(self) -> str:
        return f"{self.user_id} {self.pool}: {self.rating_before:.0f} to {self.rating_after:.0f}"

    @property
    def before(self) -> Strength:
        return Strength(self.rating_before, self.deviation_before, self.volatility_before)

    @before.setter
    def before(self, it: Strength) -> None:
        self.rating_before, self.deviation_before = it.rating, it.deviation
        self.volatility_before = it.volatility

    @property
    def after(self) -> Strength:
        return Strength(self.rating_after, self.deviation_after, self.volatility_after)

    @after.setter
    def after(self, it: Strength) -> None:
        self.rating_after, self.deviation_after = it.rating, it.deviation
        self.volatility_after = it.volatility

    @property
    def points(self) -> int:
        """The difference as it is shown, between two rounded ratings."""
        return round(self.rating_after) - round(self.rating_before)


SEEKERS_STAY = timedelta(seconds=15)  # they count as present, after a page or program last asked


class SeekQuerySet(models.QuerySet["Seek"]):
    def waiting(self) -> SeekQuerySet:
        """Return the seeks that have led to no round and were not declined."""
        return self.filter(round_uid="", declined_at=None)

    def present(self, now: datetime) -> SeekQuerySet:
        """Return the seeks that wait, of users who are there, the longest waiting first."""
        here = self.waiting().filter(seen_at__gt=now - SEEKERS_STAY)
        return here.select_related("user").order_by("created_at")


class Seek(models.Model):
    """Somebody who looks for an opponent in a rated round, as long as they are there.

    *reach* is how many points of rating the opponent may be away; 0 for any. With *widens* it
    grows with the wait. If there is an *invited* user, nobody else may accept or decline. Once
    somebody has accepted, *round_uid* is the round to play.
    """

    uid = models.CharField(max_length=UID_LENGTH, unique=True, editable=False)
    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="seek")
    invited = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, blank=True, related_name="+"
    )
    pool = models.CharField(_("pool"), max_length=5, choices=Pool)
    m = models.PositiveSmallIntegerField(_("columns"))
    n = models.PositiveSmallIntegerField(_("rows"))
    k = models.PositiveSmallIntegerField(_("in a row"))
    control = models.CharField(_("clock"), max_length=12)
    reach = models.PositiveSmallIntegerField(_("reach"), default=0)
    widens = models.BooleanField(_("widens"), default=False)
    network = models.CharField(max_length=16, blank=True, editable=False)
    round_uid = models.CharField(max_length=UID_LENGTH, blank=True)
    created_at = models.DateTimeField(default=timezone.now)
    seen_at = models.DateTimeField(default=timezone.now)
    declined_at = models.DateTimeField(null=True, blank=True)

    objects: ClassVar[models.Manager[Seek]] = SeekQuerySet.as_manager()

    class Meta:
        verbose_name = _("seek")
        verbose_name_plural = _("seeks")
        ordering = ("pk",)

    def __str__(self) -> str:
        return f"{self.user_id} in {self.pool}"

    @property
    def ruleset(self) -> Ruleset:
        return Ruleset(self.m, self.n, self.k)
