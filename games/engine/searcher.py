"""The player for every board: forced wins first, then a search of a few moves.

1. complete a line; 2. block one; 3. play a win by threats alone; 4. leave out the moves that
allow the other side such a win; 5. among the rest, search deeper and deeper (alpha-beta with
a table, the most urgent cells near marks first) until the budget is spent, and mark the best
cell of the deepest search.

What a position is worth where the search ends: every line that can still be completed counts
for its side, four times as much with each mark in it. Replies to a threat cost no depth.
"""

from __future__ import annotations

from typing import NamedTuple

from games.core.rules import Cell, Position, cells_of
from games.engine.forcing import ForcingSearch
from games.engine.limits import Budget, Limits, OutOfBudget
from games.engine.line_board import LineBoard, Side
from games.engine.rules_player import middle_of

Worth = int

WIN: Worth = 1 << 60  # less one for every mark on the board when the line is complete
SURE: Worth = 1 << 59  # beyond any sum of lines: a win or a loss that was seen
SMALL_BOARD = 16  # cells up to which every move is looked at
ROOT_WIDTH, WIDTH = 16, 10  # moves looked at on larger boards
FORCING_NODES = 1500  # for each question whether there is a win by threats
LATE = 0.5  # share of the budget after which no deeper search is begun


def choose(position: Position, limits: Limits) -> Cell:
    return Searcher(position, limits).choose()


class Found(NamedTuple):
    """What the table keeps of a position: its worth to the side to move, or a bound of it."""

    depth: int
    worth: Worth
    is_at_least: bool
    is_at_most: bool
    best: Cell


class Searcher:
    """One choice of a cell in an unfinished position; side 0 is to move."""

    def __init__(self, position: Position, limits: Limits) -> None:
        self.budget = Budget(limits)
        self.depth = 0  # of the deepest search that was completed
        self._best: Cell = -1  # so far
        self._random = limits.random()
        self._ply = position.ply
        self._ruleset = position.ruleset
        self._board = LineBoard(position)
        self._forcing = ForcingSearch(self._board, self.budget, FORCING_NODES)
        self._table: dict[int, Found] = {}

    def choose(self) -> Cell:
        for side in (0, 1):
            if cells := cells_of(self._board.completing(side)):
                return self._random.choice(cells)
        if not self._board.near:
            return self._random.choice(middle_of(self._ruleset))
        return self._think()

    def _think(self) -> Cell:
        """A cell for a position where nobody can complete a line with the next move."""
        cells = self._worth_looking_at()
        self._random.shuffle(cells)
        candidates = self._most_urgent(0, cells, ROOT_WIDTH)
        self._best = candidates[0]
        try:
            if forced := self._forcing.win_for(0):
                return forced[0]
            self._deepen(self._without_losing(candidates))
        except OutOfBudget:
            pass
        return self._best

    def _without_losing(self, candidates: list[Cell]) -> list[Cell]:
        """*candidates* and others, less those after which the other side can force a win."""
        danger = self._forcing.win_for(1)
        if not danger:
            return candidates
        board, safe = self._board, []
        for cell in dict.fromkeys([*danger, *candidates, *board.threatening(0)]):
            board.place(0, cell)
            if not self._forcing.win_for(1):
                safe.append(cell)
            board.remove(0, cell)
        if not safe:
            return candidates
        self._best = safe[0]
        return self._most_urgent(0, safe, len(safe))

    def _deepen(self, candidates: list[Cell]) -> None:
        """Search to depth 1, 2, 3, … for as long as it pays."""
        self._best = candidates[0]
        if len(candidates) == 1:
            return
        for depth in range(1, self._board.free.bit_count() + 1):
            candidates, worth = self._search_all(candidates, depth)
            self.depth = depth
            if abs(worth) > SURE or self.budget.share_spent > LATE:
                return

    def _search_all(self, candidates: list[Cell], depth: int) -> tuple[list[Cell], Worth]:
        """*candidates* with the best first, and what it is worth."""
        best_worth = -WIN
        for cell in candidates:
            worth = self._worth_of(0, cell, depth - 1, best_worth, WIN, self._ply)
            if worth > best_worth:
                best_worth, self._best = worth, cell
        return [self._best, *(cell for cell in candidates if cell != self._best)], best_worth

    def _worth_of(
        self, side: Side, cell: Cell, depth: int, low: Worth, high: Worth, ply: int
    ) -> Worth:
        """What marking *cell* is worth to *side*, if it is between *low* and *high*."""
        self._board.place(side, cell)
        worth = -self._worth(1 - side, depth, -high, -low, ply + 1)
        self._board.remove(side, cell)
        return worth

    def _worth(self, side: Side, depth: int, low: Worth, high: Worth, ply: int) -> Worth:
        """What the position is worth to *side*, which is to move; else a bound of it."""
        self.budget.spend()
        board = self._board
        if board.threats[side]:
            return WIN - (ply + 1)
        if not board.free:
            return 0
        if must := board.completing(1 - side):
            if must & (must - 1):
                return (ply + 2) - WIN
            return self._worth_of(side, must.bit_length() - 1, depth, low, high, ply)
        if depth == 0:
            return -board.score if side else board.score
        return self._worth_of_best(side, depth, low, high, ply)

    def _worth_of_best(self, side: Side, depth: int, low: Worth, high: Worth, ply: int) -> Worth:
        found = self._table.get(self._board.key)
        if found and found.depth >= depth:
            if found.is_at_least and (found.is_at_most or found.worth >= high):
                return found.worth
            if found.is_at_most and found.worth <= low:
                return found.worth
        best, best_worth = -1, -WIN
        for cell in self._in_order(side, found):
            lowest = max(low, best_worth)
            worth = self._worth_of(side, cell, depth - 1, lowest, high, ply)
            if worth > best_worth:
                best, best_worth = cell, worth
                if worth >= high:
                    break
        self._table[self._board.key] = Found(
            depth, best_worth, best_worth > low, best_worth < high, best
        )
        return best_worth

    def _in_order(self, side: Side, found: Found | None) -> list[Cell]:
        """The moves of *side* to search, the best of a shallower search first."""
        cells = self._most_urgent(side, self._worth_looking_at(), WIDTH)
        if found:
            return [found.best, *(cell for cell in cells if cell != found.best)]
        return cells

    def _worth_looking_at(self) -> list[Cell]:
        board = self._board
        if board.shape.cells <= SMALL_BOARD:
            return list(cells_of(board.free))
        return list(cells_of(board.free & board.near))

    def _most_urgent(self, side: Side, cells: list[Cell], width: int) -> list[Cell]:
        """*cells*, the most urgent for *side* first; on larger boards no more than *width*."""
        if self._board.shape.cells <= SMALL_BOARD:
            width = SMALL_BOARD
        urgency = self._board.urgency
        return sorted(cells, key=lambda cell: urgency(side, cell), reverse=True)[:width]
