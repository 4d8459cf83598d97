"""The player that plays what is proven to be best, and well where nothing is proven.

3×3 comes from the table. Elsewhere the exact search says what it can of every move within half
of the limits; if that is not enough, the player for large boards chooses, but never a move that
is proven to lose or to be worse than a proven one.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING

from games.core.rules import TIC_TAC_TOE, Cell, Position
from games.engine.limits import Budget, Limits
from games.engine.table import best_cells
from games.engine.warming import SOLVER, STRONG, ready

if TYPE_CHECKING:
    from games.engine.analysis import Analysis, MoveWorth

SHARE = 0.5  # of the limits, for proofs
PROMISING = 0.75  # of the best estimate: a drawing move that sets this many problems is as good


def choose(position: Position, limits: Limits) -> Cell:
    random = limits.random()
    if position.ruleset == TIC_TAC_TOE:
        return random.choice(best_cells(position))
    return _choose_by_proof(position, limits, random)


def _choose_by_proof(position: Position, limits: Limits, random: Random) -> Cell:
    from games.engine import strong  # these load the compiler, which 3×3 can do without
    from games.engine.analysis import analyse
    from games.engine.inquiry import Value

    ready(SOLVER, STRONG)
    budget = Budget(limits)
    analysis = analyse(position, _part(limits, SHARE))
    if analysis.is_certain or analysis.value is Value.WIN:
        return _one_of(analysis, analysis.best, random)
    budget.nodes += analysis.nodes
    rest = _part(limits, 1 - budget.share_spent)
    return _sound(analysis, strong.choose(position, rest), random)


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
