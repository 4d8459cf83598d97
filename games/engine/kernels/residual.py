"""What is left of the lines while marks are made: the only thing that decides a game's future.

A line that holds marks of one side only still counts for that side, as the set of its free
cells: its *residual*. Everything else about a position is forgotten, so that positions with
equal futures are the same position; a cell of no residual is as good as gone.

Data: `lines[side, depth, i]` is residual i of a side after `depth` moves, one uint64
with a bit for each cell, and `counts[side, depth]` says how many there are. A residual that
contains another of the same side is left out: whoever completes it has completed the smaller one.
`keys[side, depth]` is the sum of the residuals' hashes, whatever their order.

Side ATTACKER wants to complete a line, side DEFENDER to prevent that, if need be by completing
one first.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from games.engine.kernels.bits import CellSet, count, int64, lowest, uint64
from games.engine.kernels.jit import kernel

Sets = NDArray[np.uint64]
Numbers = NDArray[np.int64]

ATTACKER, DEFENDER = 0, 1
NOTHING, ONE = np.uint64(0), np.uint64(1)
EVERYTHING = np.uint64(0xFFFFFFFFFFFFFFFF)
# What speaks for a cell: each line through it, four times as much with every mark it holds, and a
# little more to build than to break. Twice or eight times as much, or other factors, cost the
# defender up to a hundred times the positions on some board (docs/engine.md, Walls).
GROWTH_BITS = 2
BUILDING, BREAKING = 5, 4
SALT = np.uint64(0xA5A5A5A5DEADBEEF)  # tells the defender's residuals from the attacker's


class Residuals(NamedTuple):
    """The residuals of both sides after every number of moves."""

    lines: Sets  # [side, depth, number]
    counts: Numbers  # [side, depth]


@kernel
def mix(cells: CellSet) -> CellSet:
    """Return a hash of a set of cells (the last steps of the splitmix64 generator)."""
    cells = (cells ^ (cells >> uint64(31))) * uint64(0x7FB5D329728EA185)
    cells = (cells ^ (cells >> uint64(27))) * uint64(0x81DADEF4BC2DD44D)
    return cells ^ (cells >> uint64(33))


@kernel
def hashed(cells: CellSet, side: int) -> CellSet:
    return mix(cells if side == ATTACKER else cells ^ SALT)


@kernel
def enter(residuals: Residuals, keys: Sets, side: int, given: Sets) -> None:
    """Make *given* the side's residuals at depth 0."""
    kept = 0
    for i in range(given.shape[0]):
        if not _has_smaller(given, i):
            residuals.lines[side, 0, kept] = given[i]
            kept += 1
    residuals.counts[side, 0] = kept
    keys[side, 0] = NOTHING
    for i in range(kept):
        keys[side, 0] += hashed(residuals.lines[side, 0, i], side)


@kernel
def _has_smaller(given: Sets, i: int) -> bool:
    """Return whether residual i contains another one, or equals an earlier one."""
    for j in range(given.shape[0]):
        if j != i and given[j] & given[i] == given[j] and (given[j] != given[i] or j < i):
            return True
    return False


@kernel
def mark(residuals: Residuals, keys: Sets, side: int, depth: int, cell: CellSet) -> None:
    """Write to depth + 1 what is left after *side* marks *cell* (a set of that one cell)."""
    _break(residuals, keys, 1 - side, depth, cell)
    _shorten(residuals, keys, side, depth, cell)


@kernel
def _break(residuals: Residuals, keys: Sets, side: int, depth: int, cell: CellSet) -> None:
    """Drop *side*'s residuals through *cell*, which the other side has marked."""
    kept = 0
    key = keys[side, depth]
    for i in range(residuals.counts[side, depth]):
        line = residuals.lines[side, depth, i]
        if line & cell:
            key -= hashed(line, side)
        else:
            residuals.lines[side, depth + 1, kept] = line
            kept += 1
    residuals.counts[side, depth + 1] = kept
    keys[side, depth + 1] = key


@kernel
def _shorten(residuals: Residuals, keys: Sets, side: int, depth: int, cell: CellSet) -> None:
    """Take *cell* out of the side's own residuals; drop those that contain a shortened one.

    The shortened ones stand first. Only they can be contained in others that did not contain
    them before, and never in each other.
    """
    shortened = 0
    key = keys[side, depth]
    for i in range(residuals.counts[side, depth]):
        line = residuals.lines[side, depth, i]
        if line & cell:
            key += hashed(line ^ cell, side) - hashed(line, side)
            residuals.lines[side, depth + 1, shortened] = line ^ cell
            shortened += 1
    kept = shortened
    for i in range(residuals.counts[side, depth]):
        line = residuals.lines[side, depth, i]
        if line & cell:
            continue
        needed = True
        for j in range(shortened):
            if residuals.lines[side, depth + 1, j] & ~line == NOTHING:
                needed = False
                break
        if needed:
            residuals.lines[side, depth + 1, kept] = line
            kept += 1
        else:
            key -= hashed(line, side)
    residuals.counts[side, depth + 1] = kept
    keys[side, depth + 1] = key


@kernel
def shortest(residuals: Residuals, side: int, depth: int) -> int:
    """Return how many cells the side's shortest residual has; 64 if there is none."""
    least = 64
    for i in range(residuals.counts[side, depth]):
        least = min(least, count(residuals.lines[side, depth, i]))
    return least


@kernel
def completing(residuals: Residuals, side: int, depth: int) -> CellSet:
    """Return the cells where *side* completes a line at once."""
    cells = NOTHING
    for i in range(residuals.counts[side, depth]):
        line = residuals.lines[side, depth, i]
        if line & (line - ONE) == NOTHING:
            cells |= line
    return cells


@kernel
def potential(residuals: Residuals, side: int, depth: int, k: int) -> int:
    """Return the sum over the residuals of 2 ** (k - cells), as Erdős and Selfridge weigh them."""
    total = 0
    for i in range(residuals.counts[side, depth]):
        total += 1 << (k - count(residuals.lines[side, depth, i]))
    return total


@kernel
def has_fork(residuals: Residuals, side: int, depth: int) -> bool:
    """Return whether one mark makes *side* two threats: two residuals of two cells share a cell."""
    seen = NOTHING
    for i in range(residuals.counts[side, depth]):
        line = residuals.lines[side, depth, i]
        if count(line) == 2:
            if seen & line:
                return True
            seen |= line
    return False


@kernel
def threatening(residuals: Residuals, side: int, depth: int) -> CellSet:
    """Return the cells where a mark of *side* makes a threat: those of residuals of two cells."""
    cells = NOTHING
    for i in range(residuals.counts[side, depth]):
        if count(residuals.lines[side, depth, i]) == 2:
            cells |= residuals.lines[side, depth, i]
    return cells


@kernel
def spoiling(residuals: Residuals, side: int, depth: int) -> CellSet:
    """Return the cells that lie in every fork of *side*: a mark elsewhere leaves it a fork.

    A fork is two residuals of two cells that share one. All cells if there is no fork.
    """
    cells = EVERYTHING
    for i in range(residuals.counts[side, depth]):
        line = residuals.lines[side, depth, i]
        if count(line) == 2:
            for j in range(i):
                other = residuals.lines[side, depth, j]
                if other & line and count(other) == 2:
                    cells &= line | other
    return cells


@kernel
def turned(cells: CellSet, symmetry: Numbers) -> CellSet:
    """Return the image of a set of cells; *symmetry* says where each cell goes."""
    image = NOTHING
    while cells:
        image |= ONE << uint64(symmetry[lowest(cells)])
        cells &= cells - ONE
    return image


@kernel
def least_key(residuals: Residuals, keys: Sets, depth: int, symmetries: Numbers) -> CellSet:
    """Return the least of the position's keys under all symmetries; the first does nothing."""
    least: CellSet = keys[ATTACKER, depth] + keys[DEFENDER, depth]
    for s in range(1, symmetries.shape[0]):
        key = NOTHING
        for side in range(2):
            for i in range(residuals.counts[side, depth]):
                key += hashed(turned(residuals.lines[side, depth, i], symmetries[s]), side)
        least = min(least, key)
    return least


@kernel
def urgencies(
    residuals: Residuals, side: int, depth: int, k: int, weights: Numbers, common: Sets
) -> CellSet:
    """Weigh every cell by how much a mark of *side* there does to the residuals of both sides.

    Write `weights[depth, cell]`, and to `common[cell]` the cells that lie in all residuals
    through the cell. Return all cells that lie in some residual.
    """
    live = NOTHING
    for s in range(2):
        for i in range(residuals.counts[s, depth]):
            live |= residuals.lines[s, depth, i]
    cells = live
    while cells:
        cell = lowest(cells)
        cells &= cells - ONE
        weights[depth, cell] = 0
        common[cell] = EVERYTHING
    for s in range(2):
        factor = BUILDING if s == side else BREAKING
        for i in range(residuals.counts[s, depth]):
            line = residuals.lines[s, depth, i]
            weight = factor << (GROWTH_BITS * (k - count(line)))
            cells = line
            while cells:
                cell = lowest(cells)
                cells &= cells - ONE
                weights[depth, cell] += weight
                common[cell] &= line
    return live


@kernel
def undominated(cells: CellSet, common: Sets) -> CellSet:
    """Return *cells* without those that a better one stands for.

    A cell all of whose residuals also hold another cell is never the better mark: what it
    does, the other does too, and whatever is left for the other can be done with it.
    """
    left = cells
    while cells:
        cell = lowest(cells)
        this = cells & (NOTHING - cells)
        cells ^= this
        if common[cell] & left & ~this:
            left ^= this
    return left


@kernel
def most_urgent(cells: CellSet, weights: Numbers, depth: int) -> int:
    """Return the number of the heaviest of *cells*, the lowest of equals."""
    best, best_weight = int64(0), int64(-1)
    while cells:
        cell = lowest(cells)
        cells &= cells - ONE
        if weights[depth, cell] > best_weight:
            best, best_weight = cell, weights[depth, cell]
    return best
