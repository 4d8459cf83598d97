"""A win by threats, as it is told: the moves that show it, and what answers the other replies."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from games.core.rules import Cell


@dataclass(frozen=True, slots=True)
class ForcedWin:
    """A first move, and how many plies suffice from before it until the line."""

    cell: Cell
    within: int
    line: tuple[Cell, ...]  # the moves of both from the first one to the complete line
    by_fours: bool  # by nothing but fours, each with one reply
    # The replies to the first move that could spoil it, each with how the game goes on after it.
    answers: Mapping[Cell, tuple[Cell, ...]] = field(default_factory=dict)
