"""The players for lessons and tests: one follows a list of cells, one asks others to vote."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from games.core.rules import Cell, Position
from games.engine.budget import Limits
from games.engine.player import Player


def choose_by_script(position: Position, limits: Limits, *, cells: Iterable[Cell]) -> Cell:
    """Return the first of *cells* that is free; any free cell when none is."""
    free = position.legal_moves()
    return next((cell for cell in cells if cell in free), limits.random().choice(free))


def choose_by_vote(position: Position, limits: Limits, *, players: Sequence[Player]) -> Cell:
    """Return the cell with most votes of *players*; of equal ones, that of the earliest player.

    Time and nodes are shared out equally.
    """
    nodes = None if limits.nodes is None else limits.nodes // len(players)
    share = replace(limits, seconds=limits.seconds / len(players), nodes=nodes)
    votes = Counter(player(position, share) for player in players)
    # Of equal counts this gives the one that was counted first.
    return votes.most_common(1)[0][0]
