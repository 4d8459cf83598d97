"""The players that see no marks: one goes by chance, one by the weights of the cells.

The weights of tic-tac-toe programs are 5 for the centre, 4 for a corner and 3 for a side. They
are 1 more than the lines that run through a cell, which carries them over to every board. Equal
cells are chosen between by chance.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.core.errors import GameError
from games.core.rules import Cell, Position, Ruleset
from games.engine.budget import Limits

Weight = float


def choose_at_random(position: Position, limits: Limits) -> Cell:
    """Return any free cell, each as likely as the others."""
    return limits.random().choice(position.legal_moves())


def choose_by_weights(
    position: Position, limits: Limits, *, weights: Sequence[Weight] = ()
) -> Cell:
    """Return the heaviest free cell by *weights*, one for every cell; without them the usual ones.

    Raises GameError: wrong_number_of_weights.
    """
    weights = weights or usual_weights(position.ruleset)
    if len(weights) != position.ruleset.cells:
        needed = f"this board needs {position.ruleset.cells}, not {len(weights)}"
        raise GameError("wrong_number_of_weights", needed)
    free = position.legal_moves()
    heaviest = max(weights[cell] for cell in free)
    return limits.random().choice([cell for cell in free if weights[cell] == heaviest])


def usual_weights(ruleset: Ruleset) -> tuple[Weight, ...]:
    return tuple(1 + len(lines) for lines in ruleset.lines_through)
