"""The position that is to be explained, and what is proven of it elsewhere on the site."""

from __future__ import annotations

from dataclasses import dataclass

from games.core.notation import cell_name
from games.core.rules import Cell, Mark
from games.engine.analysis.grades import Evaluation
from games.engine.search.events import Path
from games.engine.search.value import Value
from games.learn.explanation.services import Explanation
from games.learn.explanation.words import Teller
from games.learn.positions.addresses import PositionAddress
from games.learn.review import queries
from games.models import Game


@dataclass(frozen=True, slots=True)
class ExplanationQuestion:
    """The position after *ply* moves of a finished game, and the moves of a *line* after these."""

    found: queries.ReviewedGame
    ply: int
    line: tuple[Cell, ...]

    @property
    def game(self) -> Game:
        return self.found.game

    @property
    def cells(self) -> tuple[Cell, ...]:
        """All moves from the empty board."""
        return (*self.found.cells[: self.ply], *self.line)

    @property
    def line_text(self) -> str:
        return "-".join(cell_name(self.game.ruleset, cell) for cell in self.line)

    @property
    def longer(self) -> list[dict[str, str]]:
        """The moves of the line, each with the text of the line up to it."""
        names = [cell_name(self.game.ruleset, cell) for cell in self.line]
        return [
            {"name": name, "line": "-".join(names[: number + 1])}
            for number, name in enumerate(names)
        ]

    @property
    def sides(self) -> tuple[str, str]:
        """The marks of the side to move and of the other."""
        mark = Mark(self.game.first).at(len(self.cells))
        return mark.value.upper(), mark.other.value.upper()


def as_game(place: PositionAddress) -> queries.ReviewedGame:
    """Return the position as if a finished game, which is not stored, had led to it."""
    ruleset = place.ruleset
    game = Game(m=ruleset.m, n=ruleset.n, k=ruleset.k, first=Mark.X, status=Game.Status.FINISHED)
    return queries.ReviewedGame(game, place.moves, (0,) * len(place.moves), None)


def teller_of(question: ExplanationQuestion, explanation: Explanation) -> Teller:
    """Return a teller of what was found about *question*, and of what is proven about it."""
    return Teller(explanation.position, *question.sides, proofs=_proofs(question, explanation))


def _proofs(question: ExplanationQuestion, explanation: Explanation) -> dict[Path, Evaluation]:
    """Return what is proven of the position and of those after one move, seen by the side to move.

    What the review says of them takes precedence, so that both pages say the same.
    """
    analysis = explanation.analysis
    if analysis is None:
        return {}
    proofs: dict[Path, Evaluation] = {
        (move.cell,): Evaluation(move.value, move.plies, move.within, float(move.value))
        for move in analysis.moves
        if move.value is not None
    }
    if analysis.value is not None:
        value = float(analysis.value)
        proofs[()] = Evaluation(analysis.value, analysis.plies, analysis.within, value)
    return proofs | _reviewed(question)


def _reviewed(question: ExplanationQuestion) -> dict[Path, Evaluation]:
    """Return what the review has proven of the position, and of the one after the next move."""
    grades, ply = question.found.grades, question.ply
    # A review has only the positions of its game.
    if grades is None or question.line:
        return {}
    played = question.found.cells[ply : ply + 1]
    after = zip(((), played), grades.evaluations[ply : ply + 2], (0, 1), strict=False)
    return {
        path: _seen_by_mover(evaluation, ply, moves)
        for path, evaluation, moves in after
        if evaluation.value is not None
    }


def _seen_by_mover(evaluation: Evaluation, ply: int, moves: int) -> Evaluation:
    """Return *evaluation*, of the position *moves* later, as the side to move at *ply* sees it."""
    value = Value((evaluation.value or 0) * (1 if ply % 2 == 0 else -1))
    plies = None if evaluation.plies is None else evaluation.plies + moves
    within = None if evaluation.within is None else evaluation.within + moves
    return Evaluation(value, plies, within, float(value))
