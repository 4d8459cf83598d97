"""The player that asks others and marks the cell that most of them would."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from games.core.rules import Cell, Position
from games.engine.limits import Limits
from games.engine.player import Player


def choose(position: Position, limits: Limits, *, players: Sequence[Player]) -> Cell:
    """The cell with most votes of *players*; of equal ones, that of the earliest player.

    Time and nodes are shared out equally.
    """
    nodes = None if limits.nodes is None else limits.nodes // len(players)
    share = replace(limits, seconds=limits.seconds / len(players), nodes=nodes)
    votes = Counter(player(position, share) for player in players)
    return votes.most_common(1)[0][0]
