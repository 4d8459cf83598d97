"""What a puzzle is about, by its structure, and how hard it is thought to be at first.

The themes are the values of `Puzzle.Theme`. Some are also a `ThreatTask`, which the engine looks
for; `wording` says why a puzzle's move is right.
"""

from __future__ import annotations

import zlib

from games.core.rating import Strength
from games.core.rules import Ruleset
from games.engine.puzzles.tasks import ThreatTask
from games.models import Puzzle

Theme = Puzzle.Theme

MIN_CHAIN, MIN_DEEP = 5, 9  # plies
FIRST_DEVIATION = 350.0  # of a puzzle that nobody has tried: more is known than of a person
FIRST_RATINGS = {
    Theme.FINISH: 800.0,
    Theme.BLOCK: 1000.0,
    Theme.FORK: 1300.0,
    Theme.CHAIN: 1600.0,
    Theme.QUIET: 1700.0,
    Theme.DEEP: 2000.0,
    Theme.STOP_THREE: 1000.0,
    Theme.FOUR_AND_THREE: 1200.0,
    Theme.TWO_THREES: 1300.0,
    Theme.FOURS: 1400.0,
    Theme.DEFENCE: 1700.0,
}
POINTS_A_CELL = 8.0  # beyond the nine of tic-tac-toe: there is more to look at
MAX_POINTS_FOR_CELLS = 300.0
SPREAD = 150.0  # points up or down


def theme_of(plies: int | None, *, blocks: bool) -> Puzzle.Theme:
    """Return the theme of a move that wins in *plies*, or (None) is the only one to hold the draw.

    A win in three is a fork: the other side stops one threat, so there were two.
    """
    if plies is None:
        return Theme.BLOCK if blocks else Theme.QUIET
    if plies == 1:
        return Theme.FINISH
    if plies < MIN_CHAIN:
        return Theme.FORK
    return Theme.CHAIN if plies < MIN_DEEP else Theme.DEEP


def theme_of_task(task: ThreatTask, plies: int | None) -> Puzzle.Theme:
    """Return the theme of a move found by threats, which wins in so many *plies* if it wins."""
    if task is ThreatTask.THREES:
        return theme_of(plies, blocks=False)
    return Theme(task)


def first_rating(ruleset: Ruleset, theme: Puzzle.Theme, key: bytes) -> Strength:
    """Return what a new puzzle is given, until people have tried it.

    The *key* spreads the puzzles of one theme by chance: else all would get the same few.
    """
    larger = min(MAX_POINTS_FOR_CELLS, POINTS_A_CELL * (ruleset.cells - 9))
    spread = SPREAD * (2.0 * zlib.crc32(key) / 0xFFFF_FFFF - 1.0)
    return Strength(FIRST_RATINGS[theme] + larger + spread, FIRST_DEVIATION)
