"""Which puzzles there are, which comes next, and which is the puzzle of the day."""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import date
from itertools import chain

from accounts.models import User
from games.core.rules import Position
from games.core.symmetry import key_of, keys_after
from games.models import DailyPuzzle, Puzzle, PuzzleAttempt, PuzzleQuerySet, PuzzleRating
from tictactoe_site.common.uids import UID_LENGTH

RECENT = 8  # attempts on the front page
AROUND = 12  # puzzles on either side of a rating, of which chance takes one
FIRST_RATING = 1200.0  # of the puzzles for somebody without a rating
DAILY_FROM, DAILY_TO = 1300.0, 1900.0  # neither too easy nor only for experts
AT_ONCE = 500  # rows in memory when all are read


def rating_of(user: User | None) -> PuzzleRating | None:
    """Return the rating of a person who signed up, a new one if they have none; else None."""
    if user is None or not user.is_person:
        return None
    return PuzzleRating.objects.filter(user=user).first() or PuzzleRating(user=user)


def shown_puzzle(puzzle_id: int) -> Puzzle | None:
    """Return the puzzle *puzzle_id*, unless it is hidden."""
    shown = Puzzle.objects.shown().select_related("source")
    puzzle: Puzzle | None = shown.filter(pk=puzzle_id).first()
    return puzzle


def next_puzzle(user: User | None, *, but: int | None = None, theme: str = "") -> Puzzle | None:
    """Return a puzzle near the rating of *user*, if possible one that they have not tried.

    It is not the puzzle *but*, unless there is no other, and has the *theme* if one is given.
    """
    rating = rating_of(user)
    near = rating.rating if rating and rating.plays else FIRST_RATING
    shown = Puzzle.objects.shown()
    if but is not None:
        shown = shown.exclude(pk=but)
    if theme:
        shown = shown.filter(theme=theme)
    untried = shown.not_tried_by(user.pk) if user else shown
    found = _around(untried, near) or _around(shown, near)
    return random.choice(found) if found else shown_puzzle(but or 0)


def _around(puzzles: PuzzleQuerySet, rating: float) -> list[Puzzle]:
    above = puzzles.filter(rating__gte=rating).order_by("rating", "pk")[:AROUND]
    below = puzzles.filter(rating__lt=rating).order_by("-rating", "pk")[:AROUND]
    return list(chain(above, below))


def daily(day: date) -> Puzzle | None:
    """Return the puzzle of *day*: what upkeep has stored, or else what it would store now."""
    found = DailyPuzzle.objects.select_related("puzzle").filter(day=day).first()
    if found and not found.puzzle.is_hidden:
        return found.puzzle
    # None comes twice while there are others that fit.
    been = DailyPuzzle.objects.values("puzzle")
    puzzles = Puzzle.objects.shown().decided()
    fit = puzzles.filter(rating__range=(DAILY_FROM, DAILY_TO)).exclude(pk__in=been)
    some = fit if fit.exists() else puzzles
    number = some.count()
    if not number:
        return None
    # Chosen by the day: before it is stored, everybody gets the same one.
    chosen: Puzzle = some.order_by("pk")[random.Random(day.toordinal()).randrange(number)]
    return chosen


def attempt_called(user: User | None, puzzle: Puzzle, uid: str) -> PuzzleAttempt | None:
    """Return the attempt *uid* of *user*, if it has begun."""
    if user is None or not uid:
        return None
    tries = puzzle.attempts.select_related("puzzle", "puzzle__source")
    return tries.filter(solver=user, uid=uid[:UID_LENGTH]).first()


def recent(user: User | None) -> list[PuzzleAttempt]:
    """Return what *user* tried last, the newest first."""
    if user is None:
        return []
    tries = PuzzleAttempt.objects.filter(solver=user, puzzle__is_hidden=False)
    return list(tries.select_related("puzzle").order_by("-pk")[:RECENT])


def going_on(user: User | None, puzzle: Puzzle) -> PuzzleAttempt | None:
    """Return the attempt of *user* that has begun and not ended, if there is one."""
    if user is None:
        return None
    tries = puzzle.attempts.select_related("puzzle", "puzzle__source")
    going = tries.filter(solver=user, state=PuzzleAttempt.State.GOING)
    return going.order_by("-pk").first()


def knows_answer(user: User | None, puzzle: Puzzle) -> bool:
    """Return whether *user* has solved *puzzle*, or given up and been shown the answer."""
    if user is None:
        return False
    known = (PuzzleAttempt.State.SOLVED, PuzzleAttempt.State.GIVEN_UP)
    return puzzle.attempts.filter(solver=user, state__in=known).exists()


def puzzles_from(position: Position, most: int = 6) -> list[Puzzle]:
    """Return puzzles of *position*, in any image, and of those that one move leads to."""
    if position.is_over:
        return []
    keys = {key_of(position), *keys_after(position).values()}
    there = Puzzle.objects.shown().on(position.ruleset).filter(key__in=keys)
    return list(there.order_by("rating", "pk")[:most])


def all_puzzles() -> Iterator[Puzzle]:
    """Yield all puzzles that are shown, by number."""
    last = 0
    shown = Puzzle.objects.shown().order_by("pk")
    while some := list(shown.filter(pk__gt=last)[:AT_ONCE]):
        yield from some
        last = some[-1].pk
