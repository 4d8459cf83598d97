"""What a puzzle of threats asks for. Plain data: importing this must not load the compiler."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from games.core.rules import Cell, Position


class ThreatTask(StrEnum):
    """What a lone move does."""

    FOURS = "fours"  # wins by nothing but fours
    FOUR_AND_THREE = "four_and_three"
    TWO_THREES = "two_threes"
    THREES = "threes"  # wins by threes and fours
    STOP_THREE = "stop_three"
    DEFENCE = "defence"  # stops anything longer


@dataclass(frozen=True, slots=True)
class LoneThreatMove:
    """A position with its only right move, which wins within *plies*; None for a defence."""

    position: Position
    task: ThreatTask
    cell: Cell
    plies: int | None
