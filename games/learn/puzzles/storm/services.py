"""What can be done in a storm: begin, and answer until the time is up.

No process keeps a clock: whoever looks at a storm whose time is up ends it.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.core.rules import Cell
from games.learn.puzzles import runs
from games.learn.puzzles.judging import Judgement, MoveVerdict
from games.models import Puzzle, Storm

DURATION = timedelta(minutes=3)
PENALTY = timedelta(seconds=10)  # for a wrong answer: else guessing would be fastest


def begin(*, user: User, now: datetime | None = None) -> Storm:
    """Return a new storm, or the one that goes on. Raises GameError: banned, no_puzzles."""
    now = now or timezone.now()
    end_overdue(user=user, now=now)
    return runs.begin(Storm(user=user, started_at=now, ends_at=now + DURATION), user)


def end_overdue(*, user: User, now: datetime) -> None:
    """End the storm of *user*, if its time is up."""
    overdue = Storm.objects.filter(user=user, ended_at=None, ends_at__lte=now)
    if overdue.exists():  # pages are read far more often than that
        overdue.update(ended_at=now)


def answer(
    *,
    storm: Storm,
    version: int,
    cell: Cell,
    address: str = "",
    now: datetime | None = None,
) -> MoveVerdict | None:
    """Mark *cell*, in the image that stands for all; return the verdict.

    A wrong move costs PENALTY. Like a move that solves the puzzle, it leads to the next one. A
    verdict of OPEN changes nothing. Return None, changing nothing, for an answer to another
    *version* or after the time is up. Raises IllegalMove, TooFast or GameError (too_busy).
    """
    now = now or timezone.now()  # before judging, which takes none of the solver's time
    if storm.is_over or now >= storm.ends_at or storm.version != version or storm.puzzle is None:
        return None
    found = runs.judge(storm, cell, user_id=storm.user_id, address=address)
    if found.verdict is MoveVerdict.OPEN:
        return found.verdict
    with transaction.atomic():
        locked = runs.lock(storm, version)
        if locked is None:
            return None
        _take(locked, cell, found, now)
        runs.write(locked)
    return found.verdict


def missed_in(storm: Storm) -> list[Puzzle]:
    """Return the puzzles that were answered wrong, in the order of the answers."""
    found = Puzzle.objects.shown().in_bulk(storm.missed)
    return [found[number] for number in storm.missed if number in found]


def _take(storm: Storm, cell: Cell, found: Judgement, now: datetime) -> None:
    if found.verdict is MoveVerdict.RIGHT and found.reply is not None:
        storm.moves = [*storm.moves, cell, found.reply]
        return
    if found.verdict is MoveVerdict.RIGHT:
        storm.solved += 1
    else:
        storm.missed = [*storm.missed, storm.puzzle_id]
        storm.ends_at -= PENALTY
    # If there is no other puzzle, the storm ends, and the page shows the last one.
    last = storm.puzzle
    runs.climb(storm)
    if storm.puzzle is None:
        storm.puzzle, storm.ends_at = last, now
    if storm.ends_at <= now:
        storm.ended_at = now
