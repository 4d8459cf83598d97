"""A game that is over, move by move."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from games.core.notation import cell_name
from games.core.rules import Mark, Position
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
    def line(self) -> tuple[int, ...]:
        """The cells that won, ascending; empty if no line did."""
        return Position.after(self.game.ruleset, self.cells).winning_line()


def game_of(uid: str) -> Game | None:
    """The game *uid* with its players. One query."""
    return Game.objects.with_players().filter(uid=uid).first()


def review_of(uid: str) -> Review | None:
    """The game *uid* with its players and moves. Two queries."""
    game = Game.objects.with_players().prefetch_related("moves").filter(uid=uid).first()
    return Review(game, tuple(game.moves.all())) if game else None
