"""Minimax: look at every line of play, and assume that both sides choose what is best for them.

Source: C.E. Shannon, "Programming a computer for playing chess", 1950 (type A), in the form that
has the side to move maximise the negative of what the other side gets ("negamax"). The search looks
*horizon* moves ahead and asks a heuristic there; with a table it searches every position once,
however many orders of moves lead to it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from games.core.rules import Cell, Position, cells_of
from games.engine.budget import Budget
from games.engine.search.events import (
    Bound,
    Entered,
    EventStream,
    Path,
    WorthSource,
    improved,
    valued,
)
from games.engine.search.glance import after
from games.engine.search.worth import UNBOUNDED, Heuristic, Worth, worth_of_win


@dataclass(slots=True)
class Minimax:
    """One search. Give *table* an empty dictionary to have positions remembered."""

    horizon: int
    heuristic: Heuristic
    budget: Budget
    table: dict[tuple[int, int], Worth] | None = None

    def search(self, position: Position, cells: Iterable[Cell] | None = None) -> EventStream:
        """Search an unfinished position, its moves in the order of *cells*.

        The stream of events raises OutOfBudget.
        """
        moves = cells_of(position.free) if cells is None else tuple(cells)
        return self._node(position, (), False, self.horizon, moves)

    def _node(
        self, position: Position, path: Path, is_won: bool, depth: int, cells: tuple[Cell, ...]
    ) -> EventStream:
        """Search a node *depth* moves from the horizon; *is_won* tells if the last move won."""
        self.budget.spend()
        yield Entered(path, -UNBOUNDED, UNBOUNDED)
        known = None if self.table is None else self.table.get((position.own, position.opposing))
        if is_won:
            worth, source = -worth_of_win(position), WorthSource.END
        elif not cells:
            worth, source = 0.0, WorthSource.END
        elif known is not None:
            worth, source = known, WorthSource.TABLE
        elif depth == 0:
            worth, source = self.heuristic(position), WorthSource.HORIZON
        else:
            worth, source = (yield from self._best(position, path, depth, cells)), WorthSource.MOVES
        if self.table is not None:
            self.table[position.own, position.opposing] = worth
        yield valued(path, worth, Bound.EXACT, source)
        return worth

    def _best(
        self, position: Position, path: Path, depth: int, cells: tuple[Cell, ...]
    ) -> EventStream:
        best = -UNBOUNDED
        for cell in cells:
            is_won, child = position.wins_at(cell), after(position, cell)
            moves = cells_of(child.free)
            worth = -(yield from self._node(child, (*path, cell), is_won, depth - 1, moves))
            if worth > best:
                best = worth
                yield improved(path, cell, worth, Bound.EXACT)
        return best
