"""Wins by threats alone: every move threatens to complete a line, so every reply is forced.

The field calls it victory by continuous fours. It reaches much deeper than a full search,
because the defender never has a choice; what it finds is certain, what it does not find may
still be there.
"""

from __future__ import annotations

from games.core.rules import Cell
from games.engine.limits import Budget
from games.engine.line_board import LineBoard, Side

LONGEST = 12  # threats in a row


class ForcingSearch:
    """Looks for such wins on one board, with at most *nodes* positions for each question."""

    def __init__(self, board: LineBoard, budget: Budget, nodes: int) -> None:
        self._board = board
        self._budget = budget
        self._nodes = nodes
        self._end = 0
        self._failed: dict[tuple[int, Side], int] = {}  # how many threats were tried in vain

    def win_for(self, side: Side) -> tuple[Cell, ...]:
        """The moves of both sides, *side* to move, up to its last threat; empty if none is found.

        Raises OutOfBudget, with the board left anyhow, when the whole budget is spent.
        """
        self._end = self._budget.nodes + self._nodes
        for length in range(1, LONGEST + 1):
            if line := self._win(side, length):
                return line
            if self._budget.nodes >= self._end:
                break
        return ()

    def _win(self, side: Side, length: int) -> tuple[Cell, ...]:
        board = self._board
        if own := board.completing(side):
            return (_lowest(own),)
        if length == 0 or self._failed.get((board.key, side), 0) >= length:
            return ()
        must = board.completing(1 - side)
        for cell in board.threatening(side):
            if must and must != 1 << cell:
                continue
            if self._budget.nodes >= self._end:
                return ()
            if line := self._win_by(side, cell, length):
                return line
        if self._budget.nodes < self._end:
            self._failed[board.key, side] = length
        return ()

    def _win_by(self, side: Side, cell: Cell, length: int) -> tuple[Cell, ...]:
        """The win that begins with the threat of *side* on *cell*, if there is one."""
        board = self._board
        self._budget.spend()
        board.place(side, cell)
        replies = board.completing(side)
        if replies & (replies - 1):  # two cells to complete a line: one reply is not enough
            line: tuple[Cell, ...] = (cell, _lowest(replies))
        else:
            reply = _lowest(replies)
            board.place(1 - side, reply)
            rest = self._win(side, length - 1)
            line = (cell, reply, *rest) if rest else ()
            board.remove(1 - side, reply)
        board.remove(side, cell)
        return line


def _lowest(cells: int) -> Cell:
    return (cells & -cells).bit_length() - 1
