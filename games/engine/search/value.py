"""What a position is worth with perfect play. Here alone, since the kernels take long to load."""

from __future__ import annotations

from enum import IntEnum


class Value(IntEnum):
    """Who wins with perfect play, seen by the side to move."""

    LOSS = -1
    DRAW = 0
    WIN = 1
