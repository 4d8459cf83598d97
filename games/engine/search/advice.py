"""What looks best to a short search, asked of one board again and again.

    adviser = Adviser(board, nodes, stop)   # the caller marks and frees cells of *board* between
    cell = adviser.best_cell()              # for side 0, to move
    adviser.worth_after(cell, 200, 3)       # of a move of side 0

It is the search of the strong player, for another search that wants to know where to begin.
"""

from __future__ import annotations

import numpy as np

from games.core.rules import Cell
from games.engine.kernels.deepening import (
    DEEPEST,
    SURE,
    WIN,
    new_search,
    principal_variation_search,
)
from games.engine.kernels.forcing import new_forcing
from games.engine.kernels.pattern_board import NOWHERE, PatternBoard, cell_of, toggle
from games.engine.kernels.watchdog import Flag


class Adviser:
    """Short searches of one board. Their table of positions is kept between questions.

    *nodes* are the positions for `best_cell`. The kernels must be ready.
    """

    def __init__(self, board: PatternBoard, nodes: int, stop: Flag) -> None:
        cells = len(board.places)
        self._board = board
        self._nodes = nodes
        self._forcing = new_forcing(cells, stop)
        self._search = new_search(
            len(board.marks), cells, nodes, np.zeros(len(board.marks), np.int64)
        )

    def best_cell(self) -> Cell | None:
        """Return where side 0 does best; None where the threats on the board decide by themselves.

        None, too, if *nodes* did not suffice for one move.
        """
        self._worth(0, self._nodes, DEEPEST)
        place = int(self._search.best[0])
        return None if place == NOWHERE else cell_of(self._board, place)

    def worth_after(self, cell: Cell, nodes: int, depth: int) -> int:
        """Return what a move of side 0 is worth to it, by at most *nodes* positions and *depth*."""
        place = int(self._board.places[cell])
        toggle(self._board, place, 0)
        worth = -self._worth(1, nodes, depth)
        toggle(self._board, place, 0)
        return worth

    def _worth(self, side: int, nodes: int, depth: int) -> int:
        """Return what the board is worth to *side*, to move, by the last search to its end."""
        search = self._search
        search.spent[0] = self._forcing.spent[0] = search.aborted[0] = 0
        search.spent[1] = nodes
        search.best[0] = NOWHERE
        search.history[:] = 0
        worth = 0
        for each in range(1, depth + 1):
            found = principal_variation_search(
                self._board, self._forcing, search, side, -WIN, WIN, each, 0
            )
            if search.aborted[0]:
                break
            worth = int(found)
            if abs(worth) > SURE:
                break
        return worth
