"""Who wins after each first mark: what `games.engine.search.first_cells` keeps, proven again.

`python -m bench.engine first_cells`, or `python -m bench.engine.first_cells 9 19` for the boards
with three in a row alone, the longer side from 9 to 19.
"""

from __future__ import annotations

import sys

from games.core.rules import LARGEST_SIDE, SMALLEST_SIDE, Position, Ruleset
from games.engine.limits import Limits
from games.engine.search.first_cells import DRAWN, FIRST_CELLS, OPEN
from games.engine.search.glance import middle_of
from games.engine.search.proof import solve
from games.engine.search.prover import MOST_CELLS, Prover, turned_cells
from games.engine.search.threats import win_by_threats
from games.engine.search.urgency import urgencies

SECONDS = 120.0  # for one cell
LETTERS = "wdl"  # by the value for the side that answers the mark
AMPLE = Limits(seconds=SECONDS, seed=1)


def run() -> None:
    for ruleset, kept in FIRST_CELLS.items():
        found = picture(ruleset)
        said = "as kept" if found == kept else kept
        print(f"{ruleset.m},{ruleset.n},{ruleset.k}  {found}  {said}", flush=True)
    three_in_a_row(SMALLEST_SIDE + 1, LARGEST_SIDE)


def three_in_a_row(least: int, most: int) -> None:
    """Whether a first mark is a draw on a board whose longer side has from *least* to *most*."""
    for m in range(least, most + 1):
        found = {n: picture(Ruleset(m, n, 3)) for n in range(SMALLEST_SIDE, m + 1)}
        drawn = [n for n, letters in found.items() if DRAWN in letters]
        left = [n for n, letters in found.items() if OPEN in letters]
        print(f"{m}×n, three in a row: drawn first cells {drawn}, open {left}", flush=True)


def picture(ruleset: Ruleset) -> str:
    """A letter for each first cell, row by row; ? where no proof was found."""
    turns = [turned_cells(ruleset, turn) for turn in range(8 if ruleset.m == ruleset.n else 4)]
    letters: dict[int, str] = {}
    for cell in range(ruleset.cells):
        twin = min(turn[cell] for turn in turns)
        if twin not in letters:
            letters[twin] = _letter(ruleset, twin)
        letters[cell] = letters[twin]
    text = "".join(letters[cell] for cell in range(ruleset.cells))
    return " ".join(text[row * ruleset.m : (row + 1) * ruleset.m] for row in range(ruleset.n))


def _letter(ruleset: Ruleset, cell: int) -> str:
    position = Position(ruleset).play(cell)
    if ruleset.cells > MOST_CELLS:
        return _letter_by_threats(position)
    value = solve(position, AMPLE, Prover(ruleset, 23)).value
    return OPEN if value is None else LETTERS[value + 1]


def _letter_by_threats(position: Position) -> str:
    """The same where the exact search sees too many cells: by wins that leave no choice."""
    if _loses_with_every_move(position):
        return "w"
    answers = [cell for cell in middle_of(position.ruleset) if cell in position.legal_moves()]
    if any(_loses_with_every_move(position.play(cell)) for cell in answers):
        return "l"
    return OPEN


def _loses_with_every_move(position: Position) -> bool:
    moves = urgencies(position)
    ordered = sorted(moves, key=moves.__getitem__, reverse=True)  # what helps is soon found
    return all(win_by_threats(position.play(cell), AMPLE) for cell in ordered)


if __name__ == "__main__":
    three_in_a_row(int(sys.argv[1]), int(sys.argv[2]))
