"""What can be done with mistakes: to collect, review and remove them.

Each mistake is a card: a position to solve again when it is due, as FSRS (spaced repetition) says.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, cast

from django.db import transaction
from django.utils import timezone
from fsrs import Card, Rating, Scheduler
from fsrs.card import CardDict

from accounts.models import User
from games.core.rules import Cell, Mark, Position
from games.core.symmetry import key_of
from games.engine.analysis.grades import Grades
from games.engine.search.value import Value
from games.learn.puzzles import judging
from games.learn.puzzles.judging import MoveVerdict, find_out, right_cells, worths_of
from games.learn.review.queries import given_moves
from games.models import Game, Mistake

MAX_KEPT = 2_000  # of a user
# Wrong: again in ten minutes. Right for the first time: tomorrow. From then on FSRS decides.
SCHEDULER = Scheduler(
    learning_steps=(timedelta(minutes=10), timedelta(days=1)),
    relearning_steps=(timedelta(minutes=10), timedelta(days=1)),
    enable_fuzzing=False,
)

State = dict[str, Any]  # of a card, as JSON has it


@dataclass(frozen=True, slots=True)
class CardStep:
    """A card as it is now, and the verdict on an answer if one was judged."""

    mistake: Mistake
    verdict: MoveVerdict | None = None


def collect(game: Game, grades: Grades) -> list[Mistake]:
    """Make a card of each move of *game* that is proven to have given away a win or a draw.

    Only people's own moves against an opponent count. A card that an older game made becomes due at
    once. A card that its user removed stays removed.
    """
    if game.opponent == Game.Opponent.DEVICE:
        return []
    now, position, made = timezone.now(), Position(game.ruleset), []
    # Evaluations begin with the empty board and so are one more than the moves.
    for move, before in zip(grades.moves, grades.evaluations, strict=False):
        value, user = _had(before.value, move.ply), _learner(game, move.ply)
        if user and value is not None and move.value is not None and move.value < value:
            made.append(_add(user, game, move.ply, position, value, now))
        position = position.play(move.cell)
    return [mistake for mistake in made if mistake]


def _learner(game: Game, ply: int) -> User | None:
    """Return who made the move, if that is a person or guest who still has an account."""
    if ply < given_moves(game):
        return None
    user = game.player(Mark(game.first).at(ply))
    if user is None or user.is_deleted:
        return None
    return user if user.is_person or user.is_guest else None


def _had(value: Value | None, ply: int) -> Value | None:
    """Return *value*, seen by the side that began, as the side to move at *ply* sees it."""
    if value is None or ply % 2 == 0:
        return value
    return Value(-value)


def _add(
    user: User, game: Game, ply: int, position: Position, value: Value, now: datetime
) -> Mistake | None:
    ruleset = position.ruleset
    place = {"m": ruleset.m, "n": ruleset.n, "k": ruleset.k, "key": key_of(position)}
    known = Mistake.objects.filter(user=user, **place).first()
    if known is None:
        # Those that were removed count, too: they must stay to be known as unwanted.
        if Mistake.objects.filter(user=user).count() >= MAX_KEPT:
            return None
        first = {"value": value, "game": game, "ply": ply, "card": new_card(now), "due": now}
        # Two games with the same slip may be graded at the same moment.
        return Mistake.objects.get_or_create(user=user, **place, defaults=first)[0]
    # A game that is graded again, or an older one, must not make a card due that was learnt since.
    if known.removed_at or (known.game_id is not None and known.game_id >= game.pk):
        return None
    known.game, known.ply, known.due = game, ply, min(known.due, now)
    known.save(update_fields=["game", "ply", "due"])
    return known


def answer(
    *,
    mistake: Mistake,
    review: int,
    cell: Cell,
    address: str = "",
    now: datetime | None = None,
) -> CardStep:
    """Answer review number *review* with *cell*, in the image that stands for all.

    Any move that keeps the value is right. Nothing is stored if the verdict is not proven, for an
    answer to another review, or before the card is due. Raises IllegalMove, TooFast or GameError
    (too_busy).
    """
    now = now or timezone.now()
    if mistake.reviews != review or not is_due(mistake, now):
        return CardStep(mistake)
    found = judging.answer(
        position=mistake.position,
        cell=cell,
        value=Value(mistake.value),
        user_id=mistake.user_id,
        address=address,
    )
    if found.verdict is not MoveVerdict.OPEN:
        is_right = found.verdict is MoveVerdict.RIGHT
        line = () if is_right else found.refutation
        mistake = _keep(
            mistake, review, cell=cell, is_right=is_right, line=line, right=found.right, now=now
        )
    return CardStep(mistake, found.verdict)


def give_up(
    *,
    mistake: Mistake,
    review: int,
    address: str = "",
    now: datetime | None = None,
) -> Mistake:
    """Show the answer, which counts as a wrong one. Raises TooFast or GameError (too_busy)."""
    now = now or timezone.now()
    if mistake.reviews != review or not is_due(mistake, now):
        return mistake
    position = mistake.position
    analysis = find_out(
        lambda: worths_of(position),
        ruleset=mistake.ruleset,
        user_id=mistake.user_id,
        address=address,
    )
    right = right_cells(analysis, Value(mistake.value))
    return _keep(mistake, review, cell=None, is_right=False, line=(), right=right, now=now)


def remove(*, mistake: Mistake, now: datetime | None = None) -> None:
    """Remove a card for good; a second call does nothing."""
    Mistake.objects.filter(pk=mistake.pk, removed_at=None).update(removed_at=now or timezone.now())


@transaction.atomic
def hand_over(*, guest: User, user: User) -> None:
    """Give *user* the guest's cards; delete those of positions of which *user* has a card."""
    own = {_place(mistake) for mistake in Mistake.objects.filter(user=user)}
    for mistake in Mistake.objects.filter(user=guest):
        if _place(mistake) in own:
            mistake.delete()
        else:
            mistake.user = user
            mistake.save(update_fields=["user"])


def is_due(mistake: Mistake, now: datetime) -> bool:
    return mistake.due <= now


def _place(mistake: Mistake) -> tuple[int, int, int, bytes]:
    return mistake.m, mistake.n, mistake.k, bytes(mistake.key)


@transaction.atomic
def _keep(
    mistake: Mistake,
    review: int,
    *,
    cell: Cell | None,
    is_right: bool,
    line: tuple[Cell, ...],
    right: tuple[Cell, ...],
    now: datetime,
) -> Mistake:
    """Store the result of a review, unless another page has answered it."""
    # Locked only now, so that nothing was held while the engine searched.
    locked = Mistake.objects.select_for_update().get(pk=mistake.pk)
    if locked.reviews != review:
        return locked
    locked.card, locked.due = reviewed(locked.card, is_right=is_right, now=now)
    locked.reviews += 1
    locked.is_known, locked.cell = is_right, cell
    locked.line, locked.right = list(line), list(right)
    locked.save(update_fields=["card", "due", "reviews", "is_known", "cell", "line", "right"])
    return locked


def new_card(now: datetime) -> State:
    """Return the card of something that is due at once."""
    # The row has a key, so all cards have the id 0. Without one FSRS would take the time for it,
    # and sleep so that the next card has another.
    return cast(State, Card(card_id=0, due=now).to_dict())


def reviewed(state: State, *, is_right: bool, now: datetime) -> tuple[State, datetime]:
    """Return the card after a review at *now*, and when it is due again."""
    rating = Rating.Good if is_right else Rating.Again
    card, _ = SCHEDULER.review_card(Card.from_dict(cast(CardDict, state)), rating, now)
    return cast(State, card.to_dict()), card.due
