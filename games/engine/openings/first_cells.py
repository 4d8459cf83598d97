"""Who wins after each first mark, and so what the swap rule makes of a board.

Under the swap rule the second player may take over the first mark. If there is a first mark after
which perfect players draw, the game is a draw. Otherwise the second player takes whichever side
wins. So if whoever begins wins a board, the rule makes it fair or lets the second player win it.

What is known comes with the engine, in `games/engine/data/first_cells.txt`: `python -m tools
fairness_data` has it proven by `openings.first_proofs`, with `--check` once more. What a site
proves later is added by `note_proof`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib.resources import files

from games.core.rules import MAX_SIDE, MIN_SIDE, Cell, Ruleset
from games.core.symmetry import symmetries
from games.engine.search.value import PROOF_VERSION, Proven, Value

Span = tuple[int, int]  # least and most, both included

LETTERS = {Value.WIN: "w", Value.DRAW: "d", Value.LOSS: "l"}
VALUES = {letter: value for value, letter in LETTERS.items()}
OPEN = "?"


@dataclass(frozen=True, slots=True)
class FirstCell:
    """What a first mark is worth to its owner, if proven; plies count from the empty board.

    *nodes* positions were looked at, also where nothing was proven.
    """

    proven: Proven | None = None
    nodes: int = 0

    @property
    def value(self) -> Value | None:
        return self.proven.value if self.proven else None

    @property
    def is_exact(self) -> bool:
        """Whether nothing is left to prove."""
        return self.proven is not None and self.proven.is_exact

    def improves(self, other: FirstCell) -> bool:
        """Return whether this proves more than *other*, or, if neither does, has tried more."""
        if self.proven is None:
            return other.proven is None and self.nodes > other.nodes
        return other.proven is None or self.proven.says_more_than(other.proven)


class Fairness(StrEnum):
    """What the swap rule makes of a board on which, without it, whoever begins wins."""

    FAIR = "fair"  # a draw: some first mark is a draw
    UNFAIR = "unfair"  # a win of the second player: no first mark is a draw
    OPEN = "open"  # not proven


def landscape(ruleset: Ruleset) -> Ruleset:
    """Return the ruleset as it lies on a board that is at least as wide as high."""
    return Ruleset(max(ruleset.m, ruleset.n), min(ruleset.m, ruleset.n), ruleset.k)


def on_landscape(ruleset: Ruleset, cell: Cell) -> Cell:
    """Return where *cell* lies on the board of `landscape`."""
    if ruleset.m >= ruleset.n:
        return cell
    row, column = divmod(cell, ruleset.m)
    return column * ruleset.n + row


def representative(ruleset: Ruleset, cell: Cell) -> Cell:
    """Return the least of the cells on which a symmetry of the board can lay *cell*."""
    return min(symmetry[cell] for symmetry in symmetries(ruleset))


def distinct_cells(ruleset: Ruleset) -> tuple[Cell, ...]:
    """Return one cell for all that are symmetric to each other."""
    return tuple(cell for cell in range(ruleset.cells) if representative(ruleset, cell) == cell)


def first_cells(ruleset: Ruleset) -> tuple[FirstCell, ...]:
    """Return what is known of every cell of *ruleset*, row by row."""
    board = landscape(ruleset)
    known = _stored_cells().get(board, {})
    places = (representative(board, on_landscape(ruleset, cell)) for cell in range(ruleset.cells))
    return tuple(known.get(place, UNKNOWN) for place in places)


UNKNOWN = FirstCell()


def boards() -> list[Ruleset]:
    """Return the boards of which something is known or was tried, all at least as wide as high."""
    return sorted(_stored_cells())


def note_proof(ruleset: Ruleset, cell: Cell, found: FirstCell) -> None:
    """Note what was found of a first cell elsewhere, if it says more than what is known."""
    board = landscape(ruleset)
    place = representative(board, on_landscape(ruleset, cell))
    known = _stored_cells().get(board, {})
    if found.improves(known.get(place, UNKNOWN)):
        # A new dictionary: pages in other threads may be going through the old one.
        _stored_cells()[board] = known | {place: found}


def drawn_first_cells(ruleset: Ruleset) -> tuple[Cell, ...]:
    """Return the first cells that are proven to be a draw; none where nothing is known."""
    found = enumerate(first_cells(ruleset))
    return tuple(cell for cell, first in found if first.value is Value.DRAW)


def fairness_with_swap(ruleset: Ruleset) -> Fairness:
    """Return what is proven of *ruleset* with the swap rule; without, whoever begins wins it."""
    if ruleset.k == 3:  # no first mark is a draw but on 3×3, where nobody wins
        return Fairness.UNFAIR
    return _fairness(landscape(ruleset), values_of(ruleset))


def fairness_by_spans() -> Iterator[tuple[tuple[Span, Span, Span], Fairness]]:
    """Yield what is proven, for spans of k, of the longer side and of the shorter side."""
    any_side = (MIN_SIDE, MAX_SIDE)
    yield ((3, 3), any_side, any_side), Fairness.UNFAIR
    for board in boards():
        fairness = _fairness(board, values_of(board))
        if board.k > 3 and fairness is not Fairness.OPEN:
            yield ((board.k, board.k), (board.m, board.m), (board.n, board.n)), fairness


def values_of(ruleset: Ruleset) -> list[Value]:
    """Return the proven values of first cells, one for all that are symmetric, in no order."""
    known = _stored_cells().get(landscape(ruleset), {}).values()
    return [first.value for first in known if first.value is not None]


def nodes_spent(ruleset: Ruleset) -> int:
    """Return how many positions were looked at for its first cells, proven or not."""
    return sum(first.nodes for first in _stored_cells().get(landscape(ruleset), {}).values())


def nodes_in_vain(ruleset: Ruleset) -> int:
    """Return how many positions were looked at for its first cells that are open."""
    known = _stored_cells().get(landscape(ruleset), {}).values()
    return sum(first.nodes for first in known if first.proven is None)


def kinds(ruleset: Ruleset) -> int:
    """Return how many first cells there are up to symmetry."""
    columns, rows = (ruleset.m + 1) // 2, (ruleset.n + 1) // 2
    return columns * (columns + 1) // 2 if ruleset.m == ruleset.n else columns * rows


def _fairness(board: Ruleset, values: Sequence[Value]) -> Fairness:
    if Value.WIN not in values:
        return Fairness.OPEN  # the others are said only of boards that whoever begins wins
    if Value.DRAW in values:
        return Fairness.FAIR
    return Fairness.UNFAIR if len(values) == kinds(board) else Fairness.OPEN


@cache
def _stored_cells() -> dict[Ruleset, dict[Cell, FirstCell]]:
    """Return what comes with the engine, to which `note_proof` adds."""
    return parse_file(_text())


def stamp() -> tuple[int, str]:
    """Return the version of the proofs that come with the engine, and the day of the last one."""
    _, version, day = _text().partition("\n")[0].split()
    return int(version), day


@cache
def _text() -> str:
    return (files("games.engine") / "data" / "first_cells.txt").read_text("utf-8")


def parse_file(text: str) -> dict[Ruleset, dict[Cell, FirstCell]]:
    """Read what `file_text` writes."""
    boards = {}
    for line in text.splitlines():
        if line and not line.startswith("#"):
            numbers, *cells = line.split()
            parts = (each.split(":") for each in cells)
            boards[Ruleset(*map(int, numbers.split(",")))] = {
                int(cell): _first_cell(worth, int(nodes)) for cell, worth, nodes in parts
            }
    return boards


def file_text(boards: Mapping[Ruleset, Mapping[Cell, FirstCell]], day: str) -> str:
    """Return a line for each board: it, then cell:worth:nodes for all that are symmetric."""
    return "".join(f"{line}\n" for line in (f"# {PROOF_VERSION} {day}", *_lines(boards.items())))


def _lines(boards: Iterable[tuple[Ruleset, Mapping[Cell, FirstCell]]]) -> Iterator[str]:
    for board, cells in sorted(boards):
        words = (
            f"{cell}:{short_text(found)}:{found.nodes}" for cell, found in sorted(cells.items())
        )
        yield " ".join([f"{board.m},{board.n},{board.k}", *words])


def short_text(first: FirstCell) -> str:
    """Return, for example, w11, l~16 (in 16 plies at most), w, d or ?."""
    if first.proven is None:
        return OPEN
    letter, proven = LETTERS[first.proven.value], first.proven
    if proven.within is not None:
        return f"{letter}~{proven.within}"
    return letter if proven.plies is None else f"{letter}{proven.plies}"


def _first_cell(text: str, nodes: int) -> FirstCell:
    if text == OPEN:
        return FirstCell(nodes=nodes)
    value, length = VALUES[text[0]], text[1:]
    if length.startswith("~"):
        return FirstCell(Proven(value, within=int(length[1:])), nodes)
    return FirstCell(Proven(value, int(length) if length else None), nodes)
