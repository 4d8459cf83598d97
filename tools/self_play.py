"""Games of the strong player against itself, and the lone moves that are found in them.

All searches are limited by positions, and the game's number is the seed, so a number always gives
the same game and the same finds.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from random import Random

from games.core.notation import ruleset_text
from games.core.rules import Cell, Position, Ruleset
from games.core.symmetry import Symmetry, canonical, image, inverse, symmetries
from games.engine.kernels.watchdog import Flag
from games.engine.openings.balanced import book
from games.engine.puzzles.game_files import PuzzleGame
from games.engine.puzzles.lone_moves import check, look_at
from games.engine.puzzles.tasks import LoneThreatMove, ThreatTask
from tools import balance

NODES = 250  # positions a move, which `balance.play_game` varies
MAX_MARKS = 70  # of a game: later ones have hardly any threats
APART = 8  # plies between finds of one task, because finds in one attack are much alike
CANDIDATES = 500  # openings where none are known to be even


def play_game(ruleset: Ruleset, number: int) -> tuple[Cell, ...]:
    """Return the moves of game *number*, up to MAX_MARKS."""
    random = Random(f"puzzles of {ruleset_text(ruleset)} {number}")
    return balance.play_game(ruleset, random.choice(_openings(ruleset)), random, NODES, MAX_MARKS)


def search_game(
    ruleset: Ruleset, number: int, stop: Flag, *, with_stops: bool = True
) -> list[PuzzleGame]:
    """Return what is found in game *number*, and after other replies to its wins.

    Finds of one task are at least APART plies from each other. Each find after another reply is a
    PuzzleGame of its own.
    """
    moves = play_game(ruleset, number)
    in_game: list[LoneThreatMove] = []
    beside: list[PuzzleGame] = []
    latest: dict[ThreatTask, int] = {}
    for line, one in _finds(ruleset, moves, stop, with_stops=with_stops):
        ply = len(line)
        if ply < latest.get(one.task, -APART) + APART:
            continue
        check(one, stop)
        latest[one.task] = ply
        laid = _laid(one, Position.after(ruleset, line))
        if line == moves[:ply]:
            in_game.append(laid)
        else:
            beside.append(PuzzleGame(ruleset, number, line, (laid,)))
    last = in_game[-1].position.ply if in_game else 0
    whole = [PuzzleGame(ruleset, number, moves[:last], tuple(in_game))] if in_game else []
    return whole + beside


def _finds(
    ruleset: Ruleset, moves: tuple[Cell, ...], stop: Flag, *, with_stops: bool
) -> Iterator[tuple[tuple[Cell, ...], LoneThreatMove]]:
    """Yield the moves that lead to a lone move, and the lone move in its canonical image.

    The site judges puzzles in that image; in another one a search may find other wins.
    """
    seen: set[Position] = set()
    for ply in range(len(moves)):
        lines = [moves[:ply]]
        while lines:
            line = lines.pop()
            position = Position.after(ruleset, line)
            there = canonical(position)
            if position.is_over or there in seen:
                continue
            seen.add(there)
            looked = look_at(there, stop, with_stops=with_stops)
            if looked.found:
                yield line, looked.found
            back = _back(position)
            lines += [(*line, back[cell], back[reply]) for cell, reply in looked.win_and_replies]


def _laid(found: LoneThreatMove, position: Position) -> LoneThreatMove:
    """Return what was *found* in the canonical image of *position*, laid back onto *position*."""
    return replace(found, position=position, cell=_back(position)[found.cell])


def _back(position: Position) -> Symmetry:
    """Return where the cells of the canonical image lie in *position*."""
    there = canonical(position)
    ways = symmetries(position.ruleset)
    return inverse(next(way for way in ways if image(position, way) == there))


def _openings(ruleset: Ruleset) -> tuple[tuple[Cell, ...], ...]:
    return book(ruleset) or tuple(islice(balance.candidates(ruleset), CANDIDATES))
