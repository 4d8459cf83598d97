"""What can be done in a streak: begin, answer, skip once. The server has all of it.

A reload shows the same puzzle, and a second tab the same streak: an answer names what it answers,
and of two the later changes nothing.
"""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.core.errors import GameError
from games.core.rules import Cell
from games.engine.search.value import Value
from games.learn.puzzles import judging
from games.learn.puzzles.judging import Judgement, MoveVerdict
from games.learn.puzzles.streak.ladder import next_rung
from games.models import Lock, Puzzle, Streak


@transaction.atomic
def begin(*, user: User, now: datetime | None = None) -> Streak:
    """Return a new streak, or the one that goes on. Raises GameError: banned, no_puzzles."""
    if user.is_banned or not user.is_active:
        raise GameError("banned")
    # Before the look, or a double press would begin two, of which the database refuses one.
    Lock.hold("streaks")
    going = Streak.objects.filter(user=user, ended_at=None).first()
    if going:
        return going
    streak = Streak(user=user, started_at=now or timezone.now())
    _climb(streak)
    if streak.puzzle is None:
        raise GameError("no_puzzles")
    streak.save()
    return streak


def answer(
    *,
    streak: Streak,
    version: int,
    cell: Cell,
    address: str = "",
    now: datetime | None = None,
) -> MoveVerdict | None:
    """Mark *cell*, in the image that stands for all; the verdict, None if nothing was judged.

    A wrong move ends the streak, and one that solves the puzzle leads to the next. Nothing is kept
    of one that is not proven, or that answers another *version*. Raises IllegalMove, TooFast or
    GameError (too_busy).
    """
    if streak.is_over or streak.version != version or streak.puzzle is None:
        return None
    found = judging.answer(
        position=streak.position,
        cell=cell,
        value=Value(streak.puzzle.value),
        user_id=streak.user_id,
        address=address,
        by_threats=streak.puzzle.is_by_threats,
    )
    if found.verdict is MoveVerdict.OPEN:
        return found.verdict
    with transaction.atomic():
        locked = _locked(streak)
        if locked.is_over or locked.version != version:
            return None
        _take(locked, cell, found, now or timezone.now())
        _write(locked)
    return found.verdict


@transaction.atomic
def skip(*, streak: Streak, version: int) -> None:
    """Leave out the puzzle, once in a streak. Raises GameError("skipped_before")."""
    locked = _locked(streak)
    if locked.is_over or locked.version != version:
        return
    if locked.has_skipped:
        raise GameError("skipped_before")
    locked.has_skipped = True
    _next(locked, timezone.now())
    _write(locked)


@transaction.atomic
def hand_over(*, guest: User, user: User, now: datetime | None = None) -> None:
    """Let *user* have the guest's streaks; of two that go on the guest's ends."""
    own = Streak.objects.filter(user=guest)
    if Streak.objects.filter(user=user, ended_at=None).exists():
        own.filter(ended_at=None).update(ended_at=now or timezone.now())
    own.update(user=user)


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
    """Go on to another puzzle, or end where there is none."""
    # The last puzzle stays to be shown, since there is no other to go on with.
    before = streak.puzzle, streak.moves
    _climb(streak)
    if streak.puzzle is None:
        (streak.puzzle, streak.moves), streak.ended_at = before, now


def _climb(streak: Streak) -> None:
    puzzle: Puzzle | None = next_rung(streak.solved, streak.seen)
    streak.puzzle, streak.moves = puzzle, []
    if puzzle:
        streak.seen = [*streak.seen, puzzle.pk]


def _locked(streak: Streak) -> Streak:
    return Streak.objects.select_for_update().get(pk=streak.pk)


def _write(streak: Streak) -> None:
    streak.version += 1
    streak.save()
