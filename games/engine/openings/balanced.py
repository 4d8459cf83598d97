"""Balanced openings: three marks (X, O, X) after which the game is proven to be a draw.

`python -m tools fairness_data --openings` proves them and writes them into
`games/engine/data/openings.txt`. If a board has many, those are kept whose proofs took the most
positions: there both sides have to work for the draw.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from games.core.rules import Cell, Position, Ruleset
from games.core.symmetry import canonical
from games.engine.openings.first_cells import distinct_cells, landscape
from games.engine.openings.measured import measured_openings

Moves = tuple[Cell, Cell, Cell]  # X, O, X


@dataclass(frozen=True, slots=True)
class Opening:
    """Three marks from which perfect players draw, and the positions its proof looked at."""

    moves: Moves
    nodes: int


@dataclass(frozen=True, slots=True)
class Openings:
    """The drawn openings of a board that are kept, one for all that are symmetric.

    Of all *positions* after three marks *drawn* are proven to be draws, and *left* are unsettled.
    """

    kept: tuple[Opening, ...] = ()
    positions: int = 0
    drawn: int = 0
    left: int = 0

    @property
    def none_is_drawn(self) -> bool:
        """Whether each of the positions is proven to be won by somebody."""
        return bool(self.positions) and not self.drawn and not self.left


def openings(ruleset: Ruleset) -> Openings:
    """Return the openings known of *ruleset*, with the cells of the board as it lies."""
    found = _stored_openings().get(landscape(ruleset), Openings())
    if ruleset.m >= ruleset.n:
        return found
    kept = (Opening(_stood_up(ruleset, one.moves), one.nodes) for one in found.kept)
    return Openings(tuple(kept), found.positions, found.drawn, found.left)


def book(ruleset: Ruleset) -> tuple[tuple[Cell, ...], ...]:
    """Return the openings from which *ruleset* is even, as moves from the empty board; may be none.

    They are proven draws of three marks, or, if there are none, measured openings of three to five
    marks. After four marks X is to move, otherwise O.
    """
    proven = tuple(one.moves for one in openings(ruleset).kept)
    return proven or tuple(one.moves for one in measured_openings(ruleset).kept)


def _stood_up(ruleset: Ruleset, moves: Moves) -> Moves:
    """Return where moves on the landscape board lie on *ruleset*, which is higher than wide."""
    first, answer, second = ((cell % ruleset.n) * ruleset.m + cell // ruleset.n for cell in moves)
    return first, answer, second


def boards() -> list[Ruleset]:
    """Return the boards whose openings were looked for, all at least as wide as high."""
    return sorted(_stored_openings())


def candidates(ruleset: Ruleset) -> list[Position]:
    """Return every position after three marks, one for all that are symmetric."""
    return sorted({canonical(position) for position in _after_three(ruleset)}, key=_cells)


def _after_three(ruleset: Ruleset) -> Iterator[Position]:
    for first in distinct_cells(ruleset):  # some symmetry lays the first X on one of these
        for answer in range(ruleset.cells):
            if answer != first:
                yield from _with_second(Position(ruleset).play(first).play(answer))


def _with_second(position: Position) -> Iterator[Position]:
    for cell in position.legal_moves():
        yield position.play(cell)


def _cells(position: Position) -> tuple[int, int]:
    return position.own, position.opposing


@cache
def _stored_openings() -> Mapping[Ruleset, Openings]:
    return parse_file((files("games.engine") / "data" / "openings.txt").read_text("utf-8"))


def parse_file(text: str) -> dict[Ruleset, Openings]:
    """Read what `file_text` writes."""
    boards = {}
    for line in text.splitlines():
        if line and not line.startswith("#"):
            numbers, counts, *words = line.split()
            kept = tuple(_opening(word) for word in words)
            boards[Ruleset(*map(int, numbers.split(",")))] = Openings(
                kept, *map(int, counts.split("/"))
            )
    return boards


def file_text(boards: Mapping[Ruleset, Openings]) -> str:
    """Return a line for each board: it, positions/drawn/left, then cells:nodes of each opening."""
    return "".join(f"{_line(board, found)}\n" for board, found in sorted(boards.items()))


def _line(board: Ruleset, found: Openings) -> str:
    words = ("-".join(map(str, one.moves)) + f":{one.nodes}" for one in found.kept)
    counts = f"{found.positions}/{found.drawn}/{found.left}"
    return " ".join([f"{board.m},{board.n},{board.k}", counts, *words])


def _opening(word: str) -> Opening:
    cells, nodes = word.split(":")
    first, answer, second = map(int, cells.split("-"))
    return Opening((first, answer, second), int(nodes))
