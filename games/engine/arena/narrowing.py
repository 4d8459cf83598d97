"""Which lines to go on with, where there are too many: those that ask most of a player.

They are judged at first sight, by the lines that are still open; nothing is proven.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from games.core.rules import Cell, Position

GROWTH = 4  # how much more a line counts with each mark in it
SHARE_BY_CHANCE = 0.25  # of those that are kept, so that not all are alike


def dangers(position: Position) -> Mapping[Cell, int]:
    """Return, by move, how much the mover's open lines then outweigh those of the other side."""
    own, opposing = position.own, position.opposing
    now, gains = 0, dict[int, int]()
    for line in position.ruleset.lines:
        if not opposing & line:
            worth = GROWTH ** (own & line).bit_count()
            now, gains[line] = now + worth, (GROWTH - 1) * worth
        elif not own & line:
            worth = GROWTH ** (opposing & line).bit_count()
            now, gains[line] = now - worth, worth
        else:
            gains[line] = 0
    through = position.ruleset.lines_through
    return {
        cell: now + sum([gains[line] for line in through[cell]]) for cell in position.legal_moves()
    }


def most_dangerous(dangers: Sequence[int], number: int, random: Random) -> list[int]:
    """Return *number* places: those of the greatest *dangers*, and a share chosen by chance."""
    order = sorted(range(len(dangers)), key=lambda place: -dangers[place])
    certain = number - int(number * SHARE_BY_CHANCE)
    chosen = [*order[:certain], *random.sample(order[certain:], number - certain)]
    return sorted(chosen)
