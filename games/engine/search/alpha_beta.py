"""Alpha-beta: minimax that leaves out moves which cannot change the answer.

At every node *low* is what the side to move can have elsewhere, and *high* what the other side can
hold it to elsewhere (Greek alpha and beta). Once a move is worth *high* or more, the other side
will not let it come to this node, and the remaining moves need no look. What is then known of the
node is a bound, not its worth; a table that forgets this plays wrong moves.

Source: D.E. Knuth and R.W. Moore, "An analysis of alpha-beta pruning", 1975, where bounds are
returned as tight as they are known ("fail-soft").
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from games.core.rules import Cell, Position, cells_of
from games.engine.budget import Budget
from games.engine.search.events import (
    Bound,
    Cut,
    Entered,
    EventStream,
    Path,
    WorthSource,
    improved,
    seen_from_the_start,
    valued,
)
from games.engine.search.glance import after
from games.engine.search.worth import UNBOUNDED, Heuristic, Worth, worth_of_win


class Window(NamedTuple):
    """Bounds between which a worth can still matter to the side to move."""

    low: Worth = -UNBOUNDED
    high: Worth = UNBOUNDED

    @property
    def reversed(self) -> Window:
        """This window seen by the other side."""
        return Window(-self.high, -self.low)

    def raised_to(self, worth: Worth) -> Window:
        return Window(max(self.low, worth), self.high)

    def bound_of(self, worth: Worth) -> Bound:
        """Return what a search in this window that returned *worth* has shown."""
        if worth >= self.high:
            return Bound.AT_LEAST
        return Bound.AT_MOST if worth <= self.low else Bound.EXACT


class TableEntry(NamedTuple):
    """What the table keeps of a position: its worth to the side to move, or a bound of it."""

    worth: Worth
    bound: Bound

    def decides(self, window: Window) -> bool:
        """Return whether this is all that a search in *window* needs to know."""
        if self.bound is Bound.EXACT:
            return True
        if self.bound is Bound.AT_LEAST:
            return self.worth >= window.high
        return self.worth <= window.low


# The depth need not be kept: there are as many marks as moves, so that within one search a
# position is always as far from the horizon.
# The keys are the cells of the side to move and of the other.
TranspositionTable = dict[tuple[int, int], TableEntry]


@dataclass(slots=True)
class AlphaBeta:
    """One search. Give *table* an empty dictionary to have positions remembered."""

    horizon: int
    heuristic: Heuristic
    budget: Budget
    table: TranspositionTable | None = None

    def search(self, position: Position, cells: Iterable[Cell] | None = None) -> EventStream:
        """Search an unfinished position, its moves in the order of *cells*.

        The stream of events raises OutOfBudget.
        """
        moves = cells_of(position.free) if cells is None else tuple(cells)
        return self._node(position, (), False, self.horizon, moves, Window())

    def _node(
        self,
        position: Position,
        path: Path,
        is_won: bool,
        depth: int,
        cells: tuple[Cell, ...],
        window: Window,
    ) -> EventStream:
        """Search a node *depth* moves from the horizon; *is_won* tells if the last move won."""
        self.budget.spend()
        shown = window.reversed if len(path) % 2 else window
        yield Entered(path, shown.low, shown.high)
        bound = Bound.EXACT
        if is_won:
            worth, source = -worth_of_win(position), WorthSource.END
        elif not cells:
            worth, source = 0.0, WorthSource.END
        elif found := self._look_up(position, window):
            (worth, bound), source = found, WorthSource.TABLE
        elif depth == 0:
            worth, source = self.heuristic(position), WorthSource.HORIZON
        else:
            worth = yield from self._best(position, path, depth, cells, window)
            bound, source = window.bound_of(worth), WorthSource.MOVES
        if self.table is not None:
            self.table[position.own, position.opposing] = TableEntry(worth, bound)
        yield valued(path, worth, bound, source)
        return worth

    def _look_up(self, position: Position, window: Window) -> TableEntry | None:
        """Return what the table knows of *position*, if it is enough."""
        if self.table is None:
            return None
        found = self.table.get((position.own, position.opposing))
        return found if found and found.decides(window) else None

    def _best(
        self, position: Position, path: Path, depth: int, cells: tuple[Cell, ...], window: Window
    ) -> EventStream:
        best = -UNBOUNDED
        for index, cell in enumerate(cells, start=1):
            is_won, child = position.wins_at(cell), after(position, cell)
            inner = window.raised_to(best).reversed
            moves = cells_of(child.free)
            worth = -(yield from self._node(child, (*path, cell), is_won, depth - 1, moves, inner))
            if worth > best:
                best = worth
                yield improved(path, cell, worth, window.bound_of(worth))
            if best >= window.high and index < len(cells):
                limit = seen_from_the_start(path, window.high)
                yield Cut(path, cell, seen_from_the_start(path, best), limit, cells[index:])
                break
        return best
