"""Which puzzle a streak or storm goes on with: a little harder each time."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import chain

from games.models import Puzzle

FIRST, STEP, LAST = 900.0, 35.0, 2500.0  # ratings
AROUND = 6  # puzzles on either side of a rung, of which chance takes one


def rung(solved: int) -> float:
    """Return the rating near which a puzzle is chosen after so many."""
    return min(LAST, FIRST + STEP * solved)


def next_rung(solved: int, seen: Sequence[int]) -> Puzzle | None:
    """Return a puzzle that is not among those *seen*; None if there is no other.

    None in which many moves are neither right nor wrong is among them.
    """
    exact = Puzzle.objects.shown().decided().exclude(pk__in=seen)
    near = rung(solved)
    above = exact.filter(rating__gte=near).order_by("rating", "pk")[:AROUND]
    below = exact.filter(rating__lt=near).order_by("-rating", "pk")[:AROUND]
    found = list(chain(above, below))
    return random.choice(found) if found else None
