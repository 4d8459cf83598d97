"""Puzzles: positions with one best move, who tried them, and how strong both are."""

from __future__ import annotations

import hashlib
from datetime import datetime
from typing import TYPE_CHECKING, ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.core.rating import LOWEST
from games.core.rules import Cell, Position, Ruleset
from games.core.symmetry import Symmetry, inverse, symmetries
from games.models.competing.rating import (
    BY_STRENGTH,
    HAS_ACCOUNT,
    LISTED_DEVIATION,
    LISTED_FOR,
    LISTED_ROUNDS,
    Rated,
)
from games.models.game import Game
from games.models.position import OfPosition
from tictactoe_site.common.uids import UID_LENGTH, new_uid

if TYPE_CHECKING:
    from collections.abc import Mapping


class PuzzleQuerySet(models.QuerySet["Puzzle"]):
    def shown(self) -> PuzzleQuerySet:
        """Return puzzles that nobody has hidden."""
        return self.filter(is_hidden=False)

    def decided(self) -> PuzzleQuerySet:
        """Return puzzles in which nearly every move is known to be right or wrong."""
        return self.exclude(proof=Puzzle.Proof.THREATS, is_only=False)

    def on(self, ruleset: Ruleset) -> PuzzleQuerySet:
        return self.filter(m=ruleset.m, n=ruleset.n, k=ruleset.k)

    def not_tried_by(self, user_id: int | None) -> PuzzleQuerySet:
        if user_id is None:
            return self
        tries = PuzzleAttempt.objects.filter(puzzle=models.OuterRef("pk"), solver=user_id)
        return self.filter(~models.Exists(tries))


class Puzzle(OfPosition, Rated):
    """A position in which the side to move wins, or only just holds the draw.

    It stands for all its images. *value* is 1 or 0, as `games.engine.search.value` has it. *plies*
    counts from before the move until the line; a draw has none. If *is_only*, one move alone (but
    for its images) keeps the value; else several do, and one alone wins fastest.

    A *proof* by threats says less. The win takes *plies* at most, and a move that is not proven to
    win may win as well: *is_only* holds as far as threats can tell. A value of 0 means that all
    moves but one are proven to lose.
    """

    class Theme(models.TextChoices):
        FINISH = "finish", _("Finish")
        BLOCK = "block", pgettext_lazy("theme", "Block")
        FORK = "fork", _("Fork")
        CHAIN = "chain", _("Chain of threats")
        QUIET = "quiet", _("Quiet save")
        DEEP = "deep", _("Deep")
        FOURS = "fours", _("Win by fours")
        FOUR_AND_THREE = "four_and_three", _("Four and three")
        TWO_THREES = "two_threes", _("Two threes")
        STOP_THREE = "stop_three", _("Stop the three")
        DEFENCE = "defence", _("Only defence")

    class Proof(models.TextChoices):
        TABLE = "table", _("all positions of the board")
        SEARCH = "search", _("exhaustive search")
        THREATS = "threats", _("a win by threats")

    theme = models.CharField(_("theme"), max_length=14, choices=Theme)
    value = models.SmallIntegerField(_("value"))
    plies = models.PositiveSmallIntegerField(_("plies"), null=True, blank=True)
    proof = models.CharField(_("proof"), max_length=7, choices=Proof)
    is_only = models.BooleanField(default=True)
    plays = models.PositiveIntegerField(_("plays"), default=0)
    rated_at = models.DateTimeField(null=True, blank=True)
    is_hidden = models.BooleanField(_("hidden"), default=False)
    source = models.ForeignKey(
        Game, models.SET_NULL, null=True, blank=True, related_name="puzzles", verbose_name=_("game")
    )
    source_ply = models.PositiveSmallIntegerField(null=True, blank=True)
    created_at = models.DateTimeField(_("created"), default=timezone.now)

    objects: ClassVar[models.Manager[Puzzle]] = PuzzleQuerySet.as_manager()

    class Meta:
        verbose_name = _("puzzle")
        verbose_name_plural = _("puzzles")
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(fields=("m", "n", "k", "key"), name="puzzle_once"),
            models.CheckConstraint(
                condition=Q(value=1, plies__gte=1) | Q(value=0, plies=None),
                name="puzzle_wins_in_plies_or_draws",
            ),
            models.CheckConstraint(condition=Q(rating__gte=LOWEST), name="puzzle_rating_in_bounds"),
        )
        indexes = (
            models.Index(fields=("rating",), condition=Q(is_hidden=False), name="puzzle_by_rating"),
        )

    def __str__(self) -> str:
        return f"{self.pk}: {self.m},{self.n},{self.k} {self.theme}"

    def get_absolute_url(self) -> str:
        return reverse("games:puzzle", args=[self.pk])

    @property
    def is_by_threats(self) -> bool:
        return self.proof == self.Proof.THREATS


SURE_OF_PUZZLES = Q(deviation__lte=LISTED_DEVIATION, plays__gte=LISTED_ROUNDS)


class PuzzleRatingQuerySet(models.QuerySet["PuzzleRating"]):
    def listed(self, *, now: datetime) -> PuzzleRatingQuerySet:
        """Return the ratings on the leaderboard of puzzles, the strongest first."""
        recent = self.filter(SURE_OF_PUZZLES, HAS_ACCOUNT, rated_at__gt=now - LISTED_FOR)
        return recent.order_by(*BY_STRENGTH)


class PuzzleRating(Rated):
    """How strong somebody is at puzzles. While it *is_on*, their attempts change it."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="puzzle_rating"
    )
    plays = models.PositiveIntegerField(default=0)
    rated_at = models.DateTimeField(null=True, blank=True)
    is_on = models.BooleanField(default=True)

    objects: ClassVar[models.Manager[PuzzleRating]] = PuzzleRatingQuerySet.as_manager()

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=Q(rating__gte=LOWEST), name="puzzle_rating_of_a_user_in_bounds"
            ),
        )
        indexes = (
            models.Index(
                fields=BY_STRENGTH, condition=SURE_OF_PUZZLES, name="puzzle_rating_listed"
            ),
        )

    def __str__(self) -> str:
        return f"{self.user_id}: {self.rating:.0f}"


class PuzzleAttempt(models.Model):
    """One try of a puzzle by one solver, from the first move to the end.

    *uid* is drawn at random when the page is made, so that a first move sent twice makes one
    attempt; it also decides in which image the puzzle is shown. *moves* are both sides' cells from
    the puzzle's position on, in the image that stands for all; *refutation* follows the last of
    them if that was wrong.
    """

    class State(models.TextChoices):
        GOING = "going", _("going on")
        SOLVED = "solved", _("solved")
        WRONG = "wrong", _("wrong")
        GIVEN_UP = "given_up", _("given up")

    puzzle = models.ForeignKey(Puzzle, models.CASCADE, related_name="attempts")
    solver = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="puzzle_attempts"
    )
    uid = models.CharField(max_length=UID_LENGTH)
    state = models.CharField(max_length=8, choices=State, default=State.GOING)
    is_rated = models.BooleanField(default=False)
    is_fastest = models.BooleanField(default=True)  # so far
    moves = models.JSONField(default=list)
    refutation = models.JSONField(default=list)
    rating_before = models.FloatField(null=True, blank=True)
    rating_after = models.FloatField(null=True, blank=True)
    expected = models.FloatField(null=True, blank=True)  # the score that was expected
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(fields=("solver", "puzzle", "uid"), name="puzzle_attempt_once"),
            models.UniqueConstraint(
                fields=("solver", "puzzle"),
                condition=Q(is_rated=True),
                name="puzzle_attempt_rated_once",
            ),
            models.UniqueConstraint(
                fields=("solver", "puzzle"),
                condition=Q(state="going"),
                name="puzzle_attempt_one_at_a_time",
            ),
            models.CheckConstraint(
                condition=Q(rating_before=None, rating_after=None, expected=None)
                | Q(is_rated=True, rating_before__isnull=False, rating_after__isnull=False)
                & ~Q(state="going"),
                name="puzzle_attempt_changes_a_rating_at_its_end",
            ),
        )
        indexes = (models.Index(fields=("solver", "-id"), name="puzzle_attempt_by_solver"),)

    def __str__(self) -> str:
        return f"{self.solver_id}: {self.puzzle_id} {self.state}"

    @property
    def is_over(self) -> bool:
        return self.state != self.State.GOING

    @property
    def is_solved(self) -> bool:
        return self.state == self.State.SOLVED

    @property
    def position(self) -> Position:
        """The position after the moves, in the image that stands for all."""
        position = self.puzzle.position
        for cell in self.moves:
            position = position.play(cell)
        return position

    @property
    def transform(self) -> BoardTransform:
        return BoardTransform(self.puzzle.ruleset, self.uid)


THE_DAY = "0" * 10  # in place of an attempt's uid: the image in which all see the day's puzzle


class BoardTransform:
    """How an attempt's board is turned or mirrored: by chance, but always the same for a *uid*."""

    def __init__(self, ruleset: Ruleset, uid: str) -> None:
        ways = symmetries(ruleset)
        # Python's own hash differs from process to process.
        way = int.from_bytes(hashlib.sha256(uid.encode()).digest()[:4], "big") % len(ways)
        self.symmetry: Symmetry = ways[way]
        self._back: Mapping[Cell, Cell] = dict(enumerate(inverse(self.symmetry)))

    def apply(self, cell: Cell) -> Cell:
        """Return where a cell of the image that stands for all is shown."""
        return self.symmetry[cell]

    def undo(self, cell: Cell) -> Cell:
        """Return the cell that `apply` shows as *cell*; a number that is no cell is not changed."""
        return self._back.get(cell, cell)


def uid_of_the_day(ruleset: Ruleset) -> str:
    """Return a uid for an attempt that shows the board in the same image as THE_DAY."""
    one_for_all = BoardTransform(ruleset, THE_DAY).symmetry
    return next(
        uid for uid in iter(new_uid, "") if BoardTransform(ruleset, uid).symmetry == one_for_all
    )


class DailyPuzzle(models.Model):
    """The puzzle of a day, the same for all."""

    day = models.DateField(primary_key=True)
    puzzle = models.ForeignKey(Puzzle, models.CASCADE, related_name="days")

    def __str__(self) -> str:
        return f"{self.day}: {self.puzzle_id}"
