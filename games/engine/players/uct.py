"""The player that learns from random games: UCT, the best-known Monte Carlo tree search.

It plays many games from the position: by the upper confidence bound among moves that it has seen
before, and at random from there on. Then it marks the cell that it tried most often. Sources:
Kocsis and Szepesvári (2006), who give the bound and √2 as its constant for results between 0 and 1;
Coulom (2006) for the tree. The kernel is `kernels.uct`.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

import numpy as np

from games.core.rules import Cell, Position
from games.engine.budget import Limits
from games.engine.kernels import uct
from games.engine.kernels.parts import FEW, SMALL, Part
from games.engine.kernels.strips import free_cells, random_state, strips_of, words_of
from games.engine.kernels.watchdog import watched

PLAYOUTS = 1000
EXPLORATION = sqrt(2)
MAX_NODES = 1_000_000  # of a tree, 19 bytes each; when it is full, playouts begin at its leaves

MAX_PLAYOUTS = 1_000_000_000  # what the kernel can count


@dataclass(frozen=True, slots=True)
class TriedMove:
    """What a search learnt about one move."""

    cell: Cell
    playouts: int
    average: float  # result for the side to move: 1 won, ½ drawn, 0 lost; 0 if never tried


@dataclass(frozen=True, slots=True)
class Tally:
    """How random games ended for the side that moved first in them."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def playouts(self) -> int:
        return self.won + self.drawn + self.lost


def choose(
    position: Position,
    limits: Limits,
    playouts: int = PLAYOUTS,
    exploration: float = EXPLORATION,
) -> Cell:
    """Return the cell tried most often, of equals the one with the better average."""
    tried = search(position, limits, playouts, exploration)
    if not any(move.playouts for move in tried):
        return limits.random().choice(position.legal_moves())
    return max(tried, key=lambda move: (move.playouts, move.average)).cell


def search(
    position: Position,
    limits: Limits,
    playouts: int = PLAYOUTS,
    exploration: float = EXPLORATION,
) -> tuple[TriedMove, ...]:
    """Return what *playouts* games tell of each legal move, in the order of the cells.

    A game counts as one node of the limits, which may allow fewer. The position must be unfinished.
    """
    count = _within(limits, playouts)
    strips = strips_of(position.ruleset)
    cells = position.ruleset.cells
    tree = uct.new_tree(min(MAX_NODES, (count + 1) * cells + 1))
    words, free = words_of(position, strips), free_cells(position)
    UCT.ensure_ready()
    with watched(limits) as stop:
        uct.grow(
            tree,
            words,
            free,
            strips,
            exploration,
            count,
            random_state(limits.random().getrandbits(64)),
            stop,
            np.zeros_like(words),
            np.zeros(len(free) + 1, np.int64),
        )
    return _moves_of(tree)


def play_at_random(position: Position, limits: Limits, playouts: int) -> Tally:
    """Play *playouts* games from *position* to the end at random, and count how they end.

    The tally is that of the side to move; a game counts as one node of the limits.
    """
    if position.is_over:
        count = _within(limits, playouts)
        return Tally(lost=count) if position.is_won else Tally(drawn=count)
    strips = strips_of(position.ruleset)
    words, tally = words_of(position, strips), np.zeros(3, np.int64)
    UCT.ensure_ready()
    with watched(limits) as stop:
        uct.playouts(
            words,
            free_cells(position),
            strips,
            _within(limits, playouts),
            random_state(limits.random().getrandbits(64)),
            stop,
            np.zeros_like(words),
            tally,
        )
    won, lost, drawn = tally.tolist()
    return Tally(won, drawn, lost)


def _use() -> None:
    choose(Position(SMALL), FEW, 20, 1.0)
    play_at_random(Position(SMALL), FEW, 20)


UCT = Part("random playouts", _use)


def _within(limits: Limits, playouts: int) -> int:
    most = MAX_PLAYOUTS if limits.nodes is None else limits.nodes
    return max(0, min(MAX_PLAYOUTS, playouts, most))


def _moves_of(tree: uct.Tree) -> tuple[TriedMove, ...]:
    """Return the children of the root, including those that were never tried."""
    first = int(tree.child[0])
    children = slice(first, first + int(tree.children[0]))
    columns = (tree.cell, tree.visits, tree.points)
    moves = sorted(zip(*(column[children].tolist() for column in columns), strict=True))
    return tuple(
        TriedMove(cell, visits, points / (uct.WIN_POINTS * max(1, visits)))
        for cell, visits, points in moves
    )
