"""What every legal move of a position is worth: proven where it can be, estimated elsewhere.

analysis = analyse(position, Limits(seconds=2))
analysis.best, analysis.value, analysis.is_certain
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType

from games.core.rules import Cell, Position
from games.engine.analysis.moves import Analysis, MoveWorth
from games.engine.budget import Budget, Limits
from games.engine.kernels.watchdog import Flag, watched
from games.engine.player import check_to_move
from games.engine.search.glance import blocking_cells, winning_cells
from games.engine.search.inquiry import Inquiry
from games.engine.search.proof import SOLVER, nodes_of, prover_for
from games.engine.search.prover import Prover
from games.engine.search.strong import STRONG
from games.engine.search.threats import moves_lost_to_threats, win_by_threats
from games.engine.search.value import Proven, Value
from games.engine.search.worth import estimates_of

NOTHING: Mapping[Cell, Proven] = MappingProxyType({})


def analyse(
    position: Position,
    limits: Limits | None = None,
    prover: Prover | None = None,
    known: Mapping[Cell, Proven] = NOTHING,
) -> Analysis:
    """Prove what each move is worth, as far as *limits* allow; estimate the rest.

    The exact search spends no time on moves that are *known* with their distance. Raises
    GameError: game_over, impossible_position.
    """
    check_to_move(position)
    limits = limits or Limits()
    SOLVER.ensure_ready()
    STRONG.ensure_ready()
    prover = prover or prover_for(position, limits)
    before = prover.nodes
    estimates = estimates_of(position)
    if not prover.can_ask(position):
        glance = _at_a_glance(position, estimates)
        return _with_threats(Analysis(position, glance, 0), limits).knowing(known)
    inquiries = {cell: Inquiry(prover, position.play(cell)) for cell in position.legal_moves()}
    asked = [
        one for cell, one in inquiries.items() if cell not in known or not known[cell].is_exact
    ]
    with watched(limits) as stop:
        settle_all(asked, prover, before + nodes_of(limits), stop)
    moves = tuple(worth_of(cell, inquiry, estimates[cell]) for cell, inquiry in inquiries.items())
    return Analysis(position, moves, prover.nodes - before).knowing(known)


def _with_threats(analysis: Analysis, limits: Limits) -> Analysis:
    """Return *analysis* with what threats alone prove: a win of one move, losses of others."""
    position, budget = analysis.position, Budget(limits)
    proven: dict[Cell, Proven] = {}
    # A win is looked for first: that takes less, and says more.
    won = win_by_threats(position, limits)
    for cell, within in moves_lost_to_threats(position, budget.rest).items():
        proven[cell] = Proven(Value.LOSS, within=within)
    if won:
        proven[won.cell] = Proven(Value.WIN, within=won.within)
    moves = tuple(
        move.knowing(proven.get(move.cell)) if move.value is None else move
        for move in analysis.moves
    )
    return replace(analysis, moves=moves, forced_win=won)


def _at_a_glance(position: Position, estimates: Mapping[Cell, float]) -> tuple[MoveWorth, ...]:
    """Return which moves complete a line, and which let the other side do so; the rest is open."""
    ends, threats = winning_cells(position), set(blocking_cells(position))
    moves = []
    for cell, estimate in estimates.items():
        if cell in ends:
            moves.append(MoveWorth(cell, Value.WIN, 1, estimate))
        elif threats - {cell}:
            moves.append(MoveWorth(cell, Value.LOSS, 2, estimate))
        else:
            moves.append(MoveWorth(cell, None, None, estimate))
    return tuple(moves)


def settle_all(inquiries: Iterable[Inquiry], prover: Prover, end: int, stop: Flag) -> None:
    """Work on all inquiries in turn until they are settled, *stop* is set, or *end* is reached.

    *end* is compared with the positions that *prover* has looked at in all. Each inquiry gets as
    much as the others, so that one hard move does not keep the rest waiting.
    """
    left = [inquiry for inquiry in inquiries if inquiry.can_be_settled]
    while left:
        for inquiry in left:
            if prover.nodes >= end or stop[0]:
                return
            inquiry.work(end, stop)
        left = [inquiry for inquiry in left if inquiry.can_be_settled]


def worth_of(cell: Cell, inquiry: Inquiry, estimate: float) -> MoveWorth:
    """Return a move's worth, from what is known about the position after it."""
    value = None if inquiry.value is None else Value(-inquiry.value)
    plies = None if inquiry.plies is None else inquiry.plies + 1
    return MoveWorth(cell, value, plies, estimate)
