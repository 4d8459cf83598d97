"""What streaks and storms do alike: each user has one run at a time, one puzzle after another.

An answer names the version of the run that it answers, so of two answers from two tabs the later
changes nothing. Puzzles get harder rung by rung: a rung is the rating near which one is chosen.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import chain
from typing import Generic, TypeVar

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from accounts.models import User
from games.core.errors import GameError
from games.core.rules import Cell
from games.engine.search.value import Value
from games.learn.puzzles import judging
from games.learn.puzzles.judging import Judgement
from games.models import Lock, Puzzle
from games.models.learning.puzzle_run import PuzzleRun

Run = TypeVar("Run", bound=PuzzleRun)

MAX_LISTED = 20
FIRST, STEP, LAST = 900.0, 35.0, 2500.0  # the first rung, the height of each, the last one
AROUND = 6  # puzzles on either side of a rung, from which one is drawn


@dataclass(frozen=True, slots=True)
class RunHistory(Generic[Run]):
    """The newest runs that are over, the most puzzles solved in one, and the run that goes on."""

    newest: list[Run]
    best: int
    going: Run | None = None


def history_of(kind: type[Run], user: User | None) -> RunHistory[Run]:
    if user is None:
        return RunHistory([], 0)
    own = kind.objects.filter(user=user)
    return RunHistory(
        newest=list(own.exclude(ended_at=None)[:MAX_LISTED]),
        best=best_of(kind, user),
        going=own.filter(ended_at=None).first(),
    )


def best_of(kind: type[Run], user: User) -> int:
    return kind.objects.filter(user=user).aggregate(best=Max("solved"))["best"] or 0


def own_run(kind: type[Run], user: User | None, number: int) -> Run | None:
    """Return run *number*, if it is *user*'s."""
    if user is None:
        return None
    found: Run | None = kind.objects.select_related("puzzle").filter(pk=number, user=user).first()
    return found


@transaction.atomic
def begin(run: Run, user: User) -> Run:
    """Store the new *run* of *user* with its first puzzle; return it, or the one that goes on.

    Raises GameError: banned, no_puzzles.
    """
    if user.is_banned or not user.is_active:
        raise GameError("banned")
    kind = type(run)
    # Held before looking: else a double press would begin two, and the database refuse one.
    Lock.hold(f"{kind._meta.model_name}s")
    going: Run | None = kind.objects.filter(user=user, ended_at=None).first()
    if going:
        return going
    climb(run)
    if run.puzzle is None:
        raise GameError("no_puzzles")
    run.save()
    return run


def climb(run: PuzzleRun) -> None:
    """Go on to another puzzle, by how many are solved; to None if there is no other."""
    puzzle: Puzzle | None = puzzle_on_rung(run.solved, run.seen)
    run.puzzle, run.moves = puzzle, []
    if puzzle:
        run.seen = [*run.seen, puzzle.pk]


def judge(run: PuzzleRun, cell: Cell, *, user_id: int, address: str) -> Judgement:
    """Judge *cell*, in the image that stands for all.

    Raises IllegalMove, TooFast or GameError (too_busy).
    """
    assert run.puzzle
    return judging.answer(
        position=run.position,
        cell=cell,
        value=Value(run.puzzle.value),
        user_id=user_id,
        address=address,
        by_threats=run.puzzle.is_by_threats,
    )


def lock(run: Run, version: int) -> Run | None:
    """Return the row of *run*, locked until the transaction ends; None if not of this *version*."""
    found: Run = type(run).objects.select_for_update().get(pk=run.pk)
    return found if found.version == version else None


def write(run: PuzzleRun) -> None:
    """Store *run* as its next version."""
    run.version += 1
    run.save()


@transaction.atomic
def hand_over(kind: type[Run], *, guest: User, user: User, now: datetime | None = None) -> None:
    """Give *user* the guest's runs; if both have one that goes on, end the guest's."""
    own = kind.objects.filter(user=guest)
    if kind.objects.filter(user=user, ended_at=None).exists():
        own.filter(ended_at=None).update(ended_at=now or timezone.now())
    own.update(user=user)


def rung(solved: int) -> float:
    """Return the rating near which a puzzle is chosen after *solved* puzzles."""
    return min(LAST, FIRST + STEP * solved)


def puzzle_on_rung(solved: int, seen: Sequence[int]) -> Puzzle | None:
    """Return a puzzle to solve after *solved* others, none of those *seen*; None if there is none.

    Puzzles in which many moves can be judged neither right nor wrong are left out.
    """
    exact = Puzzle.objects.shown().decided().exclude(pk__in=seen)
    near = rung(solved)
    above = exact.filter(rating__gte=near).order_by("rating", "pk")[:AROUND]
    below = exact.filter(rating__lt=near).order_by("-rating", "pk")[:AROUND]
    found = list(chain(above, below))
    return random.choice(found) if found else None
