"""Turned or mirrored, a position is the same game: one of its images stands for all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache

from games.core.rules import Cell, Position, Ruleset, cells_of

Symmetry = tuple[Cell, ...]  # where each cell comes to lie
Sides = tuple[int, int]  # the cells of the side to move and of the other one


@lru_cache(64)
def symmetries(ruleset: Ruleset) -> tuple[Symmetry, ...]:
    """Return the ways to turn or mirror a board onto itself: 8 for a square, else 4.

    The first leaves every cell where it is.
    """
    return tuple(_map(ruleset, way) for way in _ways(ruleset.m, ruleset.n))


def _ways(m: int, n: int) -> Iterator[Callable[[int, int], tuple[int, int]]]:
    yield lambda column, row: (column, row)
    yield lambda column, row: (m - 1 - column, row)
    yield lambda column, row: (column, n - 1 - row)
    yield lambda column, row: (m - 1 - column, n - 1 - row)
    if m == n:
        yield lambda column, row: (row, column)
        yield lambda column, row: (row, m - 1 - column)
        yield lambda column, row: (m - 1 - row, column)
        yield lambda column, row: (m - 1 - row, m - 1 - column)


def _map(ruleset: Ruleset, way: Callable[[int, int], tuple[int, int]]) -> Symmetry:
    places = (way(cell % ruleset.m, cell // ruleset.m) for cell in range(ruleset.cells))
    return tuple(row * ruleset.m + column for column, row in places)


def image(position: Position, symmetry: Symmetry) -> Position:
    """Return *position* with each mark where *symmetry* lays it."""
    own, opposing = (_moved(cells, symmetry) for cells in (position.own, position.opposing))
    return Position(position.ruleset, own, opposing)


def inverse(symmetry: Symmetry) -> Symmetry:
    """Return the way back: where *symmetry* took each cell from."""
    return tuple(map(symmetry.index, range(len(symmetry))))


def _moved(cells: int, symmetry: Symmetry) -> int:
    return sum(1 << symmetry[cell] for cell in cells_of(cells))


def canonical(position: Position) -> Position:
    """Return the image that stands for all: the smallest by own cells, then by opposing ones."""
    return Position(position.ruleset, *min(_images(position)))


def key_of(position: Position) -> bytes:
    """Return the two sets of cells of `canonical(position)` as bytes.

    Within a ruleset all images of a position share one key, and no other position has it.
    """
    return _key(position.ruleset, min(_images(position)))


def keys_after(position: Position) -> dict[Cell, bytes]:
    """Return the key of the position that each legal move leads to, in the order of the cells."""
    ruleset = position.ruleset
    images = list(zip(symmetries(ruleset), _images(position), strict=True))
    return {
        cell: _key(
            ruleset,
            # The other side is to move then, so the two sets change places.
            min((opposing, own | 1 << symmetry[cell]) for symmetry, (own, opposing) in images),
        )
        for cell in position.legal_moves()
    }


def moves_along(ruleset: Ruleset, cells: Iterable[Cell]) -> Iterator[tuple[bytes, Cell]]:
    """Yield for each move the key of the position before it, and its cell in the canonical image.

    Where a position is symmetric, several cells are the same move: the smallest is yielded.
    """
    ways = symmetries(ruleset)
    # All images are carried along, a mark at a time, instead of being laid anew for each ply.
    movers, others = [0] * len(ways), [0] * len(ways)
    for cell in cells:
        images = list(zip(movers, others, strict=True))
        smallest = min(images)
        yield (
            _key(ruleset, smallest),
            min(way[cell] for way, sides in zip(ways, images, strict=True) if sides == smallest),
        )
        marked = [own | 1 << way[cell] for way, own in zip(ways, movers, strict=True)]
        movers, others = others, marked


def first_image(ruleset: Ruleset, cells: Iterable[Cell]) -> tuple[Cell, ...]:
    """Return the image that stands for a game and all its images: the smallest list of cells."""
    moves = tuple(cells)
    return min(tuple(way[cell] for cell in moves) for way in symmetries(ruleset))


def position_of(ruleset: Ruleset, key: bytes) -> Position:
    """Return the position that stands for all that have this *key*."""
    half = len(key) // 2
    return Position(ruleset, int.from_bytes(key[:half], "big"), int.from_bytes(key[half:], "big"))


def _images(position: Position) -> Iterator[Sides]:
    for symmetry in symmetries(position.ruleset):
        yield _moved(position.own, symmetry), _moved(position.opposing, symmetry)


def _key(ruleset: Ruleset, sides: Sides) -> bytes:
    # Both halves have the same width, by which `position_of` takes them apart.
    width = (ruleset.cells + 7) // 8
    return b"".join(cells.to_bytes(width, "big") for cells in sides)


def settled_moves(position: Position) -> tuple[Cell, ...]:
    """Return moves that lead to *position*, always the same ones: each side's cells ascending.

    A line is completed last.
    """
    last = _completing(position)
    begun = (position.own, position.opposing) if position.ply % 2 == 0 else _swapped(position)
    sides = [[cell for cell in cells_of(cells) if cell != last] for cells in begun]
    moves = [0] * sum(map(len, sides))
    moves[::2], moves[1::2] = sides
    return tuple(moves) if last is None else (*moves, last)


def _swapped(position: Position) -> tuple[int, int]:
    return position.opposing, position.own


def _completing(position: Position) -> Cell | None:
    """Return the first cell that all completed lines share; None without one.

    Only such a cell can have been marked last.
    """
    if not position.is_won:
        return None
    common = position.opposing
    for line in position.ruleset.lines:
        if position.opposing & line == line:
            common &= line
    return cells_of(common)[0]
