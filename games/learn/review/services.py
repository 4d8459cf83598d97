"""Having a finished game graded."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.dispatch import Signal

from games.core.errors import GameError
from games.core.rules import Cell
from games.engine.analysis.accuracy import accuracies
from games.engine.analysis.grades import VERSION, Grades
from games.engine.analysis.labels import as_proposal
from games.learn.review.grade_codec import grades_json
from games.learn.review.grading import grading_queue
from games.learn.review.queries import given_moves
from games.live import limits
from games.live.storage import database
from games.live.storage.loading import NotFound
from games.models import Game, Review

# A finished game has been graded: *game*, *cells*, *grades*. Sent with `send_robust` after it is
# stored, in the thread of the database, so receivers are brief.
graded = Signal()


@dataclass(frozen=True, slots=True)
class Grading:
    """How much of a game is graded, from 0 to 1."""

    share: float

    @property
    def is_done(self) -> bool:
        return self.share >= 1.0


async def request_review(*, uid: str, asker: str, wait: float = 0.0) -> Grading:
    """Have a finished game graded, if it is not yet; *wait* so many seconds for it at most.

    Only a grading that begins now counts for *asker*, a user or an address; asking again does not.
    Raises GameError, beginning nothing: no_such_game, not_over, no_moves, too_fast, too_busy.
    """
    game, cells = await database.run(finished_game, uid)
    if not cells:
        raise GameError("no_moves")
    if await database.run(_is_graded, game):
        return Grading(1.0)
    queue = grading_queue()
    # Counted only here: whoever looks at work in progress starts nothing.
    if queue.share_done(uid) is None:
        queue.require_room()  # before it is counted: to be turned away costs nothing
        await database.run(limits.enter, (limits.REVIEWS, asker))
        queue.start(uid, game.ruleset, cells, lambda grades: _keep(game, cells, grades))
    await queue.wait(uid, wait)
    share = queue.share_done(uid)
    # It may have been finished while this waited, and left the queue.
    if share is None and await database.run(_is_graded, game):
        return Grading(1.0)
    # 1 only once the grades are stored: whoever is told 1 reads them at once.
    return Grading(min(share or 0.0, 0.99))


async def begin_grading(uid: str) -> None:
    """Have a finished game graded in the background, if it is not yet.

    Raises GameError: no_such_game, not_over, too_busy.
    """
    game, cells = await database.run(finished_game, uid)
    if cells and not await database.run(_is_graded, game):
        grading_queue().start(uid, game.ruleset, cells, lambda grades: _keep(game, cells, grades))


async def grading_of(*, uid: str) -> Grading | None:
    """Return how much of the game is graded; None if it is not in the queue."""
    share = grading_queue().share_done(uid)
    return None if share is None else Grading(min(share, 0.99))


def finished_game(uid: str) -> tuple[Game, tuple[Cell, ...]]:
    """Return a game that is over, and its moves. Raises GameError: no_such_game, not_over."""
    game = Game.objects.filter(uid=uid).first()
    if game is None:
        raise NotFound
    if game.status != Game.Status.FINISHED:
        raise GameError("not_over")
    return game, tuple(game.moves.order_by("ply").values_list("cell", flat=True))


def _is_graded(game: Game) -> bool:
    return Review.objects.filter(game=game, grader__gte=VERSION, ply=game.ply).exists()


def _keep(game: Game, cells: tuple[Cell, ...], grades: Grades) -> None:
    game.refresh_from_db()  # its players may have changed: a guest may have signed in meanwhile
    given = given_moves(game)
    estimates = [evaluation.estimate for evaluation in grades.evaluations[given:]]
    first, second = accuracies(grades.moves[given:], estimates, game.ruleset.cells)
    grades = replace(grades, accuracy=(first, second))
    if game.swap:
        grades = _with_proposal(grades)
    Review.objects.update_or_create(
        game=game,
        defaults={
            "grader": VERSION,
            "ply": len(grades.moves),
            "first_accuracy": first,
            "second_accuracy": second,
            "grades": grades_json(grades),
        },
    )
    graded.send_robust(sender=Game, game=game, cells=cells, grades=grades)


def _with_proposal(grades: Grades) -> Grades:
    """Return *grades* with the first mark as a proposal, and no other named as better."""
    first, *moves = grades.moves
    before, *evaluations = grades.evaluations
    return replace(
        grades,
        moves=(as_proposal(first), *moves),
        evaluations=(replace(before, looks_best=None, line=()), *evaluations),
    )
