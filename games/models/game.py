"""Games: their terms, their seats, and how they stand.

A game is its list of moves. Beside the terms the columns of Game store what `Match` says after
the last event, so that lists can be read without replaying. The constraints refuse what the code
should never do.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from games.core.clock import Clock, gives_days, parse_time_control
from games.core.events import Offer, Offering, Outcome, Termination, TimedMove
from games.core.match import Match, replay
from games.core.match_state import DEFAULT_TAKEBACKS
from games.core.rules import MAX_SIDE, MIN_SIDE, Cell, Mark, Position, Ruleset
from games.core.series import GAMES_OF_ROUND
from games.models import game_choices
from games.models.columns import LISTED, milliseconds
from games.models.game_choices import MarkChoices, OpponentChoices, StatusChoices
from tictactoe_site.common.uids import UID_LENGTH
from tictactoe_site.common.uids import new_uid as new_uid  # migrations look for it here

if TYPE_CHECKING:
    from accounts.models import User

# What lists, results and the days of play read of a player's games.
ASKED = ("outcome", "termination", "opponent", "m", "n", "setup", "best_of", "created_at")
CREATORS_STAY = timedelta(seconds=15)  # they count as present, after a page was last heard of


class GameQuerySet(models.QuerySet["Game"]):
    def open(self) -> GameQuerySet:
        """Return games that wait for a second player."""
        return self.filter(status=StatusChoices.OPEN)

    def bound_to_a_page(self) -> GameQuerySet:
        """Return games that anyone can join, but only while their creator has a page open."""
        in_lobby = self.open().filter(opponent=OpponentChoices.ANYONE, invited=None)
        return in_lobby.exclude(control__endswith="d")

    def waiting(self, now: datetime) -> GameQuerySet:
        """Return games that anyone can join now: see `Game.has_creator_here`."""
        here = Q(control__endswith="d") | Q(seen_at__gt=now - CREATORS_STAY)
        return self.open().filter(here, opponent=OpponentChoices.ANYONE, invited=None)

    def ongoing(self) -> GameQuerySet:
        return self.filter(status=StatusChoices.ONGOING)

    def finished(self) -> GameQuerySet:
        return self.filter(status=StatusChoices.FINISHED)

    def overdue(self, now: datetime) -> GameQuerySet:
        """Return games in which the time of whoever is to move is up, the longest overdue first."""
        return self.filter(deadline__lt=now).order_by("deadline")  # only ongoing games have one

    def public(self) -> GameQuerySet:
        """Return games that the lobby and lists show to everybody."""
        return self.filter(opponent__in=(OpponentChoices.ANYONE, OpponentChoices.COMPUTER))

    def played(self) -> GameQuerySet:
        """Return games against others that are over, without those that were called off."""
        ends = game_choices.TerminationChoices
        without = (ends.NONE, ends.CANCELLED, ends.ABORT, ends.DECLINED)
        return self.exclude(opponent=OpponentChoices.DEVICE).exclude(termination__in=without)

    def counted(self) -> GameQuerySet:
        """Return games that count in results: from the empty board, or in a round."""
        return self.filter(Q(setup=0) | Q(best_of=GAMES_OF_ROUND))

    def visible_to(self, user_id: int | None) -> GameQuerySet:
        """Return games that this user may see with their link; see `Game.is_visible_to`."""
        own = Q(creator=user_id) | Q(invited=user_id)
        return self.filter(Q(invited=None) | Q(started_at__isnull=False) | own)

    def of(self, user: User) -> GameQuerySet:
        """Return games in which *user* has a seat."""
        return self.filter(Q(x_player=user) | Q(o_player=user))

    def of_by_seat(self, user: User | int) -> dict[Mark, GameQuerySet]:
        """Return the games of `of`, each once: those in which *user* plays X, and the others.

        Each is read along an index of its own, the newest first; an OR of both would have to
        read all of them.
        """
        as_o = self.filter(o_player=user).exclude(x_player=user)
        return {Mark.X: self.filter(x_player=user), Mark.O: as_o}

    def with_players(self) -> GameQuerySet:
        return self.select_related("x_player", "o_player", "creator", "invited")

    def for_lists(self) -> GameQuerySet:
        """Read only what a list shows of each game, without the moves.

        Any other column costs a query of its own when it is asked for.
        """
        return self.select_related("x_player", "o_player", "invited").only(*LISTED)


class Game(models.Model):
    """One game: its terms, its seats, and how it stands."""

    Status = game_choices.StatusChoices
    Opponent = OpponentChoices
    Outcome = game_choices.OutcomeChoices
    Termination = game_choices.TerminationChoices

    BETWEEN_PEOPLE = (Opponent.ANYONE, Opponent.FRIEND)

    round_kind = ""  # the `kind` of its round, if it is part of one; set in lists only

    uid = models.CharField(max_length=UID_LENGTH, unique=True, default=new_uid, editable=False)

    # The terms, fixed when the game is created.
    m = models.PositiveSmallIntegerField(_("columns"))
    n = models.PositiveSmallIntegerField(_("rows"))
    k = models.PositiveSmallIntegerField(_("in a row"))
    opponent = models.CharField(max_length=8, choices=Opponent)
    level = models.CharField(max_length=32, blank=True, help_text=_("The computer’s level."))
    first = models.CharField(max_length=1, choices=MarkChoices, default=MarkChoices.X)
    control = models.CharField(max_length=12, default="none")
    x_symbol = models.CharField(max_length=8, blank=True)
    o_symbol = models.CharField(max_length=8, blank=True)
    x_colour = models.CharField(max_length=7, blank=True)
    o_colour = models.CharField(max_length=7, blank=True)
    x_name = models.CharField(max_length=20, blank=True)
    o_name = models.CharField(max_length=20, blank=True)
    takebacks = models.PositiveSmallIntegerField(
        default=DEFAULT_TAKEBACKS, help_text=_("How many takebacks each player has; 0 for none.")
    )
    swap = models.BooleanField(
        default=False, help_text=_("The second player may take over the first mark.")
    )
    series = models.CharField(max_length=UID_LENGTH, db_index=True, blank=True)
    best_of = models.PositiveSmallIntegerField(
        default=0, help_text=_("The most games of the series; 0 for no limit.")
    )
    setup = models.PositiveSmallIntegerField(
        default=0, help_text=_("How many of the first moves were given rather than played.")
    )
    origin = models.CharField(
        max_length=UID_LENGTH,
        blank=True,
        help_text=_("The game whose position this one started from."),
    )
    creator = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    invited = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        blank=True,
        # The index game_inviting below has the few rows that are ever looked up.
        db_index=False,
        related_name="+",
        help_text=_("The only player who may join. If empty, anyone with the link may."),
    )

    # How the match stands, as of `version`.
    status = models.CharField(max_length=8, choices=StatusChoices, default=StatusChoices.OPEN)
    x_player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        blank=True,
        # The index game_by_x below begins with the player, and game_by_o likewise.
        db_index=False,
        related_name="games_as_x",
    )
    o_player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        blank=True,
        db_index=False,
        related_name="games_as_o",
    )
    ply = models.PositiveSmallIntegerField(default=0)
    version = models.PositiveIntegerField(default=0)
    offer_what = models.CharField(max_length=12, blank=True)
    offer_by = models.CharField(max_length=1, blank=True, choices=MarkChoices)
    x_taken_back = models.PositiveSmallIntegerField(default=0)
    o_taken_back = models.PositiveSmallIntegerField(default=0)
    swapped = models.BooleanField(default=False)
    outcome = models.CharField(max_length=4, choices=Outcome, blank=True, default="")
    termination = models.CharField(max_length=12, choices=Termination, blank=True, default="")
    next_uid = models.CharField(max_length=UID_LENGTH, blank=True)
    x_ms = models.PositiveBigIntegerField(null=True, blank=True)
    o_ms = models.PositiveBigIntegerField(null=True, blank=True)
    turn_at = models.DateTimeField(null=True, blank=True)
    deadline = models.DateTimeField(null=True, blank=True)

    created_at = models.DateTimeField(auto_now_add=True)
    # When a page of the creator was last heard of; kept for as long as the game is open.
    seen_at = models.DateTimeField(default=timezone.now, db_default=Now(), editable=False)
    started_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    flagged = models.BooleanField(default=False, help_text=_("Marked by staff for review."))
    is_counted = models.BooleanField(
        default=False, editable=False, help_text=_("Its moves are in the counts of positions.")
    )
    offline_id = models.UUIDField(
        null=True,
        blank=True,
        editable=False,
        help_text=_("Its name on the device where it was played without a network."),
    )
    held_by = models.BigIntegerField(
        null=True, blank=True, editable=False, help_text=_("The server process that has the game.")
    )

    objects = GameQuerySet.as_manager()

    class Meta:
        ordering = ("-id",)
        indexes = (
            models.Index(fields=("status", "-id"), name="game_by_status"),
            models.Index(fields=("termination", "-id"), name="game_by_termination"),
            models.Index(fields=("m", "n", "k", "-id"), name="game_by_board"),
            # What is asked of one player's games is answered from these two indexes alone.
            models.Index(fields=("x_player", "-id", "o_player", *ASKED), name="game_by_x"),
            models.Index(fields=("o_player", "-id", "x_player", *ASKED), name="game_by_o"),
            # What waits for somebody: these stay small however many games are over.
            models.Index(
                fields=("x_player",), name="game_played_by_x", condition=Q(status="ongoing")
            ),
            models.Index(
                fields=("o_player",), name="game_played_by_o", condition=Q(status="ongoing")
            ),
            models.Index(fields=("invited",), name="game_inviting", condition=Q(status="open")),
            models.Index(fields=("creator",), name="game_offered_by", condition=Q(status="open")),
            models.Index(fields=("-id",), name="game_flagged", condition=Q(flagged=True)),
            models.Index(
                fields=("id",),
                name="game_to_count",
                condition=Q(status="finished", is_counted=False),
            ),
            models.Index(
                fields=("deadline",),
                name="game_by_deadline",
                condition=Q(deadline__isnull=False),
            ),
        )
        constraints = (
            models.CheckConstraint(
                condition=Q(m__range=(MIN_SIDE, MAX_SIDE))
                & Q(n__range=(MIN_SIDE, MAX_SIDE))
                & Q(k__gte=MIN_SIDE)
                & (Q(k__lte=F("m")) | Q(k__lte=F("n"))),
                name="game_ruleset_is_playable",
            ),
            models.CheckConstraint(
                condition=Q(ply__lte=F("m") * F("n")), name="game_ply_fits_the_board"
            ),
            models.CheckConstraint(
                condition=Q(setup__lte=F("ply")), name="game_setup_stays_on_the_board"
            ),
            models.CheckConstraint(
                condition=~Q(status="ongoing") | Q(x_player__isnull=False, o_player__isnull=False),
                name="game_ongoing_has_two_seats",
            ),
            models.CheckConstraint(
                condition=Q(status="finished", ended_at__isnull=False) & ~Q(termination="")
                | ~Q(status="finished") & Q(ended_at__isnull=True, termination="", outcome=""),
                name="game_end_is_whole",
            ),
            # Partial, so that only such games are in the index.
            models.UniqueConstraint(
                fields=("creator", "offline_id"),
                name="game_played_offline_once",
                condition=Q(offline_id__isnull=False),
            ),
            models.CheckConstraint(
                condition=Q(outcome__in=("", "x", "o", "draw")), name="game_outcome_is_known"
            ),
        )

    def __str__(self) -> str:
        return f"{self.uid} ({self.m},{self.n},{self.k})"

    def get_absolute_url(self) -> str:
        return reverse("games:game", kwargs={"uid": self.uid})

    def has_creator_here(self, now: datetime) -> bool:
        """Return whether the game can be joined now: with days for a move, or its creator here."""
        return gives_days(self.control) or self.seen_at > now - CREATORS_STAY

    @property
    def is_in_lobby(self) -> bool:
        """Whether the lobby shows the game, or has shown it, so that its uid is no secret."""
        return self.opponent == self.Opponent.ANYONE and self.invited_id is None

    def is_visible_to(self, user_id: int | None) -> bool:
        """Return whether this user, None for somebody anonymous, may see the game with its link.

        A challenge is a matter of two until it is accepted. Any other game can be watched by
        whoever has its link, which the site itself gives to strangers for public games only.
        """
        if self.invited_id is None or self.started_at is not None:
            return True
        return user_id is not None and user_id in (self.creator_id, self.invited_id)

    @property
    def is_between_people(self) -> bool:
        """Whether two people, or their programs, play or will play at two devices.

        Otherwise the score is kept from the first game on, and a next one needs nobody's consent.
        """
        return self.opponent in self.BETWEEN_PEOPLE

    @property
    def is_of_round(self) -> bool:
        """Whether it is one of the two games of a `Round`, named after the first of them."""
        return self.best_of == GAMES_OF_ROUND

    @property
    def ruleset(self) -> Ruleset:
        return Ruleset(self.m, self.n, self.k)

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """The cells of the moves in order, read when first asked for and not again."""
        return tuple(move.cell for move in self.moves.all())

    def player(self, mark: str) -> User | None:
        return self.x_player if mark == Mark.X else self.o_player

    def set_player(self, mark: str, player: User) -> None:
        setattr(self, f"{mark}_player", player)

    def marks_of(self, user: User) -> tuple[Mark, ...]:
        """Return the seats of *user*: none, one, or both on a shared device."""
        if user.pk is None:
            return ()
        return tuple(mark for mark in Mark if getattr(self, f"{mark}_player_id") == user.pk)

    def seat_label(self, mark: str) -> str:
        """Return what to call a seat: the name given on a shared device, else the player's name."""
        given = self.x_name if mark == Mark.X else self.o_name
        player = self.player(mark)
        if self.opponent == self.Opponent.DEVICE:
            return given or str(MarkChoices(mark).label)
        return player.username if player else ""

    def match(self, moves: Iterable[TimedMove] | None = None) -> Match:
        """Return the core's value of this game; *moves* in order of ply, read here if not given."""
        match = Match(
            position=Position(self.ruleset),
            first=Mark(self.first),
            clock=self.clock,
            x_player=self.x_player_id,
            o_player=self.o_player_id,
            takebacks=self.takebacks,
            swap=self.swap,
            setup=self.setup,
            # The second game of a round only: to call off the first one calls off the round.
            bound=self.is_of_round and self.series != self.uid,
            offer=Offer(Offering(self.offer_what), Mark(self.offer_by)) if self.offer_by else None,
            x_taken_back=self.x_taken_back,
            o_taken_back=self.o_taken_back,
            swapped=self.swapped,
            outcome=Outcome(self.outcome),
            termination=Termination(self.termination),
            next=self.next_uid,
            version=self.version,
            started_at=milliseconds(self.started_at) if self.started_at else 0,
            ended_at=milliseconds(self.ended_at) if self.ended_at else 0,
            flagged=self.flagged,
        )
        return replay(match, self._played() if moves is None else moves)

    def _played(self) -> Iterator[TimedMove]:
        columns = ("cell", "played_at", "spent_ms", "request_id")
        for cell, at, spent, id in self.moves.order_by("ply").values_list(*columns):
            yield TimedMove(cell, milliseconds(at), spent, id)

    @property
    def clock(self) -> Clock:
        """How the clock stands, as of `version`."""
        clock = Clock.fresh(parse_time_control(self.control))
        if self.x_ms is None or self.o_ms is None:
            return clock
        running = Mark(self.first).at(self.ply)
        return Clock(
            clock.control,
            self.x_ms,
            self.o_ms,
            running if self.turn_at else None,
            milliseconds(self.turn_at) if self.turn_at else 0,
        )
