"""Who wins after each first mark: what `games.engine.search.first_cells` keeps, proven again."""

from __future__ import annotations

from games.core.rules import Position, Ruleset
from games.engine.limits import Limits
from games.engine.search.first_cells import FIRST_CELLS, LARGEST_WITHOUT_DRAWS
from games.engine.search.proof import solve
from games.engine.search.prover import Prover, symmetries

SECONDS = 120.0  # for one cell
LETTERS = "wdl"  # by the value for the side that answers the mark


def run() -> None:
    for ruleset, kept in FIRST_CELLS.items():
        found = picture(ruleset)
        print(
            f"{ruleset.m},{ruleset.n},{ruleset.k}  {found}  {'as kept' if found == kept else kept}"
        )
    sides = range(3, LARGEST_WITHOUT_DRAWS + 1)
    boards = [Ruleset(m, n, 3) for m in sides for n in sides if m >= n and m > 3]
    drawn = [ruleset for ruleset in boards if "d" in picture(ruleset)]
    print(f"three in a row: drawn first cells on {len(drawn)} of {len(boards)} boards")


def picture(ruleset: Ruleset) -> str:
    """A letter for each first cell, row by row; ? where no proof was found."""
    turns = symmetries(ruleset)
    letters: dict[int, str] = {}
    for cell in range(ruleset.cells):
        twin = min(int(turn[cell]) for turn in turns)
        if twin not in letters:
            letters[twin] = _letter(ruleset, twin)
        letters[cell] = letters[twin]
    text = "".join(letters[cell] for cell in range(ruleset.cells))
    return " ".join(text[row * ruleset.m : (row + 1) * ruleset.m] for row in range(ruleset.n))


def _letter(ruleset: Ruleset, cell: int) -> str:
    position = Position(ruleset).play(cell)
    value = solve(position, Limits(seconds=SECONDS), Prover(ruleset, 23)).value
    return "?" if value is None else LETTERS[value + 1]
