"""What can be done in a storm: begin, and answer until the time is up. The server keeps the time.

A reload shows the same puzzle, and a second tab the same storm: an answer names what it answers,
and of two the later changes nothing. Whoever looks at a storm after its time ends it, so no process
keeps a clock.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.core.errors import GameError
from games.core.rules import Cell
from games.engine.search.value import Value
from games.learn.puzzles import judging
from games.learn.puzzles.judging import Judgement, MoveVerdict
from games.learn.puzzles.streak.ladder import next_rung
from games.models import Lock, Puzzle, Storm

DURATION = timedelta(minutes=3)
PENALTY = timedelta(seconds=10)  # for a wrong answer: else guessing would be the fastest


@transaction.atomic
def begin(*, user: User, now: datetime | None = None) -> Storm:
    """Return a new storm, or the one that goes on. Raises GameError: banned, no_puzzles."""
    now = now or timezone.now()
    if user.is_banned or not user.is_active:
        raise GameError("banned")
    # Before the look, or a double press would begin two, of which the database refuses one.
    Lock.hold("storms")
    end_overdue(user=user, now=now)
    going = Storm.objects.filter(user=user, ended_at=None).first()
    if going:
        return going
    storm = Storm(user=user, started_at=now, ends_at=now + DURATION)
    _climb(storm)
    if storm.puzzle is None:
        raise GameError("no_puzzles")
    storm.save()
    return storm


def end_overdue(*, user: User, now: datetime) -> None:
    """End the storm of *user* whose time is up."""
    overdue = Storm.objects.filter(user=user, ended_at=None, ends_at__lte=now)
    overdue.update(ended_at=now)


def answer(
    *,
    storm: Storm,
    version: int,
    cell: Cell,
    address: str = "",
    now: datetime | None = None,
) -> MoveVerdict | None:
    """Mark *cell*, in the image that stands for all; the verdict, None if nothing was judged.

    A wrong move costs PENALTY and leads to the next puzzle, as one does that solves it. Nothing is
    kept of one that is not proven, of an answer to another *version*, and of what comes when the
    time is up. Raises IllegalMove, TooFast or GameError (too_busy).
    """
    now = now or timezone.now()  # before it is judged: that takes none of the solver's time
    if storm.is_over or now >= storm.ends_at or storm.version != version or storm.puzzle is None:
        return None
    found = judging.answer(
        position=storm.position,
        cell=cell,
        value=Value(storm.puzzle.value),
        user_id=storm.user_id,
        address=address,
        by_threats=storm.puzzle.is_by_threats,
    )
    if found.verdict is MoveVerdict.OPEN:
        return found.verdict
    with transaction.atomic():
        locked = Storm.objects.select_for_update().get(pk=storm.pk)
        if locked.version != version:
            return None
        _take(locked, cell, found, now)
        locked.version += 1
        locked.save()
    return found.verdict


@transaction.atomic
def hand_over(*, guest: User, user: User, now: datetime | None = None) -> None:
    """Let *user* have the guest's storms; of two that go on the guest's ends."""
    own = Storm.objects.filter(user=guest)
    if Storm.objects.filter(user=user, ended_at=None).exists():
        own.filter(ended_at=None).update(ended_at=now or timezone.now())
    own.update(user=user)


def _take(storm: Storm, cell: Cell, found: Judgement, now: datetime) -> None:
    if found.verdict is MoveVerdict.RIGHT and found.reply is not None:
        storm.moves = [*storm.moves, cell, found.reply]
        return
    if found.verdict is MoveVerdict.RIGHT:
        storm.solved += 1
    else:
        storm.missed = [*storm.missed, storm.puzzle_id]
        storm.ends_at -= PENALTY
    # The last puzzle stays to be shown, since there is no other to go on with.
    last = storm.puzzle
    _climb(storm)
    if storm.puzzle is None:
        storm.puzzle, storm.ends_at = last, now
    if storm.ends_at <= now:
        storm.ended_at = now


def _climb(storm: Storm) -> None:
    puzzle: Puzzle | None = next_rung(storm.solved, storm.seen)
    storm.puzzle, storm.moves = puzzle, []
    if puzzle:
        storm.seen = [*storm.seen, puzzle.pk]
