"""Draws without a search: pairs of cells, and counting.

If the defender can answer in the other cell of a pair whenever the attacker marks one, no line
that holds both cells of a pair is ever completed. Lines that hold no pair, seen on the cells
outside the pairs only, may be left to counting: if the sum of 2 ** -cells over them is below
1/2, the defender breaks all of them by always marking the cell of the greatest sum (P. Erdős and
J.L. Selfridge, "On a combinatorial game", 1973). The two do not disturb each other, for they are
about different cells. Finding the best pairs is hard; here they are chosen greedily.
"""

from __future__ import annotations

from games.engine.kernels.bits import CellSet, count, int64
from games.engine.kernels.jit import kernel
from games.engine.kernels.residual import ATTACKER, NOTHING, Numbers, Sets

WORTH_OF_A_LINE = 16  # how much a pair gains with each line it breaks


@kernel
def is_harmless(lines: Sets, counts: Numbers, depth: int, k: int, open_lines: Sets) -> bool:
    """Whether the attacker, to move, is shown to complete no line however long the game lasts.

    *open_lines* is scratch space for as many sets as there are lines. False means nothing.
    """
    left = counts[ATTACKER, depth]
    free = NOTHING
    for i in range(left):
        open_lines[i] = lines[ATTACKER, depth, i]
        free |= open_lines[i]
    while True:
        total, scarcest, least = int64(0), int64(0), int64(64)
        for i in range(left):
            cells = count(open_lines[i] & free)
            total += 1 << (k - cells)
            if cells < least:
                scarcest, least = i, cells
        if 2 * total < 1 << k:
            return True
        if least < 2:
            return False
        pair = _best_pair(open_lines, left, free, open_lines[scarcest] & free)
        free &= ~pair
        left = _without(open_lines, left, pair)


@kernel
def _best_pair(open_lines: Sets, left: int, free: CellSet, line: CellSet) -> CellSet:
    """The pair within *line* that breaks most lines and takes fewest cells from others."""
    best, best_score = NOTHING, int64(-1 << 40)
    ones = line
    while ones:
        one = ones & (NOTHING - ones)
        ones ^= one
        others = ones
        while others:
            other = others & (NOTHING - others)
            others ^= other
            score = _score(open_lines, left, free, one | other)
            if score > best_score:
                best, best_score = one | other, score
    return best


@kernel
def _score(open_lines: Sets, left: int, free: CellSet, pair: CellSet) -> int:
    score = 0
    for i in range(left):
        shared = open_lines[i] & pair
        if shared == pair:
            score += WORTH_OF_A_LINE
        elif shared:
            cells = count(open_lines[i] & free)
            score -= 1 if cells > 3 else 8 if cells == 3 else 100
    return score


@kernel
def _without(open_lines: Sets, left: int, pair: CellSet) -> int:
    """Drop the lines that hold *pair*; returns how many are left."""
    kept = 0
    for i in range(left):
        if open_lines[i] & pair != pair:
            open_lines[kept] = open_lines[i]
            kept += 1
    return kept
