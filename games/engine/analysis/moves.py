"""What every legal move of a position is worth: proven where it can be, estimated elsewhere.

analysis = analyse(position, Limits(seconds=2))
analysis.best, analysis.value, analysis.is_certain
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from games.core.errors import IllegalMove
from games.core.rules import Cell, Position
from games.engine.kernels.watchdog import Flag, watched
from games.engine.limits import Limits
from games.engine.player import check_to_move
from games.engine.search.glance import blocking_cells, winning_cells
from games.engine.search.inquiry import Inquiry, Value
from games.engine.search.proof import SOLVER, nodes_of, prover_for
from games.engine.search.prover import Prover
from games.engine.search.strong import STRONG
from games.engine.search.threats import moves_lost_to_threats, win_by_threats
from games.engine.search.urgency import urgencies

Rank = tuple[int, int]  # greater is better for the side to move

SLOW = 1000  # plies, more than any game has


@dataclass(frozen=True, slots=True)
class MoveWorth:
    """A legal move, seen by the side that makes it."""

    cell: Cell
    value: Value | None  # None: not proven
    plies: int | None  # from before the move until the line; None for a draw or if not proven
    estimate: float  # from 0 to 1, how promising it looks beside the others; no proof
    within: int | None = None  # where *plies* is None: so many are proven to suffice for the line

    @property
    def is_proven(self) -> bool:
        """Whether value and distance are exact."""
        return self.value is Value.DRAW or self.plies is not None

    @property
    def rank(self) -> Rank:
        """By which moves compare: value first, then a fast win or a slow loss.

        What is not proven counts as a draw. A length known only as *within* counts as if it were
        exact; a win of unknown length is the slowest, and a loss of unknown length the fastest.
        """
        if self.value is Value.WIN:
            return self.value, -(self.plies or self.within or SLOW)
        return self.value or Value.DRAW, self.plies or self.within or 0


@dataclass(frozen=True, slots=True)
class Analysis:
    """All legal moves of an unfinished position, and what follows from them."""

    position: Position
    moves: tuple[MoveWorth, ...]  # in the order of the cells
    nodes: int  # positions looked at

    def of(self, cell: Cell) -> MoveWorth:
        """The move at *cell*. Raises IllegalMove, as `Position.play` does, if it is not legal."""
        for move in self.moves:
            if move.cell == cell:
                return move
        on_board = 0 <= cell < self.position.ruleset.cells
        raise IllegalMove("cell_taken" if on_board else "no_such_cell")

    def knowing(self, known: MoveWorth) -> Analysis:
        """The same with *known* in place of what was said about its cell."""
        moves = (known if move.cell == known.cell else move for move in self.moves)
        return replace(self, moves=tuple(moves))

    @property
    def is_complete(self) -> bool:
        """Whether every move is proven."""
        return all(move.is_proven for move in self.moves)

    @property
    def value(self) -> Value | None:
        """The position's value: a win is proven by one move, everything else takes all."""
        values = [move.value for move in self.moves]
        if Value.WIN in values:
            return Value.WIN
        known = [value for value in values if value is not None]
        return max(known) if len(known) == len(values) else None

    @property
    def is_certain(self) -> bool:
        """Whether `best` is proven to hold the best moves, and all of them."""
        if self.is_complete:
            return True
        wins = [move.plies for move in self.moves if move.value is Value.WIN and move.plies]
        return bool(wins) and min(wins) == 1

    @property
    def best(self) -> tuple[Cell, ...]:
        """The best moves by what is proven; moves without a proof count as draws.

        A proven draw and a move without a proof stand together unless `is_certain`.
        """
        best = max(move.rank for move in self.moves)
        return tuple(move.cell for move in self.moves if move.rank == best)

    @property
    def plies(self) -> int | None:
        """How many plies until the line with best play; None for a draw or if not proven."""
        if not self.is_certain:
            return None
        return self.of(self.best[0]).plies

    @property
    def within(self) -> int | None:
        """How many plies suffice for the line, where that is all that is known."""
        if self.is_certain or self.value is Value.DRAW:
            return None
        lengths = [move.plies or move.within for move in self.moves if move.value is self.value]
        known = [length for length in lengths if length is not None]
        if self.value is Value.WIN:
            return min(known, default=None)
        return max(known) if len(known) == len(lengths) else None

    @property
    def only(self) -> Cell | None:
        """The one move that keeps the best value, if all others are proven to have a worse one."""
        if self.value is None or any(move.value is None for move in self.moves):
            return None
        keeping = [move.cell for move in self.moves if move.value == self.value]
        return keeping[0] if len(keeping) == 1 else None

    @property
    def forced(self) -> Cell | None:
        """The move that a threat, or the lack of any other cell, leaves no choice about.

        None if the side to move can complete a line, or cannot stop the other from doing so.
        """
        return forced_cell(self.position)


def analyse(
    position: Position, limits: Limits | None = None, prover: Prover | None = None
) -> Analysis:
    """Prove what each move is worth, as far as *limits* allow; estimate the rest.

    Raises GameError: game_over, impossible_position.
    """
    check_to_move(position)
    limits = limits or Limits()
    SOLVER.ready()
    STRONG.ready()
    prover = prover or prover_for(position, limits)
    before = prover.nodes
    estimates = estimates_of(position)
    if not prover.can_ask(position):
        moves = _with_threats(position, _at_a_glance(position, estimates), limits)
        return Analysis(position, moves, 0)
    inquiries = {cell: Inquiry(prover, position.play(cell)) for cell in position.legal_moves()}
    with watched(limits) as stop:
        settle_all(inquiries.values(), prover, before + nodes_of(limits), stop)
    moves = tuple(worth_of(cell, inquiry, estimates[cell]) for cell, inquiry in inquiries.items())
    return Analysis(position, moves, prover.nodes - before)


def _with_threats(
    position: Position, moves: tuple[MoveWorth, ...], limits: Limits
) -> tuple[MoveWorth, ...]:
    """*moves* with what threats alone prove: a win of one of them, losses of others."""
    proven: dict[Cell, tuple[Value, int]] = {}
    if won := win_by_threats(position, limits):
        proven[won.cell] = Value.WIN, won.within
    for cell, within in moves_lost_to_threats(position, limits).items():
        proven[cell] = Value.LOSS, within
    return tuple(
        replace(move, value=proven[move.cell][0], within=proven[move.cell][1])
        if move.value is None and move.cell in proven
        else move
        for move in moves
    )


def _at_a_glance(position: Position, estimates: Mapping[Cell, float]) -> tuple[MoveWorth, ...]:
    """Only what the lines say that lack one mark; the rest is open."""
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
    """Work on all inquiries in turn, until all are settled or *end* or *stop* comes.

    Each gets as much as the others, so that one hard move does not keep the rest waiting.
    """
    left = [inquiry for inquiry in inquiries if inquiry.can_be_settled]
    while left:
        for inquiry in left:
            if prover.nodes >= end or stop[0]:
                return
            inquiry.work(end, stop)
        left = [inquiry for inquiry in left if inquiry.can_be_settled]


def worth_of(cell: Cell, inquiry: Inquiry, estimate: float) -> MoveWorth:
    """A move's worth, from what is known about the position after it."""
    value = None if inquiry.value is None else Value(-inquiry.value)
    plies = None if inquiry.plies is None else inquiry.plies + 1
    return MoveWorth(cell, value, plies, estimate)


def estimates_of(position: Position) -> dict[Cell, float]:
    """How urgent each legal move looks at first sight, as a share of the most urgent one."""
    found = urgencies(position)
    most = max(found.values(), default=0) or 1
    return {cell: urgency / most for cell, urgency in found.items()}


def forced_cell(position: Position) -> Cell | None:
    """The cell that must be marked: the last one, or the one where the other side would win."""
    cells = position.legal_moves()
    if len(cells) == 1:
        return cells[0]
    threats = blocking_cells(position)
    return threats[0] if len(threats) == 1 and not winning_cells(position) else None
