"""Minimax: look at every line of play, and believe that both sides choose what is best for them.

Source: C.E. Shannon, "Programming a computer for playing chess", 1950 (type A), in the form that
has the side to move maximise the negative of what the other side gets ("negamax"). With a horizon
the search looks so many moves ahead and asks a heuristic there; with a table it looks at every
position once, however many orders of moves lead to it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from games.core.rules import Cell, Position, cells_of
from games.engine.events import (
    Bound,
    Entered,
    Path,
    Reason,
    Search,
    improved,
    valued,
)
from games.engine.heuristic import Heuristic
from games.engine.limits import Budget
from games.engine.worth import UNBOUNDED, Worth, after, worth_of_win


@dataclass(slots=True)
class Minimax:
    """One search. Give *table* an empty dictionary to have positions remembered."""

    horizon: int
    heuristic: Heuristic
    budget: Budget
    table: dict[tuple[int, int], Worth] | None = None

    def search(self, position: Position, cells: Iterable[Cell] | None = None) -> Search:
        """Search an unfinished position, its moves in the order of *cells*.

        Raises OutOfBudget.
        """
        moves = cells_of(position.free) if cells is None else tuple(cells)
        return self._node(position, (), False, self.horizon, moves)

    def _node(
        self, position: Position, path: Path, is_won: bool, depth: int, cells: tuple[Cell, ...]
    ) -> Search:
        """A node *depth* moves from the horizon; *is_won* tells whether the last move won."""
        self.budget.spend()
        yield Entered(path, -UNBOUNDED, UNBOUNDED)
        known = None if self.table is None else self.table.get((position.own, position.opposing))
        if is_won:
            worth, reason = -worth_of_win(position), Reason.END
        elif not cells:
            worth, reason = 0.0, Reason.END
        elif known is not None:
            worth, reason = known, Reason.TABLE
        elif depth == 0:
            worth, reason = self.heuristic(position), Reason.HORIZON
        else:
            worth, reason = (yield from self._best(position, path, depth, cells)), Reason.MOVES
        if self.table is not None:
            self.table[position.own, position.opposing] = worth
        yield valued(path, worth, Bound.EXACT, reason)
        return worth

    def _best(self, position: Position, path: Path, depth: int, cells: tuple[Cell, ...]) -> Search:
        best = -UNBOUNDED
        for cell in cells:
            is_won, child = position.wins_at(cell), after(position, cell)
            moves = cells_of(child.free)
            worth = -(yield from self._node(child, (*path, cell), is_won, depth - 1, moves))
            if worth > best:
                best = worth
                yield improved(path, cell, worth, Bound.EXACT)
        return best
