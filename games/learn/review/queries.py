"""A game with its moves and its stored review."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from games import models
from games.core.notation import cell_name
from games.core.rules import Mark, Position
from games.engine.analysis.grades import VERSION, Grades
from games.learn.review.grade_codec import parse_grades
from games.models import Game, GameQuerySet


@dataclass(frozen=True, slots=True)
class ReviewedMove:
    """One move as a list shows it: its number from 1, who marked which cell, and in what time."""

    number: int
    mark: Mark
    cell_name: str
    cell: int
    spent_ms: int


@dataclass(frozen=True)
class ReviewedGame:
    """A game with its moves in order: *cells*, and *spent*, how many milliseconds each took."""

    game: Game
    cells: tuple[int, ...]
    spent: tuple[int, ...]
    stored: models.Review | None

    @cached_property
    def steps(self) -> tuple[ReviewedMove, ...]:
        ruleset, marks = self.game.ruleset, (Mark(self.game.first), Mark(self.game.first).other)
        return tuple(
            ReviewedMove(ply + 1, marks[ply % 2], cell_name(ruleset, cell), cell, spent)
            for ply, (cell, spent) in enumerate(zip(self.cells, self.spent, strict=True))
        )

    @cached_property
    def grades(self) -> Grades | None:
        """The grades; None while the game goes on or has not been graded.

        None, too, if a newer engine may find more, or if what is stored is about other moves.
        """
        stored, is_over = self.stored, self.game.status == Game.Status.FINISHED
        if stored is None or stored.grader < VERSION or not is_over:
            return None
        grades = parse_grades(stored.grades)
        return grades if tuple(move.cell for move in grades.moves) == self.cells else None

    @cached_property
    def line(self) -> tuple[int, ...]:
        """The cells that won, ascending; empty if no line did."""
        last_side = sum(1 << cell for cell in self.cells[::-2])  # the marks of who moved last
        return Position(self.game.ruleset, opposing=last_side).winning_line()


def given_moves(game: Game) -> int:
    """Return how many of the first moves say nothing about how well anybody plays.

    Moves that were given do not, nor does a first mark that could be taken over: it is to be even.
    """
    return max(game.setup, game.swap)


def game_of(uid: str, user_id: int | None = None) -> Game | None:
    """Return the game *uid* with its players, if there is one that this user may see. One query."""
    return _get_visible(Game.objects.with_players(), uid, user_id)


def review_of(uid: str, user_id: int | None = None) -> ReviewedGame | None:
    """Return the game *uid* with its moves and review, if this user may see it. Two queries."""
    game = _get_visible(Game.objects.with_players().select_related("review"), uid, user_id)
    if game is None:
        return None
    played = game.moves.order_by("ply").values_list("cell", "spent_ms")
    return ReviewedGame(
        game=game,
        cells=tuple(cell for cell, _ in played),
        spent=tuple(spent for _, spent in played),
        stored=getattr(game, "review", None),
    )


def _get_visible(games: GameQuerySet, uid: str, user_id: int | None) -> Game | None:
    try:
        game = games.get(uid=uid)
    except Game.DoesNotExist:
        return None
    return game if game.is_visible_to(user_id) else None
