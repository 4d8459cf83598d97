"""Puzzles for tests, small enough to be seen through."""

from games.core.rules import Position, Ruleset
from games.learn.puzzles.making import puzzle_of
from games.models import Puzzle

TINY = Ruleset(3, 3, 3)
# X has opposite corners and O the middle and a corner: only the fourth corner wins, by a fork.
FORK = Position.after(TINY, (0, 4, 8, 2, 6, 7)[:4])
# X in a corner: O must take the middle.
QUIET = Position.after(TINY, (0,))


def store(position, plies=None, *, proof=Puzzle.Proof.TABLE, **columns):
    """A puzzle of *position*, stored."""
    puzzle = puzzle_of(position, plies=plies, blocks=False, proof=proof)
    for name, value in columns.items():
        setattr(puzzle, name, value)
    puzzle.save()
    return puzzle
