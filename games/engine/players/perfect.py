"""The player that plays what is proven to be best, and well where nothing is proven.

3×3 comes from the table, answers to the first mark from a book where there is one, and the rest
from stored proofs and the exact search (see `proving`).
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from games.core.rules import TIC_TAC_TOE, Cell, Position, Ruleset, cells_of
from games.engine.budget import Limits
from games.engine.openings.first_cells import landscape
from games.engine.search.table import best_cells

# Proven answers to first marks, for boards whose proofs take longer than a move may. The boards are
# at least as wide as high; a first cell stands for all that are symmetric to it. First marks that
# win are left out: the answers win where the mark loses and draw where it draws (see
# `openings.first_cells`). In test games all later moves were proven in time.
ANSWERS: Mapping[Ruleset, Mapping[Cell, Cell]] = MappingProxyType(
    {
        Ruleset(6, 5, 4): {0: 14, 1: 15, 2: 14, 6: 8, 12: 14, 13: 14},
        Ruleset(7, 5, 4): {0: 24, 1: 17, 2: 24, 3: 24, 7: 10, 14: 17, 15: 17},
        Ruleset(8, 5, 4): {0: 27, 1: 19, 2: 27, 8: 11, 16: 19, 17: 19},
        Ruleset(6, 6, 4): {0: 14, 1: 21, 2: 20},
        Ruleset(7, 6, 4): {0: 24, 1: 17, 2: 24, 3: 24, 7: 24, 14: 17},
        Ruleset(7, 7, 4): {0: 24, 1: 24, 2: 24, 3: 24},
    }
)


def answer(position: Position) -> Cell | None:
    """Return the answer to the one mark of *position*, if the book has one."""
    if position.ply != 1:
        return None
    board = landscape(position.ruleset)
    (first,) = cells_of(position.opposing)
    for transform in range(8 if board.m == board.n else 4):
        seen = [_transformed(position.ruleset, cell, transform) for cell in range(board.cells)]
        found = ANSWERS.get(board, {}).get(seen[first])
        if found is not None:
            return seen.index(found)
    return None


def _transformed(ruleset: Ruleset, cell: Cell, transform: int) -> Cell:
    """Return where *cell* goes on the landscape board by one of its symmetries.

    Bit 0 of *transform* swaps top and bottom, bit 1 left and right, bit 2 rows and columns.
    """
    row, column = divmod(cell, ruleset.m)
    if (ruleset.m < ruleset.n) != bool(transform & 4):
        row, column = column, row
    board = landscape(ruleset)
    row = board.n - 1 - row if transform & 1 else row
    column = board.m - 1 - column if transform & 2 else column
    return row * board.m + column


def choose(position: Position, limits: Limits) -> Cell:
    if position.ruleset == TIC_TAC_TOE:
        return limits.random().choice(best_cells(position))
    known = answer(position)
    if known is not None:
        return known
    from games.engine.players import proving  # loads the compiler, which 3×3 can do without

    return proving.choose(position, limits)
