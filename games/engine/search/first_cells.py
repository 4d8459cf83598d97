"""Who wins after each first mark, and so what the swap rule makes of a board.

Under the swap rule the second player may take over the first mark. The game is then a draw if some
first mark is one for perfect players; else the second player takes whichever side wins. A board
won by whoever begins is thus made fair by the rule, or handed to the other player.

Proven by exhaustive search, and with three in a row on more than 64 cells by wins that leave no
choice; `make bench-engine ARGS=first_cells` values all of it again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from functools import lru_cache
from types import MappingProxyType

from games.core.rules import LARGEST_SIDE, SMALLEST_SIDE, Cell, Ruleset

Span = tuple[int, int]  # least and most, both included

# Of boards at least as wide as high: for each first cell, row by row, what it is worth to the
# owner of the mark: w wins, d draws, l loses, ? is not proven.
DRAWN, OPEN = "d", "?"
FIRST_CELLS: Mapping[Ruleset, str] = MappingProxyType(
    {
        Ruleset(6, 5, 4): "lddddl dwwwwd ldwwdl dwwwwd lddddl",
        Ruleset(7, 5, 4): "lllllll dwwwwwd ldwwwdl dwwwwwd lllllll",
        Ruleset(8, 5, 4): "lllwwlll dwwwwwwd llwwwwll dwwwwwwd lllwwlll",
        Ruleset(9, 4, 4): "?ddddddd? ?dddwddd? ?dddwddd? ?ddddddd?",
        Ruleset(6, 6, 4): "llllll lwwwwl lwwwwl lwwwwl lwwwwl llllll",
        Ruleset(7, 6, 4): "lllllll lwwwwwl lwwwwwl lwwwwwl lwwwwwl lllllll",
        Ruleset(8, 6, 4): "lllwwlll lwwwwwwl lwwwwwwl lwwwwwwl lwwwwwwl lllwwlll",
        Ruleset(7, 7, 4): "lllllll lwwwwwl lwwwwwl lwwwwwl lwwwwwl lwwwwwl lllllll",
    }
)


class Fairness(StrEnum):
    """What the swap rule makes of a board that whoever begins wins without it."""

    FAIR = "fair"  # a draw: some first marks are
    UNFAIR = "unfair"  # a win of the second player: no first mark is a draw
    OPEN = "open"  # not proven


def fairness_with_swap(ruleset: Ruleset) -> Fairness:
    """What is proven about *ruleset*, which whoever begins wins, with the swap rule."""
    numbers = (ruleset.k, max(ruleset.m, ruleset.n), min(ruleset.m, ruleset.n))
    for spans, fairness in fairness_by_spans():
        if all(least <= n <= most for n, (least, most) in zip(numbers, spans, strict=True)):
            return fairness
    return Fairness.OPEN


def fairness_by_spans() -> Iterator[tuple[tuple[Span, Span, Span], Fairness]]:
    """What is proven, by least and most of k, of the longer and of the shorter side."""
    any_side = (SMALLEST_SIDE, LARGEST_SIDE)
    yield ((3, 3), any_side, any_side), Fairness.UNFAIR  # no first mark is a draw but on 3×3
    for board, values in FIRST_CELLS.items():
        spans = ((board.k, board.k), (board.m, board.m), (board.n, board.n))
        if DRAWN in values:
            yield spans, Fairness.FAIR
        elif OPEN not in values:
            yield spans, Fairness.UNFAIR


def drawn_first_cells(ruleset: Ruleset) -> tuple[Cell, ...]:
    """The first cells that are proven to be a draw; none where nothing is known."""
    return tuple(cell for cell, value in enumerate(_values(ruleset)) if value == DRAWN)


@lru_cache(maxsize=64)
def _values(ruleset: Ruleset) -> tuple[str, ...]:
    """One letter for each cell of a board that FIRST_CELLS knows, also turned; else none."""
    if ruleset in FIRST_CELLS:
        return tuple(FIRST_CELLS[ruleset].replace(" ", ""))
    rows = FIRST_CELLS.get(Ruleset(ruleset.n, ruleset.m, ruleset.k), "").split()
    return tuple(value for column in zip(*rows, strict=True) for value in column)
