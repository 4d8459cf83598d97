"""What a position is worth, as the readable searches count it: by its end or by its lines.

A worth is seen by the side to move. A certain win is worth 1 or more, and more the sooner it comes:
the number of cells, plus 1, less the ply at which the line is complete. A certain loss is worth the
same below 0, a draw 0. Everything else is an estimate between -1 and 1.

The estimate adds up the lines in which one side alone has marks: for that side, and four times as
much with each further mark. The side to move is one mark ahead: its lines count as if it had that
mark already, and one that this completes outweighs all others. The idea is the common one for games
with lines; the weights are this project's own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from random import Random

from games.core.errors import GameError
from games.core.rules import RULESETS_KEPT, Cell, Position, Ruleset, cells_of
from games.engine.search.glance import after, passed

Worth = float
Heuristic = Callable[[Position], Worth]

CERTAIN: Worth = 1.0  # the least worth of a win that was seen
UNBOUNDED: Worth = float("inf")

GROWTH = 4  # how much more a line is worth with each further mark

HEURISTICS = ("lines", "none")
MAX_CHANCE: Worth = 0.99  # the most that the heuristic "none" answers: it never looks certain
TO_BUILD = 2  # how much more a line counts for the side that builds it than for one that blocks it


def worth_of_win(position: Position) -> Worth:
    """Return what *position* is worth to the side whose last move in it completed a line."""
    return position.free.bit_count() + 1


def heuristic_named(name: str, random: Random) -> Heuristic:
    """Return the heuristic called *name*: "lines", or "none", which answers by chance.

    Raises GameError: unknown_heuristic.
    """
    if name == "lines":
        return worth_by_lines
    if name == "none":
        return lambda position: random.uniform(-MAX_CHANCE, MAX_CHANCE)
    raise GameError("unknown_heuristic", f"the heuristics are {', '.join(HEURISTICS)}")


def worth_by_lines(position: Position) -> Worth:
    """Return an estimate between -1 and 1 for the side to move, by the lines still open."""
    return _sum(position, position.ruleset.lines) / _all_weights(position.ruleset)


def worths_of_moves(position: Position) -> Iterator[tuple[Cell, Worth]]:
    """Yield every free cell with what marking it seems to be worth, by the lines as they then are.

    Only the lines through a cell are looked at for it: a mark leaves the others as they were.
    """
    ruleset = position.ruleset
    waiting = passed(position)
    all_lines = _sum(waiting, ruleset.lines)
    for cell in cells_of(position.free):
        lines = ruleset.lines_through[cell]
        changed = _sum(after(position, cell), lines) - _sum(waiting, lines)
        yield cell, -(all_lines + changed) / _all_weights(ruleset)


def _sum(position: Position, lines: Iterable[int]) -> int:
    """Return what *lines* are worth together to the side to move."""
    own, opposing = position.own, position.opposing
    weights = _weights(position.ruleset)
    total = 0
    for line in lines:
        own_marks, other_marks = own & line, opposing & line
        if own_marks and not other_marks:
            total += weights[own_marks.bit_count() + 1]
        elif other_marks and not own_marks:
            total -= weights[other_marks.bit_count()]
    return total


@lru_cache(maxsize=RULESETS_KEPT)
def _weights(ruleset: Ruleset) -> tuple[int, ...]:
    """Return what a line is worth, by its number of marks; a complete one outweighs all others."""
    short = [GROWTH**marks for marks in range(ruleset.k)]
    return (*short, short[-1] * GROWTH * len(ruleset.lines))


def _all_weights(ruleset: Ruleset) -> int:
    """Return more than all lines together can be worth."""
    return _weights(ruleset)[-1] * (len(ruleset.lines) + 1)


def urgencies(position: Position) -> dict[Cell, int]:
    """Return how much speaks for each legal move at first sight, in the order of the cells.

    A line counts while it can be completed: by the side to move, which would build it, or by the
    other one, which would be blocked. It counts GROWTH times as much with each mark in it, and
    twice as much to build as to block, because the side to move is a move ahead. Searches try moves
    in this order, and it stands for the worth of moves without a proof; it proves nothing.
    """
    own, opposing = position.own, position.opposing
    by_line = {
        line: _urgency((own & line).bit_count(), (opposing & line).bit_count())
        for line in position.ruleset.lines
    }
    through = position.ruleset.lines_through
    return {cell: sum(by_line[line] for line in through[cell]) for cell in position.legal_moves()}


def estimates_of(position: Position) -> dict[Cell, float]:
    """Return how urgent each legal move looks at first sight, as a share of the most urgent one."""
    found = urgencies(position)
    most = max(found.values(), default=0) or 1
    return {cell: urgency / most for cell, urgency in found.items()}


def _urgency(own: int, other: int) -> int:
    """Return the urgency of a line with so many marks of the side to move and of the other."""
    build = TO_BUILD * GROWTH ** (own + 1) if not other else 0
    block = GROWTH ** (other + 1) if not own else 0
    return max(build, block)
