"""What an unfinished position seems to be worth when nobody looks further.

A line can still be completed by the side that alone has marks in it. Every such line counts four
times as much with each further mark, for the side that holds it. The side to move is one mark
ahead: its lines count as if it had that mark already, and one that this completes outweighs all
others. The idea is the common one for games with lines; the weights are this project's own.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random

from games.core.errors import GameError
from games.core.rules import Position, Ruleset
from games.engine.worth import Worth

Heuristic = Callable[[Position], Worth]

GROWTH = 4  # how much more a line is worth with each further mark

HEURISTICS = ("lines", "none")


def heuristic_named(name: str, random: Random) -> Heuristic:
    """The heuristic called *name*: "lines", or "none", which answers by chance.

    Raises GameError: unknown_heuristic.
    """
    if name == "lines":
        return worth_by_lines
    if name == "none":
        return lambda position: random.uniform(-0.99, 0.99)
    raise GameError("unknown_heuristic")


def worth_by_lines(position: Position) -> Worth:
    """An estimate between -1 and 1 for the side to move, by the lines that are still open."""
    own, opposing = position.own, position.opposing
    weights, all_weights = _weights(position.ruleset)
    total = 0
    for line in position.ruleset.lines:
        own_marks, other_marks = own & line, opposing & line
        if own_marks and not other_marks:
            total += weights[own_marks.bit_count() + 1]
        elif other_marks and not own_marks:
            total -= weights[other_marks.bit_count()]
    return total / all_weights


@cache
def _weights(ruleset: Ruleset) -> tuple[tuple[int, ...], int]:
    """What a line is worth by its marks, and more than all lines together can be worth."""
    lines = len(ruleset.lines)
    short = [GROWTH**marks for marks in range(ruleset.k)]
    complete = short[-1] * GROWTH * lines
    return (*short, complete), complete * (lines + 1)
