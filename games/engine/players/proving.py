"""How Perfect chooses where neither the table nor the book knows.

Three searches follow each other, each with a quarter of the limits. The first looks for the game in
a stored proof, which gives moves of whoever begins. The second is the exact search of the position:
one question finds a long win sooner than one for each move. The third is the exact search of every
move, with what the second remembers. If they are not enough, the player for large boards chooses,
but never a move that is proven to lose, and only among proven draws if there are any.

Some positions are looked at whatever the time: on a busy machine the time may be over before the
search has had any of it. On boards of up to 25 cells they suffice to find the value of the position
and a move that keeps it.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from games.core.rules import Cell, Position
from games.engine.analysis.analyser import analyse
from games.engine.analysis.moves import Analysis, MoveWorth
from games.engine.budget import Budget, Limits
from games.engine.kernels.watchdog import watched
from games.engine.proving.finding import find_turn
from games.engine.search import strong
from games.engine.search.inquiry import Inquiry, keeping_move
from games.engine.search.principal_line import by_urgency
from games.engine.search.proof import SOLVER, nodes_of, prover_for
from games.engine.search.prover import Prover
from games.engine.search.value import Value

SHARE_OF_STORED = 0.25  # of the limits, for stored proofs
# Of the limits, for the exact search of the position, and of every move.
SHARE_OF_POSITION, SHARE_OF_MOVES = 0.25, 0.25
# Of moves with the same proven value, those with this share of the best estimate are as good.
PROMISING = 0.75

# Positions that are looked at whatever the time. On boards of up to 25 cells the hardest of 9,000
# random positions took 57,200, 0.12 s of a core; nearly all took less than 100
# (`python -m bench.engine starved`).
SMALL_BOARD, MIN_NODES_ON_SMALL = 25, 200_000
MIN_NODES = 5_000  # on larger boards for proofs, and everywhere for the search by shapes


def choose(position: Position, limits: Limits) -> Cell:
    """Return the move of Perfect within *limits*, where neither table nor book knows one."""
    SOLVER.ensure_ready()
    strong.STRONG.ensure_ready()
    random, budget = limits.random(), Budget(limits)
    if stored := find_turn(position, _part(limits, SHARE_OF_STORED)):
        return stored.cell
    without_clock = free_of_clock(position, _part(limits, SHARE_OF_POSITION))
    prover = prover_for(position, limits, nodes_of(without_clock))
    inquiry = Inquiry(prover, position)
    for part in (without_clock, _part(limits, SHARE_OF_POSITION)):
        with watched(part) as stop:
            inquiry.find_value(nodes_of(part), stop)
    analysis = analyse(position, _part(limits, SHARE_OF_MOVES), prover)
    if analysis.is_certain or analysis.value is Value.WIN:
        return _one_of(analysis, analysis.best, random)
    budget.nodes += prover.nodes
    cell = _sound(analysis, _search(position, limits, budget), random)
    return _keeping(prover, inquiry.value, analysis, cell, without_clock)


def free_of_clock(position: Position, limits: Limits) -> Limits:
    """Return *limits* without time, for the positions that proofs may look at whatever the time."""
    is_small = position.ruleset.cells <= SMALL_BOARD
    return limits.without_clock(MIN_NODES_ON_SMALL if is_small else MIN_NODES)


def _search(position: Position, limits: Limits, budget: Budget) -> Cell:
    """Return the choice of the player for large boards, which looks at MIN_NODES at least."""
    rest = _part(limits, 1 - budget.share_spent)
    found = strong.search(position, rest)
    if budget.is_spent and found.nodes < MIN_NODES:
        found = strong.search(position, rest.without_clock(MIN_NODES))
    return found.cell


def _sound(analysis: Analysis, cell: Cell, random: Random) -> Cell:
    """Return *cell*; a better move if it is proven to lose, or is open beside proven draws."""
    draws = [move for move in analysis.moves if move.value == 0]
    if analysis.of(cell) in draws:
        return cell
    if draws:
        return _promising(draws, random)
    if analysis.of(cell).value is None:
        return cell
    return _one_of(analysis, analysis.best, random)


def _keeping(
    prover: Prover, value: Value | None, analysis: Analysis, cell: Cell, without_clock: Limits
) -> Cell:
    """Return a move found to keep the proven *value*, *cell* if it does or if none is found."""
    if value in (None, Value.LOSS, analysis.of(cell).value):
        return cell
    cells = [cell, *(other for other in by_urgency(analysis.position) if other != cell)]
    nodes = nodes_of(without_clock)
    with watched(without_clock) as stop:
        kept = keeping_move(prover, analysis.position, value, cells, nodes, stop)
    return cell if kept is None else kept


def _one_of(analysis: Analysis, cells: Sequence[Cell], random: Random) -> Cell:
    return _promising([analysis.of(cell) for cell in cells], random)


def _promising(moves: Sequence[MoveWorth], random: Random) -> Cell:
    """Return one of those *moves* that look best; to perfect players all are worth the same."""
    best = max(move.estimate for move in moves)
    return random.choice([move.cell for move in moves if move.estimate >= PROMISING * best])


def _part(limits: Limits, share: float) -> Limits:
    nodes = None if limits.nodes is None else int(limits.nodes * share)
    seconds = limits.seconds * share if share else 0.0  # inf * 0 would be nan
    return Limits(seconds, limits.seed, limits.stop, nodes, limits.clock)
