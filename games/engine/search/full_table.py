"""The value of every position of a small board, by one sweep backwards: brute force.

It checks the solver, and the puzzles made of small boards.

A position is a number with one base-3 digit for each cell: 0 free, 1 marked by whoever began, 2
by the other. A move makes the number greater, so going down from the greatest one finds every
position after all that follow from it. `values[number]` is seen by the side to move: d if it
completes a line in d plies, -d if the other does, 0 for a draw, IMPOSSIBLE if the counts of
marks are wrong or somebody went on after a line; LOST if the last move has completed a line.

One byte each, 3 ** cells of them: 43 MB for 16 cells, the most that is sensible.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from games.core.rules import Position, Ruleset, cells_of
from games.engine.kernels.jit import kernel
from games.engine.kernels.residual import Numbers

Values = NDArray[np.int8]

MAX_CELLS = 16
IMPOSSIBLE = 127
LOST = -100


@cache
def full_table(ruleset: Ruleset) -> Values:
    """Return the values of all positions of a board, to be read only.

    Ask for boards of at most MAX_CELLS cells; that is not checked.
    """
    values = np.zeros(3**ruleset.cells, np.int8)
    powers = np.array([3**cell for cell in range(ruleset.cells)], np.int64)
    sweep(np.array(ruleset.lines, np.int64), powers, values)
    values.flags.writeable = False
    return values


def number_of(position: Position) -> int:
    """Return where the position stands in its full table."""
    first, second = position.own, position.opposing
    if position.ply % 2:
        first, second = second, first
    powers: list[int] = [3**cell for cell in range(position.ruleset.cells)]
    of_first = sum(powers[cell] for cell in cells_of(first))
    return of_first + 2 * sum(powers[cell] for cell in cells_of(second))


@kernel
def sweep(lines: Numbers, powers: Numbers, values: Values) -> None:
    cells = powers.shape[0]
    for number in range(values.shape[0] - 1, -1, -1):
        first, second, rest = 0, 0, number
        plies = 0
        ahead = 0
        for cell in range(cells):
            digit = rest % 3
            rest //= 3
            if digit == 1:
                first |= 1 << cell
                plies += 1
                ahead += 1
            elif digit == 2:
                second |= 1 << cell
                plies += 1
                ahead -= 1
        own, opposing = (first, second) if ahead == 0 else (second, first)
        if ahead < 0 or ahead > 1 or has_line(own, lines):
            values[number] = IMPOSSIBLE
        elif has_line(opposing, lines):
            values[number] = LOST
        elif plies == cells:
            values[number] = 0
        else:
            step = 1 if ahead == 0 else 2
            values[number] = best_of(number, first | second, step, powers, values)


@kernel
def has_line(cells: int, lines: Numbers) -> bool:
    for i in range(lines.shape[0]):  # noqa: SIM110 - numba has no any()
        if cells & lines[i] == lines[i]:
            return True
    return False


@kernel
def best_of(number: int, marked: int, step: int, powers: Numbers, values: Values) -> int:
    """Return the best of the moves, each of which adds *step* times a power to the number."""
    fastest, draws, slowest = 127, False, 0
    for cell in range(powers.shape[0]):
        if marked >> cell & 1:
            continue
        after = values[number + step * powers[cell]]
        if after == LOST:
            return 1
        if after == 0:
            draws = True
        elif after < 0:
            fastest = min(fastest, 1 - after)
        else:
            slowest = max(slowest, after + 1)
    if fastest < 127:
        return fastest
    return 0 if draws else -slowest
