"""What can be done in a streak: begin, answer, and skip one puzzle."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.core.errors import GameError
from games.core.rules import Cell
from games.learn.puzzles import runs
from games.learn.puzzles.judging import Judgement, MoveVerdict
from games.models import Streak


def begin(*, user: User, now: datetime | None = None) -> Streak:
    """Return a new streak, or the one that goes on. Raises GameError: banned, no_puzzles."""
    return runs.begin(Streak(user=user, started_at=now or timezone.now()), user)


def answer(
    *,
    streak: Streak,
    version: int,
    cell: Cell,
    address: str = "",
    now: datetime | None = None,
) -> MoveVerdict | None:
    """Mark *cell*, in the image that stands for all; return the verdict.

    A wrong move ends the streak. A move that solves the puzzle leads to the next one. A verdict of
    OPEN changes nothing. Return None, changing nothing, for an answer to another *version*. Raises
    IllegalMove, TooFast or GameError (too_busy).
    """
    if streak.is_over or streak.version != version or streak.puzzle is None:
        return None
    found = runs.judge(streak, cell, user_id=streak.user_id, address=address)
    if found.verdict is MoveVerdict.OPEN:
        return found.verdict
    with transaction.atomic():
        locked = runs.lock(streak, version)
        if locked is None or locked.is_over:
            return None
        _take(locked, cell, found, now or timezone.now())
        runs.write(locked)
    return found.verdict


@transaction.atomic
def skip(*, streak: Streak, version: int) -> None:
    """Go on to another puzzle, once in a streak. Raises GameError("skipped_before")."""
    locked = runs.lock(streak, version)
    if locked is None or locked.is_over:
        return
    if locked.has_skipped:
        raise GameError("skipped_before")
    locked.has_skipped = True
    _next(locked, timezone.now())
    runs.write(locked)


def _take(streak: Streak, cell: Cell, found: Judgement, now: datetime) -> None:
    streak.moves = [*streak.moves, cell]
    if found.verdict is MoveVerdict.WRONG:
        streak.refutation, streak.ended_at = list(found.refutation), now
    elif found.reply is not None:
        streak.moves = [*streak.moves, found.reply]
    else:
        streak.solved += 1
        _next(streak, now)


def _next(streak: Streak, now: datetime) -> None:
    """Go on to another puzzle. If there is none, end the streak and keep the last to be shown."""
    before = streak.puzzle, streak.moves
    runs.climb(streak)
    if streak.puzzle is None:
        (streak.puzzle, streak.moves), streak.ended_at = before, now
