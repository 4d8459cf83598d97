"""What every legal move of a position is worth, as `analyser` proves or estimates it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from games.core.errors import IllegalMove
from games.core.rules import Cell, Position
from games.engine.search.glance import blocking_cells, winning_cells
from games.engine.search.value import ForcedWin, Proven, Value

Rank = tuple[int, int]  # greater is better for the side to move

SLOW = 1000  # plies, more than any game has


@dataclass(frozen=True, slots=True)
class MoveWorth:
    """A legal move, seen by the side that makes it."""

    cell: Cell
    value: Value | None  # None: not proven
    plies: int | None  # from before the move until the line; None for a draw or if not proven
    estimate: float  # from 0 to 1, how promising it looks beside the others; no proof
    within: int | None = None  # where *plies* is None: a proven upper bound

    @property
    def is_proven(self) -> bool:
        """Whether value and distance are exact."""
        return self.value is Value.DRAW or self.plies is not None

    @property
    def proven(self) -> Proven | None:
        """What is proven of it, if anything."""
        return None if self.value is None else Proven(self.value, self.plies, self.within)

    def knowing(self, proven: Proven | None) -> MoveWorth:
        """Return this worth, or what *proven* says of the move if that is more."""
        known = self.proven
        if proven is None or (known and not proven.says_more_than(known)):
            return self
        return replace(self, value=proven.value, plies=proven.plies, within=proven.within)

    @property
    def rank(self) -> Rank:
        """The key by which moves compare: value first, then a fast win or a slow loss.

        What is not proven counts as a draw. A length known only as *within* counts as if it were
        exact; a win or a loss of unknown length is the slowest.
        """
        if not self.value:
            return Value.DRAW, 0
        length = self.plies or self.within or SLOW
        return self.value, -length if self.value is Value.WIN else length


@dataclass(frozen=True, slots=True)
class Analysis:
    """All legal moves of an unfinished position, and what follows from them."""

    position: Position
    moves: tuple[MoveWorth, ...]  # in the order of the cells
    nodes: int  # positions looked at
    known: Proven | None = None  # of the position itself, by a search that did not tell its moves
    forced_win: ForcedWin | None = None  # by threats, of the side to move

    def of(self, cell: Cell) -> MoveWorth:
        """Return the move at *cell*.

        Raises IllegalMove, as `Position.play` does, if it is not legal.
        """
        for move in self.moves:
            if move.cell == cell:
                return move
        on_board = 0 <= cell < self.position.ruleset.cells
        code = "cell_taken" if on_board else "no_such_cell"
        raise IllegalMove(code, f"only a free cell of the board can be marked, not {cell}")

    def knowing(self, proven: Mapping[Cell, Proven], known: Proven | None = None) -> Analysis:
        """Return this analysis with all that is *proven* of moves, and *known* of the position.

        What this analysis proves stays where it says more. In a position *known* to be lost every
        move loses, in no more plies than the position.
        """
        moves = [move.knowing(proven.get(move.cell)) for move in self.moves]
        if known and known.value is Value.LOSS:
            bound = Proven(Value.LOSS, within=known.plies or known.within)
            moves = [move if move.value is not None else move.knowing(bound) for move in moves]
        return replace(self, moves=tuple(moves), known=known or self.known)

    def with_bound(self, cell: Cell, proven: Proven) -> Analysis:
        """Return this analysis with what is *proven* of the move at *cell*.

        Its bound replaces the one found here, also a tighter one: so it agrees with the moves that
        are shown after this one.
        """
        moves = (
            replace(move, within=proven.within)
            if move.cell == cell and move.value is proven.value and move.plies is None
            else move
            for move in self.moves
        )
        return replace(self, moves=tuple(moves)).knowing({cell: proven})

    @property
    def proofs(self) -> dict[Position, Proven]:
        """All that is proven: of the position, and of those after each move."""
        after = {
            self.position.marked(move.cell): move.proven.after_move()
            for move in self.moves
            if move.proven
        }
        return after | ({self.position: self.proven} if self.proven else {})

    @property
    def is_complete(self) -> bool:
        """Whether every move is proven."""
        return all(move.is_proven for move in self.moves)

    @property
    def proven(self) -> Proven | None:
        """What is proven about the position: by its moves, or known of it."""
        found = self._proven_by_moves
        if self.known is None or (found and found.says_more_than(self.known)):
            return found
        return self.known

    @property
    def _proven_by_moves(self) -> Proven | None:
        """What the moves prove: for a win one of them is enough, anything else takes all."""
        values = [move.value for move in self.moves]
        if Value.WIN not in values and None in values:
            return None
        value = max(value for value in values if value is not None)
        if value is Value.DRAW:
            return Proven(value)
        if self.is_certain:
            return Proven(value, self.of(self.best[0]).plies)
        return Proven(value, within=self._bound(value))

    def _bound(self, value: Value) -> int | None:
        """Return how many plies suffice for the line: for a win, of the fastest move that has a
        known length; for a loss, of the slowest, None if a length is unknown.
        """
        lengths = [move.plies or move.within for move in self.moves if move.value is value]
        known = [length for length in lengths if length is not None]
        if value is Value.WIN:
            return min(known, default=None)
        return max(known) if len(known) == len(lengths) else None

    @property
    def value(self) -> Value | None:
        """The position's value, if it is proven."""
        return self.proven.value if self.proven else None

    @property
    def value_by_moves(self) -> Value | None:
        """The position's value, if its moves prove it; then `best` are moves that have it."""
        return self._proven_by_moves.value if self._proven_by_moves else None

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
    def most_promising(self) -> Cell:
        """The move to make: the best by what is proven, of equal ones the best by estimates."""
        return max(self.moves, key=lambda move: (move.rank, move.estimate)).cell

    @property
    def plies(self) -> int | None:
        """How many plies until the line with best play; None for a draw or if not proven."""
        return self.proven.plies if self.proven else None

    @property
    def within(self) -> int | None:
        """How many plies suffice for the line, where that is all that is known."""
        return self.proven.within if self.proven else None

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


def forced_cell(position: Position) -> Cell | None:
    """Return the cell that must be marked: the last one, or the one where the other side
    would win.
    """
    cells = position.legal_moves()
    if len(cells) == 1:
        return cells[0]
    threats = blocking_cells(position)
    return threats[0] if len(threats) == 1 and not winning_cells(position) else None
