"""The player that tries every cell in games of pure chance and marks the one that won most.

A playout ends a game by random moves of both sides. Every free cell gets the same number of
playouts, one round after the other, so that the answer is fair whenever the limits end it.
Source: B. Abramson, "Expected-outcome: a general model of static evaluation", 1990; B. Brügmann,
"Monte Carlo Go", 1993. UCT, which spends its playouts where they matter, is another player.
"""

from __future__ import annotations

from random import Random

from games.core.rules import Cell, Position, cells_of
from games.engine.budget import Budget, Limits, OutOfBudget
from games.engine.search.glance import after


def choose(position: Position, limits: Limits, *, playouts: int) -> Cell:
    """Return the cell with the best result of *playouts* games for each."""
    random = limits.random()
    cells = random.sample(position.legal_moves(), position.free.bit_count())
    score = dict.fromkeys(cells, 0)
    rounds = _Rounds(position, random, Budget(limits))
    try:
        for _ in range(playouts):
            score = rounds.add_to(score)
    except OutOfBudget:
        pass
    return max(cells, key=score.__getitem__)


class _Rounds:
    """Rounds of one playout for each cell."""

    def __init__(self, position: Position, random: Random, budget: Budget) -> None:
        self._position = position
        self._random = random
        self._budget = budget

    def add_to(self, score: dict[Cell, int]) -> dict[Cell, int]:
        """Return the *score* after one more round; raises OutOfBudget in the middle of one."""
        # In another dictionary, so that a round that is broken off counts for no cell.
        return {cell: so_far + self._result(cell) for cell, so_far in score.items()}

    def _result(self, cell: Cell) -> int:
        self._budget.spend()
        if self._position.wins_at(cell):
            return 1
        return -playout(after(self._position, cell), self._random)


def playout(position: Position, random: Random) -> int:
    """Return the result for the side to move after random moves to the end: 1 won, 0 drawn, -1
    lost.
    """
    lines_through = position.ruleset.lines_through
    sides = [position.own, position.opposing]
    cells = list(cells_of(position.free))
    # A random order of the cells is a game of random moves, at the price of one shuffle.
    random.shuffle(cells)
    for number, cell in enumerate(cells):
        side = number % 2
        marked = sides[side] | 1 << cell
        sides[side] = marked
        for line in lines_through[cell]:
            if marked & line == line:
                return -1 if side else 1
    return 0
