"""Draws without a search: pairs of cells, and counting.

If the defender can answer in the other cell of a pair whenever the attacker marks one, no line
that holds both cells of a pair is ever completed. Lines that hold no pair, seen on the cells
outside the pairs only, may be left to counting: if the sum of 2 ** -cells over them is below
1/2, the defender breaks all of them by always marking the cell of the greatest sum (P. Erdős and
J.L. Selfridge, "On a combinatorial game", 1973). The two do not disturb each other, for they are
about different cells.

Finding pairs that suffice is hard. The line with fewest free cells gets the pair that breaks most
lines and harms fewest; where that leads nowhere, the next best pairs are tried too, but only for
the first lines: a wrong pair there cannot be mended later, and elsewhere it hardly matters.

Data: `open_lines[level, i]` is line i of those that no pair broke after `level` pairs.
"""

from __future__ import annotations

from games.engine.kernels.bits import CellSet, count, int64, uint64
from games.engine.kernels.jit import kernel
from games.engine.kernels.residual import ATTACKER, NOTHING, Residuals, Sets

MAX_PAIRS = 32
WORTH_OF_A_LINE = 4  # how much a pair gains with each line it breaks
# What a line loses, by the cells left to it, when a pair takes one of them: with two left it is as
# good as lost, so nearly any other pair is better. Set by hand.
HARM, HARM_OF_THREE, HARM_OF_TWO = 1, 8, 100
TOO_GOOD = 1 << 40  # a score that no pair has
NOISE_BITS = 12  # tell pairs of equal worth apart


@kernel
def is_harmless(residuals: Residuals, depth: int, k: int, open_lines: Sets) -> bool:
    """Return whether the attacker, to move, is shown to complete no line however long it plays.

    *open_lines* is scratch space, with room for MAX_PAIRS + 1 levels. False means nothing.
    """
    left = residuals.counts[ATTACKER, depth]
    free = NOTHING
    for i in range(left):
        open_lines[0, i] = residuals.lines[ATTACKER, depth, i]
        free |= open_lines[0, i]
    return _can_be_broken(open_lines, int64(0), left, free, k)


@kernel
def _can_be_broken(open_lines: Sets, level: int, left: int, free: CellSet, k: int) -> bool:
    """Return whether pairs of *free* cells, or counting on them, deal with the open lines."""
    total, scarcest, least = int64(0), int64(0), int64(64)
    for i in range(left):
        cells = count(open_lines[level, i] & free)
        total += 1 << (k - cells)
        if cells < least:
            scarcest, least = i, cells
    if 2 * total < 1 << k:
        return True
    if least < 2 or level >= MAX_PAIRS:
        return False
    line = open_lines[level, scarcest] & free
    below = int64(TOO_GOOD)
    for _ in range(_choices(level)):
        pair, below = _next_best(open_lines, level, left, free, line, below)
        if pair == NOTHING:
            return False
        kept = _without(open_lines, level, left, pair)
        if _can_be_broken(open_lines, level + 1, kept, free & ~pair, k):
            return True
    return False


@kernel
def _choices(level: int) -> int:
    """Return how many pairs to try for the line whose turn it is."""
    # Twice as many halve the positions of a proof but take three times as long; without pairs it
    # takes seven times as many positions (docs/engine.md, Walls).
    if level == 0:
        return int64(4)
    if level == 1:
        return int64(3)
    return int64(2) if level <= 3 else int64(1)


@kernel
def _next_best(
    open_lines: Sets, level: int, left: int, free: CellSet, line: CellSet, below: int
) -> tuple[CellSet, int]:
    """Return the best pair in *line* that scores less than *below*, and its score."""
    best, best_score = NOTHING, int64(-TOO_GOOD)
    ones = line
    while ones:
        one = ones & (NOTHING - ones)
        ones ^= one
        others = ones
        while others:
            other = others & (NOTHING - others)
            others ^= other
            score = _score(open_lines, level, left, free, one | other)
            if best_score < score < below:
                best, best_score = one | other, score
    return best, best_score


@kernel
def _score(open_lines: Sets, level: int, left: int, free: CellSet, pair: CellSet) -> int:
    """Return what a pair is worth: lines it breaks, less the harm to those with one cell of it."""
    score = int64(0)
    for i in range(left):
        shared = open_lines[level, i] & pair
        if shared == pair:
            score += WORTH_OF_A_LINE
        elif shared:
            cells = count(open_lines[level, i] & free)
            score -= HARM if cells > 3 else HARM_OF_THREE if cells == 3 else HARM_OF_TWO
    noise = (pair * uint64(0x9E3779B97F4A7C15)) >> uint64(64 - NOISE_BITS)
    return (score << NOISE_BITS) + int64(noise)


@kernel
def _without(open_lines: Sets, level: int, left: int, pair: CellSet) -> int:
    """Write to the next level the lines that do not hold *pair*; return how many there are."""
    kept = int64(0)
    for i in range(left):
        if open_lines[level, i] & pair != pair:
            open_lines[level + 1, kept] = open_lines[level, i]
            kept += 1
    return kept
