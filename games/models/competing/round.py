"""Rounds: two games from one opening, in which both sides have each mark once.

On most boards whoever moves first is far ahead, so one game says little about its players. In a
round both have that advantage once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.core.events import Outcome
from games.core.rules import Cell, Ruleset
from games.models.competing.rating import Pool
from games.models.game import Game
from tictactoe_site.common.uids import UID_LENGTH

if TYPE_CHECKING:
    from collections.abc import Iterable

    from accounts.models import User

HALVES = 4  # half points that a round gives: two games of one point


class RoundQuerySet(models.QuerySet["Round"]):
    def going(self) -> RoundQuerySet:
        return self.filter(state=Round.State.GOING)

    def with_players_and_games(self) -> RoundQuerySet:
        return self.select_related("first", "second", "first_game", "second_game")

    def of(self, user: User | int) -> RoundQuerySet:
        return self.filter(Q(first=user) | Q(second=user))

    def players_among(self, users: Iterable[int]) -> set[int]:
        """Return which of *users* play one of these rounds. One query."""
        keys = set(users)
        rounds = self.filter(Q(first__in=keys) | Q(second__in=keys))
        return keys & {user for pair in rounds.values_list("first", "second") for user in pair}

    def between(self, one: User | int, other: User | int) -> RoundQuerySet:
        return self.filter(Q(first=one, second=other) | Q(first=other, second=one))

    def kinds_of(self, games: Iterable[Game]) -> dict[str, str]:
        """Return "rated" or "casual" by the uid of each round that *games* belong to.

        At most one query.
        """
        uids = {game.series for game in games if game.is_of_round}
        return {round.uid: round.kind for round in self.filter(uid__in=uids)} if uids else {}

    def rated(self) -> RoundQuerySet:
        """Return rounds that have been rated and not annulled since, in the order of rating."""
        counting = self.filter(rated_at__isnull=False, annulled_at=None)
        return counting.order_by("rated_at", "pk")


class Round(models.Model):
    """Two games between *first*, who has X in the first of them, and *second*.

    Its uid is that of its first game, and the `series` of both. The marks of the *opening* are
    given, X's and O's in turn. *halves* are the half points of *first*, of four. *left_by* is who
    left before the end, and so lost what had not been played, or who cancelled the round.
    """

    class State(models.TextChoices):
        GOING = "going", _("ongoing")
        OVER = "over", _("over")
        OFF = "off", _("cancelled")

    uid = models.CharField(max_length=UID_LENGTH, unique=True, editable=False)
    pool = models.CharField(_("pool"), max_length=5, choices=Pool, blank=True)
    m = models.PositiveSmallIntegerField(_("columns"))
    n = models.PositiveSmallIntegerField(_("rows"))
    k = models.PositiveSmallIntegerField(_("in a row"))
    control = models.CharField(_("clock"), max_length=12)
    opening = models.JSONField(default=list)
    # No index here: `round_by_first` and `round_by_second` below begin with them.
    first = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, db_index=False, related_name="+"
    )
    second = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, db_index=False, related_name="+"
    )
    tournament = models.ForeignKey(
        "games.Tournament", models.CASCADE, null=True, blank=True, related_name="rounds"
    )
    first_game = models.OneToOneField(Game, models.PROTECT, null=True, related_name="+")
    second_game = models.OneToOneField(Game, models.PROTECT, null=True, related_name="+")
    state = models.CharField(max_length=5, choices=State, default=State.GOING)
    halves = models.PositiveSmallIntegerField(null=True, blank=True)
    left_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )
    begun_at = models.DateTimeField(default=timezone.now)
    over_at = models.DateTimeField(null=True, blank=True)
    # Where both came from, as `addresses.pseudonym` names it.
    first_network = models.CharField(max_length=16, blank=True, editable=False)
    second_network = models.CharField(max_length=16, blank=True, editable=False)
    unrated_because = models.CharField(
        max_length=16, blank=True, help_text=_("The code of why it is not rated.")
    )
    rated_at = models.DateTimeField(null=True, blank=True)
    annulled_at = models.DateTimeField(null=True, blank=True)
    annulled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )
    # Staff have changed the result of one of its games, in the transaction that sets this, and the
    # round has not been settled anew yet.
    is_behind = models.BooleanField(default=False, editable=False)

    objects: ClassVar[models.Manager[Round]] = RoundQuerySet.as_manager()

    class Meta:
        verbose_name = _("round")
        verbose_name_plural = _("rounds")
        ordering = ("-pk",)
        indexes = (
            models.Index(fields=("id",), condition=Q(state="going"), name="round_going"),
            models.Index(fields=("id",), condition=Q(is_behind=True), name="round_behind"),
            models.Index(fields=("first", "-id"), name="round_by_first"),
            models.Index(fields=("second", "-id"), name="round_by_second"),
            models.Index(fields=("first", "second", "-id"), name="round_of_pair"),
            models.Index(fields=("tournament", "state", "id"), name="round_of_tournament"),
            models.Index(
                fields=("id",),
                condition=~Q(first_network="", second_network=""),
                name="round_with_network",
            ),
            models.Index(
                fields=("pool", "rated_at", "id"),
                condition=Q(rated_at__isnull=False),
                name="round_rated",
            ),
        )
        constraints = (
            models.CheckConstraint(condition=~Q(first=F("second")), name="round_has_two_players"),
            models.CheckConstraint(
                condition=Q(state="over", halves__range=(0, HALVES), over_at__isnull=False)
                | ~Q(state="over") & Q(halves=None, rated_at=None),
                name="round_end_is_whole",
            ),
        )

    def __str__(self) -> str:
        return f"{self.uid} ({self.state})"

    def get_absolute_url(self) -> str:
        return reverse("games:round", args=[self.uid])

    @property
    def ruleset(self) -> Ruleset:
        return Ruleset(self.m, self.n, self.k)

    @property
    def setup(self) -> tuple[Cell, ...]:
        return tuple(self.opening)

    @property
    def games(self) -> list[Game]:
        """Its games so far, in order."""
        return [game for game in (self.first_game, self.second_game) if game]

    @property
    def game(self) -> Game:
        """The game that is played, or was played last."""
        return self.games[-1]

    @property
    def players(self) -> tuple[User, User]:
        return self.first, self.second

    @property
    def is_over(self) -> bool:
        return self.state == self.State.OVER

    @property
    def shown_state(self) -> str:
        """The state as pages say it: "annulled" takes the place of any other."""
        return "annulled" if self.annulled_at else self.state

    @property
    def counts(self) -> bool:
        """Whether the round counts for ratings, or will, as far as is known now."""
        return bool(self.pool) and not self.unrated_because and self.annulled_at is None

    @property
    def kind(self) -> Literal["rated", "casual"]:
        return "rated" if self.counts else "casual"

    def opponent_of(self, user: User | int) -> User:
        return self.second if self.first_id == getattr(user, "pk", user) else self.first

    def halves_of(self, user: User | int) -> int | None:
        """Return the half points of *user*; None unless the round is over."""
        if self.halves is None:
            return None
        return self.halves if self.first_id == getattr(user, "pk", user) else HALVES - self.halves

    def halves_of_game(self, game: Game) -> int:
        """Return *first*'s half points for a game with a result: 2 for a win, 1 for a draw."""
        if game.outcome == Outcome.DRAW:
            return 1
        mark = Outcome.X if game.pk == self.first_game_id else Outcome.O
        return 2 if game.outcome == mark else 0
