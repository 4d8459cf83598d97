"""Games of the strong player against itself, and the lone moves that are found in them.

Everything is bounded by positions and drawn from the game's number, so a number always gives the
same game and the same finds.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from random import Random

from games.core.notation import ruleset_text
from games.core.rules import Cell, Position, Ruleset
from games.core.symmetry import canonical, image, inverse, symmetries
from games.engine.kernels.watchdog import Flag
from games.engine.limits import Limits
from games.engine.openings.balanced import book
from games.engine.puzzles.game_files import PuzzleGame
from games.engine.puzzles.lone_moves import check, lone_move
from games.engine.puzzles.tasks import LoneThreatMove, ThreatTask
from games.engine.search import strong
from tools.balance import candidates

NODES, SPREAD = 250, 3.0  # positions a move, divided or multiplied by up to so much
MAX_MARKS = 70  # of a game: later ones have hardly any threats
APART = 8  # plies between finds of one task: those of one attack are much alike
CANDIDATES = 500  # openings where none are known to be even


def played(ruleset: Ruleset, number: int) -> tuple[Cell, ...]:
    """Return the moves of game *number*, which may be broken off."""
    random = Random(f"puzzles of {ruleset_text(ruleset)} {number}")
    moves = list(random.choice(_openings(ruleset)))
    position = Position.after(ruleset, moves)
    while not position.is_over and position.ply < MAX_MARKS:
        nodes = int(NODES * SPREAD ** random.uniform(-1, 1))
        limits = Limits(seconds=float("inf"), nodes=nodes, seed=random.getrandbits(32))
        moves.append(strong.search(position, limits).cell)
        position = position.play(moves[-1])
    return tuple(moves)


def searched(ruleset: Ruleset, number: int, stop: Flag) -> PuzzleGame:
    """Return what is found in game *number*: of each task only what is far APART."""
    moves = played(ruleset, number)
    found: list[LoneThreatMove] = []
    latest: dict[ThreatTask, int] = {}
    for position in _positions(ruleset, moves):
        # In the image in which the site judges: in another one a search may find other wins.
        one = lone_move(canonical(position), stop)
        if one and position.ply >= latest.get(one.task, -APART) + APART:
            check(one, stop)
            found.append(_laid(one, position))
            latest[one.task] = position.ply
    last = max(latest.values(), default=0)
    return PuzzleGame(ruleset, number, moves[:last], tuple(found))


def _positions(ruleset: Ruleset, moves: tuple[Cell, ...]) -> Iterator[Position]:
    position = Position(ruleset)
    for cell in moves:
        yield position
        position = position.play(cell)


def _laid(found: LoneThreatMove, position: Position) -> LoneThreatMove:
    """Return what was *found* in an image of *position* as *position* lies."""
    ways = symmetries(position.ruleset)
    way = next(way for way in ways if image(position, way) == found.position)
    return replace(found, position=position, cell=inverse(way)[found.cell])


def _openings(ruleset: Ruleset) -> tuple[tuple[Cell, ...], ...]:
    return book(ruleset) or tuple(islice(candidates(ruleset), CANDIDATES))
