"""The book of a board: openings from which a game is even, so that seats matter little."""

from __future__ import annotations

from games.core.rules import Cell, Ruleset
from games.engine.search.measured_openings import measured_openings
from games.engine.search.openings import openings


def book(ruleset: Ruleset) -> tuple[tuple[Cell, ...], ...]:
    """The openings of *ruleset*, as moves from the empty board; none where none are known.

    Proven draws where there are any, three marks each; else measured ones of three to five. So
    either side may be to move: O after an odd number of marks, X after an even one.
    """
    proven = tuple(one.moves for one in openings(ruleset).kept)
    return proven or tuple(one.moves for one in measured_openings(ruleset).kept)
