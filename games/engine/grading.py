"""How well a game was played: every move beside the best one, and an accuracy for each side.

    grades = grade(ruleset, cells, Limits(seconds=5))
    grades.moves[3].label, grades.moves[3].reason.code, grades.accuracy

A label is only given where it is proven; everything else is Label.OPEN. The sentence for a
reason's code, with its numbers, is chosen at the edges.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from games.core.rules import Cell, Position, Ruleset
from games.engine.analysis import Analysis, MoveWorth, analyse
from games.engine.inquiry import Value
from games.engine.limits import Budget, Limits
from games.engine.solve import nodes_of, prover_for


class Label(StrEnum):
    """What a move was, beside the others that could have been made."""

    BEST = "best"
    ONLY = "only"  # every other move would have given away the value
    FORCED = "forced"  # there was no choice: a threat to answer, or one cell left
    SLOWER = "slower"  # the same value, but a slower win or a faster loss
    MISTAKE = "mistake"  # a win became a draw, or a draw a loss
    BLUNDER = "blunder"  # a win became a loss
    OPEN = "open"  # not proven within the limits


# What a label takes from the accuracy; those that are missing do not count as decisions.
COSTS = {
    Label.BEST: 0.0,
    Label.ONLY: 0.0,
    Label.SLOWER: 0.1,
    Label.MISTAKE: 0.5,
    Label.BLUNDER: 1.0,
}


class Code(StrEnum):
    """Why a move has its label, with the numbers its sentence needs.

    *plies* are counted from before the move until the line, *best* is a best cell, *best_plies*
    are its plies, *at* is a cell where the other side can complete a line.
    """

    COMPLETES_LINE = "completes_line"
    BLOCKS_LINE = "blocks_line"
    LAST_CELL = "last_cell"
    WINS = "wins"  # plies
    ONLY_WIN = "only_win"  # plies
    HOLDS_DRAW = "holds_draw"
    ONLY_DRAW = "only_draw"
    RESISTS = "resists"  # plies: it is lost whatever is played, and so it takes longest
    WINS_SLOWER = "wins_slower"  # plies, best, best_plies
    LOSES_SOONER = "loses_sooner"  # plies, best, best_plies
    MISSES_LINE = "misses_line"  # best: a line could have been completed there
    LEAVES_LINE = "leaves_line"  # at, best
    WIN_TO_DRAW = "win_to_draw"  # best, best_plies
    DRAW_TO_LOSS = "draw_to_loss"  # plies, best
    WIN_TO_LOSS = "win_to_loss"  # plies, best, best_plies
    NOT_PROVEN = "not_proven"


@dataclass(frozen=True, slots=True)
class Reason:
    """Why, as a code and the numbers in its sentence; a number that is not proven is missing."""

    code: Code
    numbers: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class MoveGrade:
    """One move of a game, judged."""

    ply: int
    cell: Cell
    label: Label
    reason: Reason
    value: Value | None  # of the move, seen by the side that made it
    best: tuple[Cell, ...]  # the best moves, if they are proven


@dataclass(frozen=True, slots=True)
class Grades:
    """A game's moves with their labels, and for each side how accurate its decisions were.

    *accuracy* goes from 0 to 100 percent, of the side that began and of the other: each decision
    loses what COSTS says. None if the side had no decision with a proof.
    """

    moves: tuple[MoveGrade, ...]
    accuracy: tuple[float | None, float | None]


def grade(ruleset: Ruleset, cells: Iterable[Cell], limits: Limits | None = None) -> Grades:
    """Judge the moves *cells* of a game from its empty board, finished or not.

    The last moves are looked at first: they are the easy ones, and what is proven there helps
    with the moves before. Raises IllegalMove for moves that cannot be made.
    """
    limits = limits or Limits(seconds=5.0)
    positions = [Position(ruleset)]
    played = tuple(cells)
    for cell in played:
        positions.append(positions[-1].play(cell))
    prover, budget = prover_for(positions[0], limits), Budget(limits)
    grades: list[MoveGrade] = []
    for ply in range(len(played) - 1, -1, -1):
        share = _share(limits, budget, prover.nodes, ply + 1)
        grades.append(grade_move(analyse(positions[ply], share, prover), played[ply]))
    grades.reverse()
    return Grades(tuple(grades), (_accuracy(grades[::2]), _accuracy(grades[1::2])))


def grade_move(analysis: Analysis, cell: Cell) -> MoveGrade:
    """Judge one move by the analysis of the position before it."""
    label = _label(analysis, analysis.of(cell))
    reason = _reason(analysis, analysis.of(cell), label)
    best = analysis.best if analysis.is_certain else ()
    return MoveGrade(analysis.position.ply, cell, label, reason, analysis.of(cell).value, best)


def _share(limits: Limits, budget: Budget, nodes: int, moves: int) -> Limits:
    """What is left of *limits*, divided by the moves still to be graded."""
    seconds = limits.seconds * (1.0 - budget.share_spent) / moves
    left = None if limits.nodes is None else (nodes_of(limits) - nodes) // moves
    return Limits(seconds, limits.seed, limits.stop, left, limits.clock)


def _label(analysis: Analysis, move: MoveWorth) -> Label:
    if move.cell == analysis.forced:
        return Label.FORCED
    if move.plies == 1 and move.value is Value.WIN:
        return Label.ONLY if analysis.only == move.cell else Label.BEST
    if analysis.value is None or move.value is None:
        return Label.OPEN
    if lost := analysis.value - move.value:
        return Label.MISTAKE if lost == 1 else Label.BLUNDER
    if move.cell == analysis.only:
        return Label.ONLY
    if analysis.is_certain:
        return Label.BEST if move.cell in analysis.best else Label.SLOWER
    return Label.BEST if move.value is Value.DRAW else Label.OPEN


def _reason(analysis: Analysis, move: MoveWorth, label: Label) -> Reason:
    if label is Label.OPEN:
        return Reason(Code.NOT_PROVEN)
    if move.plies == 1:
        return Reason(Code.COMPLETES_LINE)
    if label is Label.FORCED:
        last = len(analysis.moves) == 1
        return Reason(Code.LAST_CELL if last else Code.BLOCKS_LINE)
    if label in (Label.BEST, Label.ONLY):
        return _praise(move, label)
    return _blame(analysis, move)


def _praise(move: MoveWorth, label: Label) -> Reason:
    if move.value is Value.DRAW:
        return Reason(Code.ONLY_DRAW if label is Label.ONLY else Code.HOLDS_DRAW)
    if move.value is Value.LOSS:
        return Reason(Code.RESISTS, _numbers(plies=move.plies))
    code = Code.ONLY_WIN if label is Label.ONLY else Code.WINS
    return Reason(code, _numbers(plies=move.plies))


def _blame(analysis: Analysis, move: MoveWorth) -> Reason:
    best = analysis.of(analysis.best[0])
    if best.plies == 1:
        return Reason(Code.MISSES_LINE, _numbers(best=best.cell))
    if move.plies == 2 and (at := _completing(analysis.position.play(move.cell))) is not None:
        return Reason(Code.LEAVES_LINE, _numbers(at=at, best=best.cell))
    codes = {
        (Value.WIN, Value.WIN): Code.WINS_SLOWER,
        (Value.LOSS, Value.LOSS): Code.LOSES_SOONER,
        (Value.WIN, Value.DRAW): Code.WIN_TO_DRAW,
        (Value.DRAW, Value.LOSS): Code.DRAW_TO_LOSS,
        (Value.WIN, Value.LOSS): Code.WIN_TO_LOSS,
    }
    code = codes[best.value or Value.DRAW, move.value or Value.DRAW]
    return Reason(code, _numbers(plies=move.plies, best=best.cell, best_plies=best.plies))


def _completing(position: Position) -> Cell | None:
    """A cell where the side to move completes a line."""
    return next((cell for cell in position.legal_moves() if position.wins_at(cell)), None)


def _numbers(**numbers: int | None) -> dict[str, int]:
    return {name: number for name, number in numbers.items() if number is not None}


def _accuracy(grades: Iterable[MoveGrade]) -> float | None:
    costs = [COSTS[grade.label] for grade in grades if grade.label in COSTS]
    return 100.0 * (1.0 - sum(costs) / len(costs)) if costs else None
