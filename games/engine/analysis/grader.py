"""Judging a game: every move, how the game stood, an accuracy for each side.

    grades = grade(ruleset, cells, Limits(seconds=5))
    grades.moves[3].label, grades.moves[3].reason.code, grades.accuracy

    grader = Grader(ruleset, cells, Limits(seconds=5))   # the same, one position at a time
    while not grader.is_done:
        grader.judge_next()
    grader.grades

What is not proven is estimated by the strong player, and said to be an estimate.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType

from games.core.rules import Cell, Position, Ruleset
from games.engine.analysis.accuracy import accuracies
from games.engine.analysis.analyser import analyse
from games.engine.analysis.grades import Evaluation, Grades
from games.engine.analysis.labels import Code, Label, LabelReason, MoveGrade, grade_move
from games.engine.analysis.moves import Analysis
from games.engine.analysis.shape_finder import made_by, stopped_by, won_by
from games.engine.budget import Limits
from games.engine.kernels.watchdog import watched
from games.engine.search import strong
from games.engine.search.inquiry import Inquiry
from games.engine.search.principal_line import principal_line
from games.engine.search.proof import SOLVER, nodes_of, prover_for
from games.engine.search.strong import STRONG
from games.engine.search.value import ForcedWin, Proven, Value

# Of the search that estimates what is not proven:
OUTLOOK_SHARE = 0.5  # its time, beside that for proofs
OUTLOOK_NODES = 20_000  # positions at most, 50 ms if nothing else runs
OUTLOOK_SECONDS = 0.25  # its time at least, so that every move gets an estimate
LINE_SHARE = 0.2  # of the time for a position, to find the best line
WORTH_OF_CLEAR_ADVANTAGE = 600  # of the strong player's units: an estimate of about 0.76
MAX_ESTIMATED = 0.95
NOTHING: Mapping[Position, Proven] = MappingProxyType({})
LOOKS_WEAKER_FROM = 0.25  # a move that gives away so much of the estimate looks weaker
STILL_BETTER_FROM = 0.5  # from this estimate on a win that was missed is only a slip
LEFT_OR_LET_THROUGH = frozenset({Label.SLIP, Label.MISTAKE, Label.BLUNDER})


def grade(ruleset: Ruleset, cells: Iterable[Cell], limits: Limits | None = None) -> Grades:
    """Grade the game whose moves are *cells*, from the empty board on; it need not be finished.

    Raises IllegalMove for moves that cannot be made.
    """
    grader = Grader(ruleset, cells, limits or Limits(seconds=5.0))
    while not grader.is_done:
        grader.judge_next()
    return grader.grades


class Grader:
    """A judge of a game, one position after the other, within *limits* for all of them.

    The last position comes first: the late ones are easy, and what is proven there helps with the
    earlier ones. *known* proofs of positions help, too. Raises IllegalMove for moves that cannot
    be made.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        cells: Iterable[Cell],
        limits: Limits,
        known: Mapping[Position, Proven] = NOTHING,
    ) -> None:
        SOLVER.ensure_ready()
        STRONG.ensure_ready()
        self._cells = tuple(cells)
        self._positions = [Position(ruleset)]
        for cell in self._cells:
            self._positions.append(self._positions[-1].play(cell))
        self._limits = limits
        self._prover = prover_for(self._positions[0], limits)
        self._seconds_spent = 0.0  # on judging; the caller may wait long between two positions
        self._known = known
        self._proofs: dict[Position, Proven] = {}
        self._moves: list[MoveGrade] = []  # the last first
        self._evaluations: list[Evaluation] = []  # in the same order
        # Of the position that was judged last:
        self._estimate = 0.0
        self._forced_win: ForcedWin | None = None

    @property
    def is_done(self) -> bool:
        return not self._remaining

    @property
    def share_done(self) -> float:
        """The share of the positions that are judged, from 0 to 1."""
        return len(self._evaluations) / len(self._positions)

    @property
    def grades(self) -> Grades:
        """What is judged; of the whole game once `is_done`."""
        moves, evaluations = tuple(reversed(self._moves)), tuple(reversed(self._evaluations))
        estimates = [evaluation.estimate for evaluation in evaluations]
        cells = self._positions[0].ruleset.cells
        return Grades(moves, evaluations, accuracies(moves, estimates, cells))

    @property
    def proofs(self) -> Mapping[Position, Proven]:
        """All that has been proven on the way, of positions of the game and of those beside it."""
        return self._proofs

    @property
    def nodes(self) -> int:
        """Positions looked at."""
        return self._prover.nodes

    def judge_next(self, at_most: float = math.inf) -> None:
        """Judge the next position and the move made in it, with *at_most* seconds for proofs."""
        position = self._positions[self._remaining - 1]
        if position.is_over:
            self._evaluations.append(_evaluation_at_end(position))
            self._estimate = self._evaluations[-1].estimate
            return
        begun = self._limits.clock()
        limits = self._share(at_most)
        analysis = self._with_hindsight(self._analysis(position, limits))
        self._proofs |= analysis.proofs
        # An estimate takes little, so it is made even after the time of the game is spent.
        may_look = min(self._limits.seconds, at_most) > 0
        found = evaluation = self._evaluation(analysis, limits, may_look=may_look)
        if position.ply < len(self._cells):
            move = self._with_looks(grade_move(analysis, self._cells[position.ply]), found)
            evaluation = self._settled(found, move)
            self._moves.append(self._with_shapes(move, analysis))
        self._evaluations.append(evaluation)
        self._estimate, self._forced_win = found.estimate, analysis.forced_win
        self._seconds_spent += self._limits.clock() - begun

    def _analysis(self, position: Position, limits: Limits) -> Analysis:
        known = {
            cell: self._known[after].before_move()
            for cell in position.legal_moves()
            if (after := position.marked(cell)) in self._known
        }
        analysis = analyse(position, limits, self._prover, known)
        return analysis.knowing({}, self._known.get(position))

    def _with_hindsight(self, analysis: Analysis) -> Analysis:
        """Return *analysis* with what is proven about the position that the game went on to."""
        ply = analysis.position.ply
        if ply == len(self._cells):
            return analysis
        after = self._evaluations[-1]
        if after.value is None:
            return analysis
        # Evaluations are seen by whoever began, proofs by the side to move.
        value = Value(after.value if ply % 2 else -after.value)
        played = Proven(value, after.plies, after.within).before_move()
        return analysis.with_bound(self._cells[ply], played)

    @property
    def _remaining(self) -> int:
        """Positions still to be judged."""
        return len(self._positions) - len(self._evaluations)

    def _share(self, at_most: float) -> Limits:
        """Return the share of the limits' rest that the proofs about one position may take.

        Time for an estimate is set aside.
        """
        limits = self._limits
        seconds = max(0.0, limits.seconds - self._seconds_spent) / self._remaining
        seconds /= 1.0 + OUTLOOK_SHARE
        left = None if limits.nodes is None else max(0, limits.nodes - self._prover.nodes)
        nodes = None if left is None else left // self._remaining
        return Limits(min(seconds, at_most), limits.seed, limits.stop, nodes, limits.clock)

    def _evaluation(self, analysis: Analysis, limits: Limits, *, may_look: bool) -> Evaluation:
        side = 1 if analysis.position.ply % 2 == 0 else -1
        if analysis.value is not None:
            value = Value(side * analysis.value)
            line = self._line(analysis, limits)
            is_shown = analysis.value is Value.WIN or (not value and analysis.is_certain)
            promising = None if is_shown else analysis.most_promising
            return Evaluation(value, analysis.plies, analysis.within, float(value), promising, line)
        looks_best, estimate = self._outlook(analysis, limits, may_look=may_look)
        return Evaluation(None, None, None, estimate, looks_best)

    def _line(self, analysis: Analysis, limits: Limits) -> tuple[Cell, ...]:
        """Return best moves of both sides to the end of a win, as far as they are known."""
        if not analysis.value_by_moves:  # a draw, or nobody knows which move has the value
            return ()
        position, best, won = analysis.position, analysis.best, analysis.forced_win
        # The game went on with a best move, and how it goes on from there is known already.
        if position.ply < len(self._cells) and self._cells[position.ply] in best:
            following = self._evaluations[-1]
            if following.line or following.plies == 0 or not won:
                return (self._cells[position.ply], *following.line)
        if won and won.cell in best:
            return won.line
        if analysis.value is Value.WIN and not analysis.within and analysis.plies is None:
            return best[:1]  # by a stored proof
        if analysis.plies is None:
            return ()
        few = self._few(limits, LINE_SHARE)
        with watched(few) as stop:
            inquiry = Inquiry(self._prover, position.play(best[0]))
            inquiry.settle(nodes_of(few), stop)
            line = principal_line(self._prover, inquiry, nodes_of(few), stop)
        return (best[0], *line)

    def _few(self, limits: Limits, share: float) -> Limits:
        return Limits(limits.seconds * share, limits.seed, limits.stop, limits.nodes, limits.clock)

    def _outlook(
        self, analysis: Analysis, limits: Limits, *, may_look: bool
    ) -> tuple[Cell | None, float]:
        """Return the move that looks best, and an estimate for the side that began."""
        following = self._estimate
        if analysis.forced is not None:
            return analysis.forced, following
        if not may_look:
            return None, following
        position = analysis.position
        choice = strong.search(
            position,
            replace(
                limits,
                seconds=max(OUTLOOK_SECONDS, OUTLOOK_SHARE * limits.seconds),
                nodes=OUTLOOK_NODES if limits.nodes is None else min(limits.nodes, OUTLOOK_NODES),
            ),
        )
        is_lost = analysis.of(choice.cell).value is Value.LOSS
        cell = analysis.most_promising if is_lost else choice.cell
        if choice.depth == 0 and not choice.worth:  # it did not have to look, or could not
            return cell, following
        worth = math.tanh(choice.worth / WORTH_OF_CLEAR_ADVANTAGE)
        estimate = max(-MAX_ESTIMATED, min(MAX_ESTIMATED, worth))
        return cell, estimate if position.ply % 2 == 0 else -estimate

    def _with_looks(self, move: MoveGrade, before: Evaluation) -> MoveGrade:
        """Return *move* with what estimates say of it, if there is no better reason."""
        if not self._evaluations:
            return move
        side = 1 if move.ply % 2 == 0 else -1
        after = side * self._estimate
        if move.reason.code is Code.LEAVES_WIN:
            return replace(move, label=_label_of_left_win(move.label, after))
        if move.reason.code is not Code.NOT_PROVEN or before.looks_best is None:
            return move
        if before.looks_best == move.cell:
            return replace(move, reason=LabelReason(Code.LOOKS_BEST))
        if side * before.estimate - after < LOOKS_WEAKER_FROM:
            return replace(move, reason=LabelReason(Code.LOOKS_GOOD))
        return replace(move, reason=LabelReason(Code.LOOKS_WEAKER, {"best": before.looks_best}))

    def _settled(self, before: Evaluation, move: MoveGrade) -> Evaluation:
        """Return *before* with the mean of the estimates before and after *move*.

        It stays as it is if one of them is proven, or if another move looks better. After a move
        that gives nothing away both are estimates of the same, and each search favours the side to
        move a little.
        """
        if before.value is not None or self._evaluations[-1].value is not None:
            return before
        if move.reason.code is Code.LOOKS_WEAKER:
            return before
        return replace(before, estimate=(before.estimate + self._estimate) / 2)

    def _with_shapes(self, move: MoveGrade, analysis: Analysis) -> MoveGrade:
        """Return *move* with the shapes that it makes and stops, and of the win it missed or
        allowed.
        """
        position = analysis.position
        makes, stops = made_by(position, move.cell), stopped_by(position, move.cell)
        move = replace(move, makes=makes, stops=stops)
        if move.label not in LEFT_OR_LET_THROUGH:
            return move
        # If a line could have been completed, how the other side then wins is beside the point.
        is_let_through = move.value is Value.LOSS and move.reason.code is not Code.MISSES_LINE
        won = self._forced_win if is_let_through else analysis.forced_win
        if won is None:
            return move
        threat = won_by(position.play(move.cell) if is_let_through else position, won)
        return replace(move, threat=threat, answers=won.answers)


def _label_of_left_win(label: Label, after: float) -> Label:
    """Return the label of a move that missed a proven win.

    *after* is the estimate that its side is left with: the better, the milder the label.
    """
    if label is Label.OPEN:
        return Label.SLIP if after <= -LOOKS_WEAKER_FROM else label
    return Label.SLIP if after >= STILL_BETTER_FROM else label


def _evaluation_at_end(position: Position) -> Evaluation:
    if not position.is_won:
        return Evaluation(Value.DRAW, None, None, 0.0)
    value = Value.WIN if position.ply % 2 else Value.LOSS
    return Evaluation(value, 0, None, float(value))
