"""UCT and plain random playouts, compiled.

UCT: Kocsis and Szepesvári, "Bandit based Monte-Carlo Planning" (2006); the four steps are those of
Coulom (2006): go down to a leaf by the best upper confidence bound, add its children once it is
met again, play on at random to the end, and count the result on the way back. A child that was
never tried comes before all others, in random order. Reaching a finished game needs no playout.

Data: the tree is a set of columns, one entry for each node; node 0 is the root. The children of a
node lie side by side from `child`; `tried` of them have been visited, and those are the first.
`points` counts 2 for a win, 1 for a draw of the side that moved into the node. A playout works on
copies of the root's words (see `strips`) and on one list of the free cells, whose order is of no
account, so that it is shuffled by playing and never restored.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from games.engine.kernels.jit import kernel
from games.engine.kernels.strips import Strips, draw, mark

GOES_ON, WON, DRAWN = 0, 1, 2  # `ending` of a node, seen by the side that moved into it
WIN_POINTS, DRAW_POINTS = 2, 1


class Tree(NamedTuple):
    """The nodes of a search, in columns."""

    child: NDArray[np.int32]  # number of the first child; 0 while there are none
    children: NDArray[np.int16]  # how many
    tried: NDArray[np.int16]  # how many of them were visited
    cell: NDArray[np.int16]  # marked on the way into the node
    ending: NDArray[np.int8]
    visits: NDArray[np.int32]
    points: NDArray[np.int32]


def new_tree(nodes: int) -> Tree:
    """Return an empty tree with room for *nodes* nodes; memory is used only as it grows."""
    return Tree(
        child=np.zeros(nodes, np.int32),
        children=np.zeros(nodes, np.int16),
        tried=np.zeros(nodes, np.int16),
        cell=np.zeros(nodes, np.int16),
        ending=np.zeros(nodes, np.int8),
        visits=np.zeros(nodes, np.int32),
        points=np.zeros(nodes, np.int32),
    )


@kernel
def play_out(
    words: NDArray[np.uint32],
    side: int,
    free: NDArray[np.int64],
    count: int,
    strips: Strips,
    random: NDArray[np.uint64],
) -> int:
    """Mark free cells at random, *side* first, to the end; return who wins, or -1 for a draw.

    The first *count* of *free* are the free cells; they stay so in another order.
    """
    while count > 0:
        i = draw(random, count)
        count -= 1
        cell = free[i]
        free[i] = free[count]
        free[count] = cell
        if mark(words, side * strips.number, cell, strips):
            return side
        side = 1 - side
    return -1


@kernel
def set_back(work: NDArray[np.uint32], words: NDArray[np.uint32]) -> None:
    """Copy *words* to *work*."""
    for i in range(words.shape[0]):
        work[i] = words[i]


@kernel
def playouts(
    words: NDArray[np.uint32],
    free: NDArray[np.int64],
    strips: Strips,
    count: int,
    random: NDArray[np.uint64],
    stop: NDArray[np.uint8],
    work: NDArray[np.uint32],
    tally: NDArray[np.int64],
) -> None:
    """Play *count* games to the end, side 0 first, and add to *tally*: won by 0, by 1, drawn.

    *work* is of the shape of *words*, and overwritten.
    """
    for _ in range(count):
        if stop[0] != 0:
            return
        set_back(work, words)
        winner = play_out(work, 0, free, free.shape[0], strips, random)
        tally[winner if winner >= 0 else 2] += 1


@kernel
def best_child(tree: Tree, node: int, exploration: float) -> int:
    """Return the child with the highest upper confidence bound; all of them have been visited."""
    first = int(tree.child[node])
    scale = exploration * np.sqrt(np.log(float(tree.visits[node])))
    best, best_bound = first, -1.0
    for child in range(first, first + tree.children[node]):
        # One root does for both: squared it divides the points, and once the scale.
        inverse = 1.0 / np.sqrt(float(tree.visits[child]))
        bound = inverse * (inverse * tree.points[child] / WIN_POINTS + scale)
        if bound > best_bound:
            best, best_bound = child, bound
    return best


@kernel
def untried_child(tree: Tree, node: int, random: NDArray[np.uint64]) -> int:
    """Return a child that was never visited, put right after those that were."""
    tried = int(tree.tried[node])
    tree.tried[node] = tried + 1
    chosen = int(tree.child[node]) + tried
    other = chosen + draw(random, tree.children[node] - tried)
    cell = tree.cell[chosen]
    tree.cell[chosen] = tree.cell[other]
    tree.cell[other] = cell
    return chosen


@kernel
def expand(tree: Tree, node: int, used: int, free: NDArray[np.int64], count: int) -> int:
    """Give *node* a child for each free cell, if there is room; return how many nodes are used."""
    if used + count > tree.child.shape[0]:
        return used
    tree.child[node] = used
    tree.children[node] = count
    for i in range(count):
        tree.cell[used + i] = free[i]
    return used + count


@kernel
def take(free: NDArray[np.int64], count: int, cell: int) -> None:
    """Move *cell* to the end of the first *count* free cells."""
    last = count - 1
    for i in range(last):
        if free[i] == cell:
            free[i] = free[last]
            free[last] = cell
            return


@kernel
def count_result(tree: Tree, path: NDArray[np.int64], depth: int, winner: int) -> None:
    """Count a game on the way back to the root, where side 0 is to move."""
    tree.visits[0] += 1
    for i in range(1, depth + 1):
        node = path[i]
        tree.visits[node] += 1
        if winner < 0:
            tree.points[node] += DRAW_POINTS
        elif winner == (i - 1) % 2:
            tree.points[node] += WIN_POINTS


@kernel
def grow(
    tree: Tree,
    words: NDArray[np.uint32],
    free: NDArray[np.int64],
    strips: Strips,
    exploration: float,
    count: int,
    random: NDArray[np.uint64],
    stop: NDArray[np.uint8],
    work: NDArray[np.uint32],
    path: NDArray[np.int64],
) -> None:
    """Add *count* games to an empty *tree*; side 0 is to move, in an unfinished position.

    *work* is of the shape of *words*, *path* one longer than *free*; both are overwritten.
    """
    used = expand(tree, 0, 1, free, free.shape[0])
    for _ in range(count):
        if stop[0] != 0:
            return
        set_back(work, words)
        node, depth, left, side = 0, 0, free.shape[0], 0
        while tree.ending[node] == GOES_ON:
            if tree.child[node] == 0:
                if tree.visits[node] == 0:
                    break
                used = expand(tree, node, used, free, left)
                if tree.child[node] == 0:
                    break
            if tree.tried[node] < tree.children[node]:
                node = untried_child(tree, node, random)
            else:
                node = best_child(tree, node, exploration)
            depth += 1
            path[depth] = node
            cell = int(tree.cell[node])
            take(free, left, cell)
            left -= 1
            if mark(work, side * strips.number, cell, strips):
                tree.ending[node] = WON
            elif left == 0:
                tree.ending[node] = DRAWN
            side = 1 - side
        if tree.ending[node] == WON:
            winner = 1 - side
        elif tree.ending[node] == DRAWN:
            winner = -1
        else:
            winner = play_out(work, side, free, left, strips, random)
        count_result(tree, path, depth, winner)
