"""The player that looks no further than its own next move: the cell after which all looks best.

It uses the heuristic of the readable searches, and is what they become with a horizon of 1.
"""

from __future__ import annotations

from games.core.rules import Cell, Position
from games.engine.heuristic import worth_by_lines
from games.engine.limits import Budget, Limits
from games.engine.worth import Worth, after, worth_of_win


def choose(position: Position, limits: Limits) -> Cell:
    """The most promising cell; among fewer of them when the limits end the search."""
    budget, random = Budget(limits), limits.random()
    cells = random.sample(position.legal_moves(), position.free.bit_count())
    best, best_worth = cells[0], move_worth(position, cells[0])
    for cell in cells[1:]:
        if budget.is_spent:
            break
        budget.spend()
        worth = move_worth(position, cell)
        if worth > best_worth:
            best, best_worth = cell, worth
    return best


def move_worth(position: Position, cell: Cell) -> Worth:
    """What marking *cell* seems to be worth to the side to move."""
    child = after(position, cell)
    if position.wins_at(cell):
        return worth_of_win(child)
    return -worth_by_lines(child) if child.free else 0.0
