"""What a move was beside the others that could have been made: a label and the reason for it.

A label says what is proven. All else is Label.OPEN, whose reason may be an estimate. If one win or
loss is proven and the rest is open, the label depends on how easy that was to see. A line left
that one move completes or blocks is a blunder; a win overlooked is a mistake within NEAR plies, and
a slip within FAR. Beyond that, or of unknown length as in stored proofs, nobody could see it, and
the label stays open. So does the label of a first mark that the other side may take over.

Pages choose the sentence for a reason's code and numbers. `grader` judges whole games.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from games.core.rules import Cell
from games.engine.analysis.moves import Analysis, MoveWorth
from games.engine.analysis.shapes import Shape
from games.engine.search.glance import winning_cells
from games.engine.search.value import Value

NEAR, FAR = 10, 20  # plies: five marks of the winner, and ten


class Label(StrEnum):
    """What a move was, beside the others that could have been made."""

    BEST = "best"
    ONLY = "only"  # every other move would have given away the value
    FORCED = "forced"  # there was no choice: a threat to answer, or one cell left
    GOOD = "good"  # the same value; whether it wins as fast as can be is not proven
    SLOWER = "slower"  # the same value, but a slower win or a faster loss
    SLIP = "slip"  # left a proven win for an open move, or chose a proven loss beside open moves
    MISTAKE = "mistake"  # a win became a draw, or a draw a loss; or a slip within NEAR plies
    BLUNDER = "blunder"  # a win became a loss; or one move would have completed or blocked a line
    OPEN = "open"  # not proven within the limits


class Code(StrEnum):
    """Why a move has its label, with the numbers its sentence needs.

    *plies* are counted from before the move until the line, *best* is a best cell, *best_plies*
    are its plies, *at* is a cell where the other side can complete a line. Where plies are only
    known to suffice they are *within* and *best_within* instead.
    """

    COMPLETES_LINE = "completes_line"
    BLOCKS_LINE = "blocks_line"
    LAST_CELL = "last_cell"
    WINS = "wins"  # plies
    ONLY_WIN = "only_win"  # plies
    KEEPS_WIN = "keeps_win"  # plies: it still wins; others may win sooner
    HOLDS_DRAW = "holds_draw"
    ONLY_DRAW = "only_draw"
    RESISTS = "resists"  # plies: every move loses, and this one takes longest
    STILL_LOST = "still_lost"  # plies: every move loses
    WINS_SLOWER = "wins_slower"  # plies, best, best_plies
    LOSES_SOONER = "loses_sooner"  # plies, best, best_plies
    MISSES_LINE = "misses_line"  # best: a line could have been completed there
    LEAVES_LINE = "leaves_line"  # at, best
    WIN_TO_DRAW = "win_to_draw"  # best, best_plies; without best it is unknown which move wins
    DRAW_TO_LOSS = "draw_to_loss"  # plies, best; without best it is unknown which move draws
    WIN_TO_LOSS = "win_to_loss"  # plies, best, best_plies; without best as above
    LEAVES_WIN = "leaves_win"  # best, best_plies: this move may win as well
    ALLOWS_WIN = "allows_win"  # plies: the others may lose as well
    DRAWS_AT_LEAST = "draws_at_least"  # another move may win
    LOOKS_BEST = "looks_best"  # an estimate, no proof
    LOOKS_GOOD = "looks_good"  # an estimate, no proof
    LOOKS_WEAKER = "looks_weaker"  # best: looks better; an estimate, no proof
    NOT_PROVEN = "not_proven"
    PROPOSED = "proposed"  # the other side may take it over, so it is not meant to win


@dataclass(frozen=True, slots=True)
class LabelReason:
    """Why, as a code and the numbers in its sentence; a number that is not proven is missing."""

    code: Code
    numbers: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class MoveGrade:
    """One move of a game, judged."""

    ply: int
    cell: Cell
    label: Label
    reason: LabelReason
    value: Value | None  # of the move, seen by the side that made it
    best: tuple[Cell, ...]  # the best moves, if they are proven
    makes: Shape | None = None
    stops: Shape | None = None  # what the other side would have made there
    threat: Shape | None = None  # of a win that was missed or allowed
    # Of such a win: the replies to its first move that need an answer, and how it goes on.
    answers: Mapping[Cell, tuple[Cell, ...]] = field(default_factory=dict)


def grade_move(analysis: Analysis, cell: Cell) -> MoveGrade:
    """Judge one move by the analysis of the position before it."""
    label = _label(analysis, analysis.of(cell))
    reason = _reason(analysis, analysis.of(cell), label)
    best = analysis.best if analysis.is_certain or analysis.value_by_moves is Value.WIN else ()
    return MoveGrade(analysis.position.ply, cell, label, reason, analysis.of(cell).value, best)


def as_proposal(move: MoveGrade) -> MoveGrade:
    """Return the first *move* of a game with the swap rule, which is neither good nor bad."""
    reason = LabelReason(Code.PROPOSED)
    return MoveGrade(move.ply, move.cell, Label.OPEN, reason, move.value, best=())


def _label(analysis: Analysis, move: MoveWorth) -> Label:
    if move.cell == analysis.forced:
        return Label.FORCED
    if move.plies == 1 and move.value is Value.WIN:
        return Label.ONLY if analysis.only == move.cell else Label.BEST
    if move.value is None or analysis.value is None:
        return _label_beside_open_moves(analysis, move)
    if lost := analysis.value - move.value:
        return Label.MISTAKE if lost == 1 else Label.BLUNDER
    if move.cell == analysis.only:
        return Label.ONLY
    if analysis.is_certain:
        return Label.BEST if move.cell in analysis.best else Label.SLOWER
    if _loses_at_once(move) and analysis.forced is not None:
        return Label.SLOWER
    return Label.BEST if move.value is Value.DRAW else Label.GOOD


def _label_beside_open_moves(analysis: Analysis, move: MoveWorth) -> Label:
    """Return the label of *move* if its own value, or that of the position, is not proven."""
    if move.value is None and analysis.value_by_moves is Value.WIN:
        best = analysis.of(analysis.best[0])
        return Label.BLUNDER if best.plies == 1 else _slip_about(best)
    if move.value is Value.LOSS:
        leaves_line = _loses_at_once(move) and analysis.forced is not None
        return Label.BLUNDER if leaves_line else _slip_about(move)
    return Label.OPEN


def _slip_about(won_or_lost: MoveWorth) -> Label:
    plies = won_or_lost.plies or won_or_lost.within
    if plies is None or plies > FAR:
        return Label.OPEN
    return Label.MISTAKE if plies <= NEAR else Label.SLIP


def _loses_at_once(move: MoveWorth) -> bool:
    """Return whether the other side completes a line with its next move."""
    return move.value is Value.LOSS and move.plies == 2


def _reason(analysis: Analysis, move: MoveWorth, label: Label) -> LabelReason:
    if label is Label.OPEN and move.value is Value.DRAW:
        return LabelReason(Code.DRAWS_AT_LEAST)
    if label is Label.OPEN and move.value is None and analysis.value_by_moves is not Value.WIN:
        return LabelReason(Code.NOT_PROVEN)
    if move.plies == 1:
        return LabelReason(Code.COMPLETES_LINE)
    if label is Label.FORCED:
        last = len(analysis.moves) == 1
        return LabelReason(Code.LAST_CELL if last else Code.BLOCKS_LINE)
    if label in (Label.BEST, Label.ONLY, Label.GOOD):
        return _praise(move, label)
    return _blame(analysis, move)


def _praise(move: MoveWorth, label: Label) -> LabelReason:
    if move.value is Value.DRAW:
        return LabelReason(Code.ONLY_DRAW if label is Label.ONLY else Code.HOLDS_DRAW)
    if move.value is Value.LOSS:
        return LabelReason(Code.STILL_LOST if label is Label.GOOD else Code.RESISTS, _length(move))
    codes = {Label.ONLY: Code.ONLY_WIN, Label.GOOD: Code.KEEPS_WIN}
    return LabelReason(codes.get(label, Code.WINS), _length(move))


def _blame(analysis: Analysis, move: MoveWorth) -> LabelReason:
    best = analysis.of(analysis.best[0])
    # A position can be proven without its moves; then it is unknown which of them is best.
    length_of_best = {} if analysis.value_by_moves is None else _length_of_best(best)
    if best.plies == 1:
        return LabelReason(Code.MISSES_LINE, {"best": best.cell})
    if move.plies == 2:
        at = winning_cells(analysis.position.play(move.cell))[0]
        others = {} if best.cell == move.cell else {"best": best.cell}
        return LabelReason(Code.LEAVES_LINE, {"at": at, **others})
    if move.value is None:
        return LabelReason(Code.LEAVES_WIN, length_of_best)
    if analysis.value is None:
        return LabelReason(Code.ALLOWS_WIN, _length(move))
    codes = {
        (Value.WIN, Value.WIN): Code.WINS_SLOWER,
        (Value.LOSS, Value.LOSS): Code.LOSES_SOONER,
        (Value.WIN, Value.DRAW): Code.WIN_TO_DRAW,
        (Value.DRAW, Value.LOSS): Code.DRAW_TO_LOSS,
        (Value.WIN, Value.LOSS): Code.WIN_TO_LOSS,
    }
    return LabelReason(codes[analysis.value, move.value], {**_length(move), **length_of_best})


def _length(move: MoveWorth) -> dict[str, int]:
    return _numbers(plies=move.plies, within=move.within)


def _length_of_best(best: MoveWorth) -> dict[str, int]:
    return _numbers(best=best.cell, best_plies=best.plies, best_within=best.within)


def _numbers(**numbers: int | None) -> dict[str, int]:
    return {name: number for name, number in numbers.items() if number is not None}
