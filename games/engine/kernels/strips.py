"""A board as strips: the straight runs of cells across it, one machine word for each and side.

A board has n rows, m columns and m + n - 1 diagonals either way, its *strips*, none longer than
19 cells. Every cell lies in four of them, one in each direction, and is one bit in each. A side
has k in a row if k neighbouring bits of one of its words are set. A mark changes four words, and
a few shifts tell whether it completed a line, without a branch that the processor could guess
wrong. (Bitboards are the usual way for boards of up to 64 cells; by strips they work for every
board.)

Data: `Strips.strip[cell, direction]` is the number of a strip, `Strips.bit[cell, direction]` the
cell's bit in it, and `Strips.shifts` says how to find k neighbours (see `shifts_for`). The words
of a position are one array: those of side 0, then those of side 1.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numba import uint32
from numpy.typing import NDArray

from games.core.rules import DIRECTIONS, Position, Ruleset, cells_of
from games.engine.kernels.jit import kernel

MAX_SHIFTS = 5  # enough for k = 32


class Strips(NamedTuple):
    """All that a kernel needs to know of a ruleset."""

    strip: NDArray[np.int64]  # [cell, direction]
    bit: NDArray[np.uint32]  # [cell, direction]
    shifts: NDArray[np.uint32]
    number: int  # of strips


@lru_cache(maxsize=32)
def strips_of(ruleset: Ruleset) -> Strips:
    """Return the strips of *ruleset*; what is returned is shared and must not be changed."""
    strip = np.zeros((ruleset.cells, 4), np.int64)
    bit = np.zeros((ruleset.cells, 4), np.uint32)
    number = 0
    for direction, (right, down) in enumerate(DIRECTIONS):
        for start in _starts(ruleset, right, down):
            for place, cell in enumerate(_cells_from(ruleset, start, right, down)):
                strip[cell, direction], bit[cell, direction] = number, 1 << place
            number += 1
    return Strips(strip, bit, np.array(shifts_for(ruleset.k), np.uint32), number)


def shifts_for(k: int) -> list[int]:
    """Return the shifts to make of a word, each time keeping what it shares with its shifted self.

    A bit is left in the end if and only if *k* neighbours were set: after shifts by 1 and 2 a bit
    stands for four neighbours, and so on. Shifts by 0 change nothing and make up the number.
    """
    shifts, reach = [], 1
    while reach < k:
        shifts.append(min(reach, k - reach))
        reach += shifts[-1]
    return shifts + [0] * (MAX_SHIFTS - len(shifts))


def words_of(position: Position, strips: Strips) -> NDArray[np.uint32]:
    """Return the words of a position; side 0 is the side to move."""
    words = np.zeros(2 * strips.number, np.uint32)
    for side, marks in enumerate((position.own, position.opposing)):
        for cell in cells_of(marks):
            for direction in range(4):
                place = side * strips.number + strips.strip[cell, direction]
                words[place] |= strips.bit[cell, direction]
    return words


def free_cells(position: Position) -> NDArray[np.int64]:
    return np.array(cells_of(position.free), np.int64)


@kernel
def mark(words: NDArray[np.uint32], offset: int, cell: int, strips: Strips) -> bool:
    """Mark *cell* for the side whose words begin at *offset*; return whether that makes a line."""
    found = uint32(0)
    for direction in range(4):
        place = offset + strips.strip[cell, direction]
        word = words[place] | strips.bit[cell, direction]
        words[place] = word
        for i in range(MAX_SHIFTS):
            word &= word >> strips.shifts[i]
        found |= word
    return bool(found != 0)


@kernel
def draw(random: NDArray[np.uint64], below: int) -> int:
    """Return a random number from 0 to *below* - 1 (by Marsaglia's xorshift, 2003).

    The multiplication instead of a remainder is Lemire's (2019); what it favours is beyond
    measure for numbers as small as these.
    """
    x = random[0]
    x ^= x << np.uint64(13)
    x ^= x >> np.uint64(7)
    x ^= x << np.uint64(17)
    random[0] = x
    return int(np.int64(((x >> np.uint64(32)) * np.uint64(below)) >> np.uint64(32)))


def random_state(seed: int) -> NDArray[np.uint64]:
    """Return where `draw` begins: any number but 0."""
    return np.array([seed % ((1 << 64) - 1) + 1], np.uint64)


def _starts(ruleset: Ruleset, right: int, down: int) -> list[int]:
    """Return the cells that have no neighbour before them in their strip."""
    m, n = ruleset.m, ruleset.n
    return [
        cell
        for cell in range(ruleset.cells)
        if not (0 <= cell % m - right < m and 0 <= cell // m - down < n)
    ]


def _cells_from(ruleset: Ruleset, start: int, right: int, down: int) -> list[int]:
    row, column = divmod(start, ruleset.m)
    cells = []
    while 0 <= column < ruleset.m and row < ruleset.n:
        cells.append(row * ruleset.m + column)
        row, column = row + down, column + right
    return cells
