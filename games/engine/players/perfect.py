"""The player that plays what is proven to be best, and well where nothing is proven.

3×3 comes from the table, answers to the first mark from a book where there is one. Elsewhere half
of the limits are for the exact search: of the position first, for a long win is found sooner by
one question than by one for each move, then of every move, with what is remembered. If that is not
enough, the player for large boards chooses, but never a move that is proven to lose or to be worse
than a proven one.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING

from games.core.rules import TIC_TAC_TOE, Cell, Position
from games.engine.limits import Budget, Limits
from games.engine.players import opening_book
from games.engine.search.table import best_cells

if TYPE_CHECKING:
    from games.engine.analysis.moves import Analysis, MoveWorth

SHARE_OF_POSITION, SHARE_OF_MOVES = 0.25, 0.25  # of the limits, for proofs
PROMISING = 0.75  # of the best estimate: a drawing move that sets this many problems is as good


def choose(position: Position, limits: Limits) -> Cell:
    random = limits.random()
    if position.ruleset == TIC_TAC_TOE:
        return random.choice(best_cells(position))
    known = opening_book.answer(position)
    return _choose_by_proof(position, limits, random) if known is None else known


def _choose_by_proof(position: Position, limits: Limits, random: Random) -> Cell:
    from games.engine.analysis.analyser import analyse
    from games.engine.kernels.watchdog import watched
    from games.engine.search import strong  # these load the compiler, which 3×3 can do without
    from games.engine.search.inquiry import Inquiry
    from games.engine.search.proof import SOLVER, nodes_of, prover_for
    from games.engine.search.value import Value

    SOLVER.ready()
    strong.STRONG.ready()
    budget = Budget(limits)
    prover, first = prover_for(position, limits), _part(limits, SHARE_OF_POSITION)
    with watched(first) as stop:
        Inquiry(prover, position).find_value(nodes_of(first), stop)
    analysis = analyse(position, _part(limits, SHARE_OF_MOVES), prover)
    if analysis.is_certain or analysis.value is Value.WIN:
        return _one_of(analysis, analysis.best, random)
    budget.nodes += prover.nodes
    rest = _part(limits, 1 - budget.share_spent)
    return _sound(analysis, strong.search(position, rest).cell, random)


def _sound(analysis: Analysis, cell: Cell, random: Random) -> Cell:
    """*cell* if it may be best; else the best that is proven, or not proven to lose."""
    draws = [move for move in analysis.moves if move.value == 0]
    if analysis.of(cell) in draws:
        return cell
    if draws:
        return _promising(draws, random)
    if analysis.of(cell).value is None:
        return cell
    return _one_of(analysis, analysis.best, random)


def _one_of(analysis: Analysis, cells: Sequence[Cell], random: Random) -> Cell:
    return _promising([analysis.of(cell) for cell in cells], random)


def _promising(moves: Sequence[MoveWorth], random: Random) -> Cell:
    """Any of the moves that look best; all of *moves* are worth the same to perfect players."""
    best = max(move.estimate for move in moves)
    return random.choice([move.cell for move in moves if move.estimate >= PROMISING * best])


def _part(limits: Limits, share: float) -> Limits:
    nodes = None if limits.nodes is None else int(limits.nodes * share)
    return Limits(limits.seconds * share, limits.seed, limits.stop, nodes, limits.clock)
