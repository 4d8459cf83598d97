"""A puzzle as its page shows it: in one of its images, with what is known of the attempt."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from msgspec.structs import asdict

from accounts.models import User
from games.board.looks import Looks
from games.board.plain import PlainBoard
from games.core.notation import cell_name
from games.core.rules import Cell, Mark, Ruleset
from games.core.symmetry import image, settled_moves
from games.learn.positions.addresses import place_of
from games.learn.puzzles import wording
from games.learn.puzzles.wording import VerdictText
from games.models import Game, Puzzle, PuzzleAttempt, PuzzleRating
from games.models.learning.puzzle import BoardTransform

MAX_SIDES = 5  # shown beside the board
PUBLIC = (Game.Opponent.ANYONE, Game.Opponent.COMPUTER)  # lists show such games to everybody


@dataclass(frozen=True, slots=True)
class SolutionFrame:
    """One step of the solution, as a small board."""

    cells: tuple[Cell, ...]
    mark: str
    name: str


class ShownPuzzle:
    """*puzzle* as *user* sees it in the attempt *uid*, which may not have begun."""

    def __init__(
        self,
        puzzle: Puzzle,
        uid: str,
        *,
        user: User | None = None,
        attempt: PuzzleAttempt | None = None,
        rating: PuzzleRating | None = None,
        would_be_rated: bool = False,
        is_known: bool = False,
    ) -> None:
        self.puzzle, self.uid, self.user = puzzle, uid, user
        self.attempt, self.rating = attempt, rating
        self._would_be_rated = would_be_rated  # if it began now
        self._is_known = is_known  # from an attempt before this one
        self._transform = BoardTransform(puzzle.ruleset, uid)
        shown = image(puzzle.position, self._transform.symmetry)
        self.before = settled_moves(shown)

    @property
    def ruleset(self) -> Ruleset:
        return self.puzzle.ruleset

    @property
    def title(self) -> str:
        return wording.title_of(self.puzzle)

    @property
    def task(self) -> tuple[str, str]:
        return wording.task_of(self.puzzle)

    @property
    def sides(self) -> list[str]:
        """The marks in the order of their moves until a win; empty without one in MAX_SIDES."""
        plies, first = self.puzzle.plies or 0, self.puzzle.position.ply
        return [Mark.X.at(first + ply).value for ply in range(plies)] if plies <= MAX_SIDES else []

    @property
    def ply(self) -> int:
        """The number of the attempt's next move."""
        return len(self.attempt.moves) if self.attempt else 0

    @property
    def is_over(self) -> bool:
        return self.attempt is not None and self.attempt.is_over

    @property
    def is_solved(self) -> bool:
        return self.attempt is not None and self.attempt.is_solved

    @property
    def is_told(self) -> bool:
        """Whether theme, source and answer may be shown: the solver knows the answer by now."""
        ended = self.attempt is not None and self.attempt.state in (
            PuzzleAttempt.State.SOLVED,
            PuzzleAttempt.State.GIVEN_UP,
        )
        return ended or self._is_known

    @property
    def is_rated(self) -> bool:
        """Whether this attempt is rated; before it begins, whether it would be."""
        return self._would_be_rated if self.attempt is None else self.attempt.is_rated

    @property
    def verdict(self) -> VerdictText | None:
        if self.attempt is None or not (self.attempt.moves or self.is_over):
            return None
        return wording.verdict_of(self.attempt, self._tried_moves, self._refutation)

    @property
    def frames(self) -> list[SolutionFrame]:
        """The moves of the answer, or of the refutation, step by step."""
        if not self.is_over:
            return []
        before, line = self.before, [*self._tried_moves, *self._refutation]
        return [
            SolutionFrame(
                cells=(*before, *line[: number + 1]),
                mark=Mark.X.at(len(before) + number).upper(),
                name=cell_name(self.ruleset, cell),
            )
            for number, cell in enumerate(line)
        ]

    @property
    def change(self) -> int | None:
        """By how many points the solver's rating changed."""
        attempt = self.attempt
        if attempt is None or attempt.rating_after is None or attempt.rating_before is None:
            return None
        return round(attempt.rating_after) - round(attempt.rating_before)

    @property
    def change_size(self) -> int:
        return abs(self.change or 0)

    @property
    def expected_percent(self) -> int:
        """The percentage of solvers with the same rating who were expected to solve it."""
        return round(100 * (self.attempt.expected or 0.0)) if self.attempt else 0

    @property
    def count_text(self) -> str:
        return wording.count_of(self.puzzle)

    @property
    def position_path(self) -> str:
        return place_of(self.puzzle.position).path

    @property
    def source(self) -> Game | None:
        """The game it comes from, public or the solver's own, once that gives nothing away."""
        game = self.puzzle.source if self.is_told else None
        if game is None or game.status != Game.Status.FINISHED:
            return None
        own = self.user is not None and bool(game.marks_of(self.user))
        return game if own or game.opponent in PUBLIC else None

    def board(self, looks: Looks) -> PlainBoard:
        return PlainBoard(
            self.ruleset,
            Mark.X,
            self._cells,
            looks,
            self._line,
            is_playable=not self.is_over,
            has_last=len(self._cells) > len(self.before),
        )

    def data(self, looks: Looks, *, coordinates: bool) -> dict[str, Any]:
        """Return what the script draws the board from."""
        marks: list[str] = [""] * self.ruleset.cells
        for ply, cell in enumerate(self._cells):
            marks[cell] = Mark.X.at(ply).value
        has_moved = len(self._cells) > len(self.before)
        return {
            "m": self.ruleset.m,
            "n": self.ruleset.n,
            "k": self.ruleset.k,
            "cells": marks,
            "last": self._cells[-1] if has_moved else -1,
            "line": self._line or None,
            "mark": None if self.is_over else self.puzzle.to_move.value,
            "marks": {mark: asdict(look) for mark, look in looks.items()},
            "coordinates": coordinates,
        }

    @cached_property
    def _tried_moves(self) -> list[Cell]:
        return self._as_shown(self.attempt.moves) if self.attempt else []

    @cached_property
    def _refutation(self) -> list[Cell]:
        return self._as_shown(self.attempt.refutation) if self.attempt else []

    @property
    def _cells(self) -> list[Cell]:
        return [*self.before, *self._tried_moves, *self._refutation]

    @property
    def _line(self) -> tuple[Cell, ...]:
        """The cells of the line that was completed, if one was."""
        if self.attempt is None:
            return ()
        end = self.attempt.position
        for cell in self.attempt.refutation:
            end = end.play(cell)
        return tuple(self._as_shown(end.winning_line()))

    def _as_shown(self, cells: Any) -> list[Cell]:
        return [self._transform.apply(cell) for cell in cells]
