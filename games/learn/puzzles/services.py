"""Solving puzzles: making a move, or giving up, for a rating or without.

Turned or mirrored, a position is the same puzzle, and one of its images stands for all. The cells
of an attempt are stored in that image. Pages show them as `attempt.transform` turns them.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.db import IntegrityError, transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from accounts.models import User
from games.core.rating import RatedResult, Strength, decayed, expected_score, updated
from games.core.rules import Cell
from games.engine.search.value import Value
from games.learn.puzzles import queries
from games.learn.puzzles.judging import (
    Judgement,
    MoveVerdict,
    answer,
    best_line,
    find_out,
    line_by_threats,
)
from games.models import DailyPuzzle, Puzzle, PuzzleAttempt, PuzzleRating

State = PuzzleAttempt.State


@dataclass(frozen=True, slots=True)
class AttemptStep:
    """An attempt as it stands, and the judgement if a move was judged now."""

    attempt: PuzzleAttempt
    judgement: Judgement | None = None


def keep_daily(*, today: date) -> None:
    """Store the puzzles of *today* and the next day, so that new puzzles no longer change them.

    Replace one that has been hidden since.
    """
    for day in (today, today + timedelta(days=1)):
        chosen = queries.daily(day)
        stored = DailyPuzzle.objects.filter(day=day).values_list("puzzle", flat=True).first()
        if chosen and chosen.pk != stored:
            DailyPuzzle.objects.update_or_create(day=day, defaults={"puzzle": chosen})


def play(
    *,
    puzzle: Puzzle,
    solver: User,
    uid: str,
    ply: int,
    cell: Cell,
    address: str = "",
) -> AttemptStep:
    """Make the move *cell*, number *ply* of the attempt *uid*; the first move begins the attempt.

    A move that is sent again, or out of turn, changes nothing. A wrong move ends the attempt. A
    right one is answered, unless it completes a win or holds the draw, which solves the puzzle. A
    move of which nothing is proven is not made, and the attempt is rated no more. *address* is the
    solver's. Raises IllegalMove (cell_taken, no_such_cell), TooFast or GameError (too_busy).
    """
    attempt = attempt_of(puzzle, solver, uid)
    if attempt.uid != uid or attempt.is_over or ply != len(attempt.moves):
        return AttemptStep(attempt)
    judgement = answer(
        position=attempt.position,
        cell=cell,
        value=Value(puzzle.value),
        user_id=solver.pk,
        address=address,
        by_threats=puzzle.is_by_threats,
    )
    with transaction.atomic():
        attempt = _lock(attempt)
        if attempt.is_over or ply != len(attempt.moves):
            return AttemptStep(attempt)
        _take(attempt, cell, judgement)
    return AttemptStep(attempt, judgement)


def give_up(
    *,
    puzzle: Puzzle,
    solver: User,
    uid: str,
    address: str = "",
) -> PuzzleAttempt:
    """End the attempt *uid* with the answer, if that is proven in time. Counts as not solved.

    If a move is made meanwhile, this changes nothing. Raises TooFast or GameError (too_busy).
    """
    attempt = attempt_of(puzzle, solver, uid)
    if attempt.uid != uid or attempt.is_over:
        return attempt
    position = attempt.position
    line = find_out(
        lambda: (
            line_by_threats(position, Value(puzzle.value))
            if puzzle.is_by_threats
            else best_line(position)
        ),
        ruleset=puzzle.ruleset,
        user_id=solver.pk,
        address=address,
    )
    with transaction.atomic():
        attempt = _lock(attempt)
        # After a move that was made while the engine searched, this is not the answer.
        if not attempt.is_over and attempt.position == position:
            attempt.refutation = list(line)
            _end(attempt, State.GIVEN_UP)
    return attempt


def switch_rating(*, user: User, on: bool) -> None:
    """Have the next attempts of *user* rated, or not."""
    PuzzleRating.objects.update_or_create(user=user, defaults={"is_on": on})


def set_hidden(*, puzzles: QuerySet[Puzzle], is_hidden: bool) -> int:
    """Hide puzzles from everybody, or show them again; return how many that changed."""
    return puzzles.exclude(is_hidden=is_hidden).update(is_hidden=is_hidden)


def can_be_rated(user: User | None) -> bool:
    """Return whether *user* can have a rating: a person who signed up."""
    return user is not None and user.is_person


def would_be_rated(puzzle: Puzzle, solver: User) -> bool:
    """Return whether an attempt that begins now is rated: the first, with the switch on."""
    if not can_be_rated(solver) or puzzle.attempts.filter(solver=solver).exists():
        return False
    return not PuzzleRating.objects.filter(user=solver, is_on=False).exists()


def attempt_of(puzzle: Puzzle, solver: User, uid: str) -> PuzzleAttempt:
    """Return the attempt *uid*, else the one that goes on, else a new one that is not stored yet.

    Nobody can try out the moves of an attempt that goes on in a second one. `play` and `give_up`
    store a new one.
    """
    tries = puzzle.attempts.filter(solver=solver).select_related("puzzle")
    found = tries.filter(uid=uid).first() or tries.filter(state=State.GOING).first()
    return found or PuzzleAttempt(
        puzzle=puzzle, solver=solver, uid=uid, is_rated=would_be_rated(puzzle, solver)
    )


def _lock(attempt: PuzzleAttempt) -> PuzzleAttempt:
    """Return the attempt's row, locked until the transaction ends; store a new one first."""
    if attempt.pk is None:
        attempt = _stored(attempt)
    rows = PuzzleAttempt.objects.select_for_update(of=("self",)).select_related("puzzle")
    return rows.get(pk=attempt.pk)


def _stored(attempt: PuzzleAttempt) -> PuzzleAttempt:
    """Store the new *attempt* and return it, or what another request has stored meanwhile."""
    try:
        with transaction.atomic():
            attempt.save()
    except IntegrityError:
        found = attempt_of(attempt.puzzle, attempt.solver, attempt.uid)
        # The other attempt may have ended since. Then this one can be stored, but is not rated.
        return _stored(found) if found.pk is None else found
    # Added up by the database: many solve the puzzle of the day at the same time.
    Puzzle.objects.filter(pk=attempt.puzzle_id).update(plays=F("plays") + 1)
    return attempt


def _take(attempt: PuzzleAttempt, cell: Cell, judgement: Judgement) -> None:
    """Write the move and what follows; if nothing is proven of it, only that nothing is rated."""
    if judgement.verdict is MoveVerdict.OPEN:
        # A move that nobody could judge may have been the solution.
        attempt.is_rated = False
        attempt.save(update_fields=("is_rated",))
        return
    attempt.moves = [*attempt.moves, cell]
    if judgement.verdict is MoveVerdict.WRONG:
        attempt.refutation = list(judgement.refutation)
        _end(attempt, State.WRONG)
        return
    attempt.is_fastest = attempt.is_fastest and judgement.is_fastest
    if judgement.reply is None:
        _end(attempt, State.SOLVED)
        return
    attempt.moves = [*attempt.moves, judgement.reply]
    attempt.save(update_fields=("moves", "is_fastest"))


def _end(attempt: PuzzleAttempt, state: PuzzleAttempt.State) -> None:
    attempt.state = state
    if attempt.is_rated:
        _rate(attempt, timezone.now())
    attempt.save()


def _rate(attempt: PuzzleAttempt, now: datetime) -> None:
    """Change the ratings of the solver and the puzzle."""
    PuzzleRating.objects.get_or_create(user_id=attempt.solver_id)
    # Always the solver's row before the puzzle's, so that no two attempts wait for each other.
    solver = PuzzleRating.objects.select_for_update().get(user=attempt.solver_id)
    puzzle = Puzzle.objects.select_for_update().get(pk=attempt.puzzle_id)
    score = 1.0 if attempt.is_solved else 0.0
    # Each changes by what the other was before.
    ours, its = _rested(solver, now), _rested(puzzle, now)
    attempt.rating_before, attempt.expected = solver.rating, expected_score(ours, its)
    solver.strength = updated(ours, [RatedResult(its, score)])
    puzzle.strength = updated(its, [RatedResult(ours, 1.0 - score)])
    attempt.rating_after = solver.rating
    solver.plays += 1
    solver.rated_at = puzzle.rated_at = now
    solver.save(update_fields=(*PuzzleRating.STRENGTH, "plays", "rated_at"))
    puzzle.save(update_fields=(*Puzzle.STRENGTH, "rated_at"))
    attempt.puzzle = puzzle


def _rested(one: Puzzle | PuzzleRating, now: datetime) -> Strength:
    if one.rated_at is None:
        return one.strength
    return decayed(one.strength, (now - one.rated_at).total_seconds() / 86_400)
