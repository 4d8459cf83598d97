"""What happens to puzzles, attempts and runs when games are graded and accounts change."""

from typing import Any

from asgiref.sync import async_to_sync
from django.db.models import Exists, OuterRef, Q
from django.dispatch import receiver

from accounts.models import User
from accounts.signals import account_closing, guest_claimed
from games.core.rules import Cell
from games.engine.analysis.grades import Grades
from games.learn.puzzles.duel import services as duels
from games.learn.puzzles.making import add_from_game
from games.learn.puzzles.mistakes import services as mistakes
from games.learn.puzzles.runs import hand_over
from games.learn.review.services import graded
from games.models import Game, Mistake, PuzzleAttempt, PuzzleRating, Storm, Streak

# Each table has a receiver of its own, so that the failure of one keeps nothing from the others.


@receiver(graded)
def make_puzzles_of_slips(
    game: Game, cells: tuple[Cell, ...], grades: Grades, **kwargs: Any
) -> None:
    add_from_game(game, cells, grades)


@receiver(graded)
def collect_the_mistakes(game: Game, grades: Grades, **kwargs: Any) -> None:
    mistakes.collect(game, grades)


@receiver(guest_claimed)
def give_the_guests_attempts(guest: User, user: User, **kwargs: Any) -> None:
    """Give *user* the guest's attempts that have ended; others are removed.

    *user* may have one at the same puzzle that has not ended, and there can be one of those only.
    Attempts with the uid of one of *user*'s are removed. The two have the same uid if the guest
    opened the address of *user*'s attempt. A guest's attempts are never rated, so *user* still has
    one rated attempt at each puzzle at most.
    """
    attempts = PuzzleAttempt.objects.filter(solver=guest)
    own = PuzzleAttempt.objects.filter(solver=user, puzzle=OuterRef("puzzle"), uid=OuterRef("uid"))
    attempts.filter(Q(state=PuzzleAttempt.State.GOING) | Exists(own)).delete()
    attempts.update(solver=user)


@receiver(guest_claimed)
def give_the_guests_duels(guest: User, user: User, **kwargs: Any) -> None:
    duels.hand_over(guest=guest, user=user)


@receiver(guest_claimed)
def give_the_guests_mistakes(guest: User, user: User, **kwargs: Any) -> None:
    mistakes.hand_over(guest=guest, user=user)


@receiver(guest_claimed)
def give_the_guests_streaks(guest: User, user: User, **kwargs: Any) -> None:
    hand_over(Streak, guest=guest, user=user)


@receiver(guest_claimed)
def give_the_guests_storms(guest: User, user: User, **kwargs: Any) -> None:
    hand_over(Storm, guest=guest, user=user)


@receiver(account_closing)
def remove_the_attempts(user: User, reason: str, **kwargs: Any) -> None:
    """Remove the attempts and the puzzle rating of a deleted account; puzzles keep theirs."""
    if reason == "deleted":
        PuzzleAttempt.objects.filter(solver=user).delete()
        PuzzleRating.objects.filter(user=user).delete()


@receiver(account_closing)
def leave_all_duels(user: User, **kwargs: Any) -> None:
    for uid in duels.leave_all(user=user):
        async_to_sync(duels.changed)(uid)


@receiver(account_closing)
def remove_the_mistakes(user: User, reason: str, **kwargs: Any) -> None:
    if reason == "deleted":
        Mistake.objects.filter(user=user).delete()


@receiver(account_closing)
def remove_the_streaks(user: User, reason: str, **kwargs: Any) -> None:
    if reason == "deleted":
        Streak.objects.filter(user=user).delete()


@receiver(account_closing)
def remove_the_storms(user: User, reason: str, **kwargs: Any) -> None:
    if reason == "deleted":
        Storm.objects.filter(user=user).delete()
