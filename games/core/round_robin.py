"""Who meets whom, and in which order, where each plays each: Berger's tables (J. Berger, 1895).

All players but the last stand on a circle, which turns by half its length each time. Whoever is at
its head meets the last; the others meet across. So everybody plays in every turn, and each has the
first seat as often as the second, as nearly as that can be.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

Player = TypeVar("Player")


def berger_table(players: Sequence[Player]) -> list[list[tuple[Player, Player]]]:
    """Return the turns of a round robin, each with its meetings; the first of two has the first
    seat.

    Of an odd number of players, one rests in each turn. Fewer than two meet nobody.
    """
    seats: list[Player | None] = [*players, *([None] if len(players) % 2 else [])]
    turns = (_turn(seats, number) for number in range(len(seats) - 1))
    return [[(x, o) for x, o in turn if x is not None and o is not None] for turn in turns]


def _turn(seats: Sequence[Player], number: int) -> list[tuple[Player, Player]]:
    *circle, last = seats
    head = number * len(seats) // 2
    leader = circle[head % len(circle)]
    across = [
        (circle[(head + step) % len(circle)], circle[(head - step) % len(circle)])
        for step in range(1, len(seats) // 2)
    ]
    return [(last, leader) if number % 2 else (leader, last), *across]
