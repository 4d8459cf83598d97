"""What a mark would make of the lines through it: the shapes that players of gomoku know.

Look along one direction from a free cell, and think of it as marked by one side. Two numbers say
what that makes of the k - 1 cells either way:

- *short*: how many more marks the side needs to complete a line through the cell;
- *open*: whether it can do so at two different places, so that one reply does not stop it.

Together they are the *kind* of the cell in that direction, from 0 (no line is left, or one that
is far off) to 15 (complete): 15 - 2 * short, and 1 more if open. With k = 5 an open four is 14, a
four 13, an open three 12, a three 11. The definition holds for every k; the names are kept.

The *level* of a cell for a side, from QUIET to COMPLETES, follows from its kinds in the four
directions and says exactly what marking it forces.

To be exact, open means that there are two windows of k cells, both through the cell and free of the
other side, that each need *short* more marks and share all of these but one.

Source: the classes are those of common gomoku programs (Rapfi, Carbon); deriving them for every
k from these two numbers is our own.
"""

from __future__ import annotations

from functools import cache, lru_cache

import numpy as np
from numba import uint64
from numpy.typing import NDArray

from games.engine.kernels.bits import count
from games.engine.kernels.jit import kernel

KINDS = 16
COMPLETE, OPEN_FOUR, FOUR, OPEN_THREE = 15, 14, 13, 12
MAX_K_WITH_TABLE = 6  # beyond, tables grow too big and kinds are worked out each time

# What a mark in a cell forces, the strongest that applies.
QUIET = 0
ONE_THREE = 1  # threatens to play WINS_NEXT
TWO_THREES = 2
ONE_FOUR = 3  # threatens to complete a line: one reply is forced
FOUR_AND_THREE = 4
WINS_NEXT = 5  # threatens to complete lines at two cells: wins, if nobody completes one before
COMPLETES = 6
LEVEL_COUNT = 7

# What a kind counts where threats are put in order; set by hand. Stored proofs depend on it, for
# their wins are found again in this order, within as many positions.
_WORTHS = (0, 0, 0, 0, 1, 1, 2, 0, 4, 8, 28, 36, 80, 120, 400, 1600)
# What it counts in an estimate, and where other moves are put in order (see `deepening`): fitted to
# results of games with k = 5 (`python -m tools fit_shapes`), but for the first seven, which k = 5
# does not have, and the last.
_SHAPES = (0, 0, 0, 0, 1, 1, 2, 0, 5, 5, 24, 45, 100, 240, 770, 1600)


@kernel
def kind_of(own: int, blocked: int, k: int) -> int:
    """Return the kind of a cell by its 2k - 2 neighbours, as bits: the side's, and the blocked.

    Bits 0 to k - 2 are the neighbours before the cell, the nearest last, the others those after
    it, the nearest first. Cells beyond the edge are blocked. *own* and *blocked* are disjoint.
    """
    reach = k - 1
    before = (1 << reach) - 1
    own = (own & before) | (1 << reach) | ((own >> reach) << k)
    blocked = (blocked & before) | ((blocked >> reach) << k)
    window = (1 << k) - 1
    fewest, found, is_open = k, 0, False
    for shift in range(k):
        place = window << shift
        if place & blocked != 0:
            continue
        empty = place & ~own
        short = count(uint64(empty))
        if short < fewest:
            fewest, found, is_open = short, empty, False
        elif short == fewest and count(uint64(found | empty)) == short + 1:
            is_open = True
        if short == fewest:
            found = empty
    if fewest == 0:
        return COMPLETE
    return max(0, COMPLETE - 2 * fewest + int(is_open)) if fewest < k else 0


@kernel
def kinds_of(first: int, second: int, k: int) -> int:
    """Return the kinds of a place for both sides, four bits each, side 0's the lower ones.

    *first* and *second* are its neighbours with a mark of side 0 and of side 1; both hold those
    beyond the edge.
    """
    return kind_of(first & ~second, second, k) | kind_of(second & ~first, first, k) << 4


@kernel
def _fill_kinds(table: NDArray[np.uint8], k: int) -> None:
    """Put into *table* what `kind_of` returns for all disjoint *own* and *blocked*."""
    bits = 2 * (k - 1)
    for blocked in range(1 << bits):
        rest = ((1 << bits) - 1) & ~blocked
        own = rest
        while True:  # every subset of the rest
            table[own | blocked << bits] = kind_of(own, blocked, k)
            if own == 0:
                break
            own = (own - 1) & rest


@kernel
def _join_kinds(of_one_side: NDArray[np.uint8], table: NDArray[np.uint8], k: int) -> None:
    """Put into *table* what `kinds_of` returns for all *first* and *second*."""
    bits = 2 * (k - 1)
    for second in range(1 << bits):
        for first in range(1 << bits):
            lower = of_one_side[first & ~second | second << bits]
            upper = of_one_side[second & ~first | first << bits]
            table[first | second << bits] = lower | upper << 4


@cache  # there are few k, and the large ones have no table
def kinds_table(k: int) -> NDArray[np.uint8]:
    """Return the kinds for both sides, by first | second << 2k - 2; empty if k is too large."""
    if k > MAX_K_WITH_TABLE:
        return np.zeros(0, np.uint8)
    size = 1 << 4 * (k - 1)
    of_one_side, table = np.zeros(size, np.uint8), np.zeros(size, np.uint8)
    _fill_kinds(of_one_side, k)
    _join_kinds(of_one_side, table, k)
    return table


@lru_cache(maxsize=1)
def levels_table() -> NDArray[np.int8]:
    """Return the level of a cell by its kinds in four directions, four bits each."""
    kinds = np.arange(1 << 16)
    each = np.array([kinds >> 4 * direction & 15 for direction in range(4)])

    def number(kind: int) -> NDArray[np.int64]:
        return np.asarray(np.count_nonzero(each == kind, axis=0), np.int64)

    threes, fours = number(OPEN_THREE), number(FOUR)
    levels = np.zeros(1 << 16, np.int8)
    levels[threes == 1] = ONE_THREE
    levels[threes > 1] = TWO_THREES
    levels[fours == 1] = ONE_FOUR
    levels[(fours == 1) & (threes > 0)] = FOUR_AND_THREE
    levels[(fours > 1) | (number(OPEN_FOUR) > 0)] = WINS_NEXT
    levels[number(COMPLETE) > 0] = COMPLETES
    return levels


@lru_cache(maxsize=1)
def worths_table() -> NDArray[np.int64]:
    """Return what each kind counts where threats are put in order."""
    return np.array(_WORTHS, np.int64)


@lru_cache(maxsize=1)
def shapes_table() -> NDArray[np.int64]:
    """Return what each kind counts in an estimate, and where other moves are put in order."""
    return np.array(_SHAPES, np.int64)
