"""The theme of a puzzle, and its first rating.

`Puzzle.Theme` lists the themes. Most follow from how the best move wins or holds. Some are a
`ThreatTask`, which the engine looks for. `REASONS` in `wording` says for each theme in a sentence
why a puzzle's move is right.
"""

from __future__ import annotations

import zlib

from games.core.rating import Strength
from games.core.rules import Ruleset
from games.engine.puzzles.tasks import ThreatTask
from games.models import Puzzle

Theme = Puzzle.Theme

MIN_CHAIN, MIN_DEEP = 5, 9  # plies
FIRST_DEVIATION = 350.0  # of a puzzle that nobody has tried: less than of a new person
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

    A win in three plies is a fork: the other side stops one threat, so there were two.
    """
    if plies is None:
        return Theme.BLOCK if blocks else Theme.QUIET
    if plies == 1:
        return Theme.FINISH
    if plies < MIN_CHAIN:
        return Theme.FORK
    return Theme.CHAIN if plies < MIN_DEEP else Theme.DEEP


def theme_of_task(task: ThreatTask, plies: int | None) -> Puzzle.Theme:
    """Return the theme of a move found by threats; *plies* is None if it holds and does not win."""
    if task is ThreatTask.THREES:
        return theme_of(plies, blocks=False)
    return Theme(task)


def first_rating(ruleset: Ruleset, theme: Puzzle.Theme, key: bytes) -> Strength:
    """Return the rating of a new puzzle, by its theme and the size of its board.

    The position's *key* spreads the puzzles of a theme by chance. With equal ratings, solvers would
    always be given the same few.
    """
    larger = min(MAX_POINTS_FOR_CELLS, POINTS_A_CELL * (ruleset.cells - 9))
    spread = SPREAD * (2.0 * zlib.crc32(key) / 0xFFFF_FFFF - 1.0)
    return Strength(FIRST_RATINGS[theme] + larger + spread, FIRST_DEVIATION)
