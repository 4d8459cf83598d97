"""The player that plays what is proven to be best, and well where nothing is proven.

3×3 comes from the table, answers to the first mark from a book where there is one, and the rest
from stored proofs and the exact search (see `proving`).
"""

from __future__ import annotations

from games.core.rules import TIC_TAC_TOE, Cell, Position
from games.engine.limits import Limits
from games.engine.players import opening_book
from games.engine.search.table import best_cells


def choose(position: Position, limits: Limits) -> Cell:
    if position.ruleset == TIC_TAC_TOE:
        return limits.random().choice(best_cells(position))
    known = opening_book.answer(position)
    if known is not None:
        return known
    from games.engine.players import proving  # loads the compiler, which 3×3 can do without

    return proving.choose(position, limits)
