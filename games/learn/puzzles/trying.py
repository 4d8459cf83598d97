"""Trying a puzzle out without an account, in frames on other sites: judged, and nothing is kept.

    attempt, is_proven = try_out(
        puzzle=puzzle, uid=uid, moves=moves, cell=cell, address=address
    )

Whoever tries says all moves that were made before. Replies among them are believed: whoever makes
some up plays another puzzle, and nobody else sees it.
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
    """Return an attempt *uid* that is stored nowhere, and whether the verdict on *cell* is proven.

    The attempt stands after *moves* of both and *cell*, the move that is judged now. If its verdict
    is not proven, *cell* is left out; without a *cell* nothing is judged. Counts for the *address*.
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
