"""Checks that with three in a row no first mark is a draw on any board but 3×3.

`python -m bench.engine first_cells`, or `python -m bench.engine.first_cells 9 19` for boards whose
longer side has from 9 to 19 cells. `python -m tools fairness_data --check` proves again
what is known of single boards.
"""

from __future__ import annotations

import sys

from games.core.rules import MAX_SIDE, MIN_SIDE, Ruleset
from games.engine.budget import Limits
from games.engine.openings.first_cells import distinct_cells
from games.engine.openings.first_proofs import prove_first_cell
from games.engine.search.value import Value

AMPLE = Limits(seconds=120.0, seed=1)


def run() -> None:
    three_in_a_row(MIN_SIDE + 1, MAX_SIDE)


def three_in_a_row(least: int, most: int) -> None:
    """Print the drawn and open first cells of boards with a longer side of *least* to *most*."""
    for m in range(least, most + 1):
        found = {n: values(Ruleset(m, n, 3)) for n in range(MIN_SIDE, m + 1)}
        drawn = [n for n, each in found.items() if Value.DRAW in each]
        left = [n for n, each in found.items() if None in each]
        print(f"{m}×n, three in a row: drawn first cells {drawn}, open {left}", flush=True)


def values(ruleset: Ruleset) -> set[Value | None]:
    """Return the values of first cells to their owner; None where no proof was found."""
    return {prove_first_cell(ruleset, cell, AMPLE).value for cell in distinct_cells(ruleset)}


if __name__ == "__main__":
    three_in_a_row(int(sys.argv[1]), int(sys.argv[2]))
