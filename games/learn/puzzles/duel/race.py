"""The rules of a duel: what is asked, what is right, and who has won.

Both players solve the same positions. A wrong answer costs PENALTY, and may be followed by another
try. Whoever needs less time wins, as soon as the other player must need more; if both need the
same, nobody wins. After MAX_RACE, the player who has solved more wins, and of equally many the one
with fewer wrong answers. Whoever leaves loses.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from games.core.clock import Milliseconds
from games.core.rules import TIC_TAC_TOE, Cell, Position
from games.core.symmetry import canonical, image, symmetries
from games.engine.search.table import move_worth, table, worth

PENALTY: Milliseconds = 5_000
MAX_RACE: Milliseconds = 300_000
# How many positions a duel has, by the plies until the line; 0 stands for a draw to hold.
PARTS = {1: 5, 0: 7, 3: 6, 5: 2}
POSITIONS = sum(PARTS.values())


class DuelReason(StrEnum):
    """How a duel was decided."""

    TIME = "time"
    SOLVED = "solved"  # by what each had solved after MAX_RACE
    LEFT = "left"


@dataclass(frozen=True, slots=True)
class Runner:
    """How far a player is; *finished* is the time from the start until all was solved."""

    solved: int = 0
    wrong: int = 0
    finished: Milliseconds | None = None
    has_left: bool = False

    @property
    def penalty(self) -> Milliseconds:
        return self.wrong * PENALTY

    def total(self, elapsed: Milliseconds) -> Milliseconds:
        """Return the time at the finish, or else *elapsed*, with the penalties."""
        return (elapsed if self.finished is None else self.finished) + self.penalty


@dataclass(frozen=True, slots=True)
class DuelResult:
    """The seat that has won (None for a draw), and why."""

    winner: int | None
    reason: DuelReason


def result_of(first: Runner, second: Runner, elapsed: Milliseconds) -> DuelResult | None:
    """Return how the race between the seats 0 and 1 has ended; None if it goes on."""
    both = (first, second)
    if first.has_left != second.has_left:
        return DuelResult(1 if first.has_left else 0, DuelReason.LEFT)
    if first.finished is not None and second.finished is not None:
        return DuelResult(_smaller(first.total(elapsed), second.total(elapsed)), DuelReason.TIME)
    for seat, (one, other) in enumerate((both, both[::-1])):
        if one.finished is not None and other.total(elapsed) > one.total(elapsed):
            return DuelResult(seat, DuelReason.TIME)
    if elapsed < MAX_RACE:
        return None
    if first.solved != second.solved:
        return DuelResult(_smaller(-first.solved, -second.solved), DuelReason.SOLVED)
    return DuelResult(_smaller(first.wrong, second.wrong), DuelReason.SOLVED)


def deadline_of(first: Runner, second: Runner) -> Milliseconds:
    """Return how long after the start the race ends if no more answers come."""
    ends = [MAX_RACE]
    for one, other in ((first, second), (second, first)):
        if one.finished is not None and other.finished is None:
            ends.append(max(0, one.total(0) - other.penalty + 1))
    return min(ends)


def _smaller(first: int, second: int) -> int | None:
    """Return the seat that has the smaller number; None if both have the same."""
    if first == second:
        return None
    return 0 if first < second else 1


def is_right(position: Position, cell: Cell) -> bool:
    """Return whether marking the free *cell* keeps the win, the draw or the loss."""
    return _sign(move_worth(position, cell)) == _sign(worth(position))


def right_cells(position: Position) -> list[Cell]:
    """Return all cells that `is_right` accepts in *position*."""
    return [cell for cell in position.legal_moves() if is_right(position, cell)]


def chosen_positions(chance: random.Random) -> list[Position]:
    """Return the positions of one duel, chosen by *chance*.

    No two are images of each other, none is lost, and each has at least one wrong move.
    """
    chosen = [
        position
        for plies, number in PARTS.items()
        for position in chance.sample(_positions()[plies], number)
    ]
    # Sorted by plies until the line, their order would tell what to look for.
    chance.shuffle(chosen)
    # There are few positions. Turned or mirrored, they are not recognised at a glance.
    ways = symmetries(TIC_TAC_TOE)
    return [image(position, chance.choice(ways)) for position in chosen]


@cache
def _positions() -> Mapping[int, list[Position]]:
    """Return all positions that duels are made of, one image of each, by plies until the line."""
    found: dict[int, list[Position]] = defaultdict(list)
    for own, opposing in table(TIC_TAC_TOE):
        position = Position(TIC_TAC_TOE, own, opposing)
        if position == canonical(position) and _is_worth_asking(position):
            found[_plies(position)].append(position)
    return found


def _is_worth_asking(position: Position) -> bool:
    if position.is_over or worth(position) < 0:
        return False
    return len(right_cells(position)) < len(position.legal_moves())


def _plies(position: Position) -> int:
    """Return how many plies complete the line, by best play; 0 for a draw."""
    found = worth(position)
    return TIC_TAC_TOE.cells + 1 - found - position.ply if found else 0


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
