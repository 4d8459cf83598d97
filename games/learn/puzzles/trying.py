"""Trying a puzzle out in frames on other sites: moves are judged, and nothing is stored.

    attempt, is_proven = try_out(
        puzzle=puzzle, uid=uid, moves=moves, cell=cell, address=address
    )

The page sends all moves that were made before, replies too. They are not checked to be the
engine's: whoever makes some up solves another puzzle, and nobody else sees it.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.core.errors import GameError
from games.core.rules import Cell
from games.engine.search.value import Value
from games.learn.puzzles.judging import MoveVerdict, answer
from games.models import Puzzle, PuzzleAttempt

State = PuzzleAttempt.State


def try_out(
    *, puzzle: Puzzle, uid: str, moves: Sequence[Cell], cell: Cell | None, address: str
) -> tuple[PuzzleAttempt, bool]:
    """Return an attempt *uid*, which is not stored, and whether the verdict on *cell* is proven.

    The attempt has *moves* of both, then *cell*, the move to judge, and the reply to it. A *cell*
    whose verdict is not proven is left out. Without a *cell* nothing is judged. Counts for the
    *address*.
    Raises IllegalMove (cell_taken, no_such_cell, game_over), TooFast or
    GameError (too_busy, stale_ply).
    """
    if len(moves) % 2:
        raise GameError("stale_ply")
    attempt = PuzzleAttempt(puzzle=puzzle, uid=uid, moves=list(moves))
    position = attempt.position
    if cell is None:
        return attempt, True
    found = answer(
        position=position,
        cell=cell,
        value=Value(puzzle.value),
        user_id=None,
        address=address,
        by_threats=puzzle.is_by_threats,
    )
    if found.verdict is MoveVerdict.OPEN:
        return attempt, False
    attempt.moves.append(cell)
    if found.verdict is MoveVerdict.WRONG:
        attempt.state, attempt.refutation = State.WRONG, list(found.refutation)
        return attempt, True
    attempt.is_fastest = found.is_fastest
    if found.reply is None:
        attempt.state = State.SOLVED
    else:
        attempt.moves.append(found.reply)
    return attempt, True
