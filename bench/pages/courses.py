"""How games go: a few hundred courses of games, which a large database repeats."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from games.core.rules import Cell, Mark, Position, Ruleset
from games.engine.budget import Limits
from games.engine.players.rules import choose

# How often each board is played, of a hundred: some 20 moves a game on the average.
BOARDS = {
    Ruleset(3, 3, 3): 26,
    Ruleset(4, 4, 4): 14,
    Ruleset(5, 5, 4): 13,
    Ruleset(7, 7, 5): 13,
    Ruleset(10, 10, 5): 13,
    Ruleset(15, 15, 5): 14,
    Ruleset(19, 19, 5): 6,
    Ruleset(9, 6, 4): 1,
}
COURSES = 400
SHARE_BROKEN_OFF = 0.25  # of the games, which end before the board decides
# Why they end, and how many of a hundred do.
BREAKS = {"resignation": 55, "time": 25, "agreement": 8, "abandoned": 8, "abort": 4}
SLIP = 0.3  # the share of moves that are made next to the last one, without thinking


@dataclass(frozen=True)
class Course:
    """One game from its beginning to its end. X begins."""

    ruleset: Ruleset
    cells: tuple[Cell, ...]
    outcome: str
    termination: str


def courses(seed: int) -> list[Course]:
    """Return COURSES games on BOARDS; the same for the same *seed*."""
    random = Random(seed)
    chosen = random.choices(list(BOARDS), list(BOARDS.values()), k=COURSES)
    return [_course(ruleset, random) for ruleset in chosen]


def _course(ruleset: Ruleset, random: Random) -> Course:
    position = Position(ruleset)
    cells: list[Cell] = []
    limits = Limits(seed=random.randrange(2**31))
    while not position.is_over:
        is_slip = random.random() < SLIP
        cell = _near(position, cells, random) if is_slip else choose(position, limits)
        position = position.play(cell)
        cells.append(cell)
    whole = Course(ruleset, tuple(cells), *_by_the_board(position))
    return _broken_off(whole, random) if random.random() < SHARE_BROKEN_OFF else whole


def _near(position: Position, cells: list[Cell], random: Random) -> Cell:
    """Return a free cell next to the last move, or any other if there is none."""
    free, m = position.legal_moves(), position.ruleset.m
    around = {cells[-1] + step for step in (-m, -1, 1, m)} if cells else set()
    return random.choice([cell for cell in free if cell in around] or list(free))


def _by_the_board(position: Position) -> tuple[str, str]:
    if not position.is_won:
        return "draw", "full"
    return (Mark.X if position.ply % 2 else Mark.O).value, "line"


def _broken_off(course: Course, random: Random) -> Course:
    """Return the same game, ended by its players before its end."""
    termination = random.choices(list(BREAKS), list(BREAKS.values()))[0]
    most = 1 if termination == "abort" else len(course.cells) - 1
    ply = random.randint(min(2, most), most)
    lost = "ox"[ply % 2]  # by whoever is to move
    outcome = {"abort": "", "agreement": "draw"}.get(termination, lost)
    return Course(course.ruleset, course.cells[:ply], outcome, termination)
