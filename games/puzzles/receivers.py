"""What happens to puzzles when games are graded and accounts end. Connected by apps.py."""

from typing import Any

from django.dispatch import receiver

from accounts.models import User
from accounts.signals import account_closing, guest_claimed
from games.core.rules import Cell
from games.engine.analysis.grades import Grades
from games.models import Game, PuzzleAttempt, PuzzleRating
from games.puzzles.making import add_from_game
from games.review.signals import graded


@receiver(graded)
def make_puzzles_of_slips(
    game: Game, cells: tuple[Cell, ...], grades: Grades, **kwargs: Any
) -> None:
    add_from_game(game, cells, grades)


@receiver(guest_claimed)
def give_the_guests_attempts(guest: User, user: User, **kwargs: Any) -> None:
    """All that have ended: *user* may have one that goes on."""
    attempts = PuzzleAttempt.objects.filter(solver=guest)
    attempts.filter(state=PuzzleAttempt.State.GOING).delete()
    attempts.update(solver=user)


@receiver(account_closing)
def remove_the_attempts(user: User, reason: str, **kwargs: Any) -> None:
    """Those of an account that is deleted; the puzzles keep what they learnt of them."""
    if reason == "deleted":
        PuzzleAttempt.objects.filter(solver=user).delete()
        PuzzleRating.objects.filter(user=user).delete()
