"""A game that is over, move by move."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from games.core.notation import cell_name
from games.core.rules import Mark, Position
from games.engine.grader import VERSION, Grades
from games.graded import parse_grades
from games.models import Game, Move


@dataclass(frozen=True, slots=True)
class Step:
    """One move as a list shows it: its number from 1, who drew where, and how long it took."""

    number: int
    mark: Mark
    name: str
    cell: int
    spent_ms: int


@dataclass(frozen=True)
class Review:
    """A game and its moves in order."""

    game: Game
    moves: tuple[Move, ...]

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        ruleset, marks = self.game.ruleset, (Mark(self.game.first), Mark(self.game.first).other)
        return tuple(
            Step(
                number=move.ply + 1,
                mark=marks[move.ply % 2],
                name=cell_name(ruleset, move.cell),
                cell=move.cell,
                spent_ms=move.spent_ms,
            )
            for move in self.moves
        )

    @cached_property
    def cells(self) -> tuple[int, ...]:
        return tuple(move.cell for move in self.moves)

    @cached_property
    def grades(self) -> Grades | None:
        """What the engine found; None until somebody asks, or if a newer engine may find more."""
        stored = getattr(self.game, "review", None)
        if stored is None or stored.grader < VERSION or self.game.status != Game.Status.FINISHED:
            return None
        grades = parse_grades(stored.grades)
        return grades if tuple(move.cell for move in grades.moves) == self.cells else None

    @cached_property
    def line(self) -> tuple[int, ...]:
        """The cells that won, ascending; empty if no line did."""
        return Position.after(self.game.ruleset, self.cells).winning_line()


def game_of(uid: str) -> Game | None:
    """The game *uid* with its players. One query."""
    return Game.objects.with_players().filter(uid=uid).first()


def review_of(uid: str) -> Review | None:
    """The game *uid* with its players and moves. Two queries."""
    games = Game.objects.with_players().select_related("review").prefetch_related("moves")
    game = games.filter(uid=uid).first()
    return Review(game, tuple(game.moves.all())) if game else None
