"""Graded games make cards, which go where their user goes. Connected by apps.py."""

from typing import Any

from django.dispatch import receiver

from accounts.models import User
from accounts.signals import account_closing, guest_claimed
from games.engine.analysis.grades import Grades
from games.models import Game, Mistake
from games.puzzles.mistakes import services
from games.review.signals import graded


@receiver(graded)
def collect_the_mistakes(game: Game, grades: Grades, **kwargs: Any) -> None:
    services.collect(game, grades)


@receiver(guest_claimed)
def give_the_guests_cards(guest: User, user: User, **kwargs: Any) -> None:
    services.hand_over(guest=guest, user=user)


@receiver(account_closing)
def remove_the_cards(user: User, reason: str, **kwargs: Any) -> None:
    if reason == "deleted":
        Mistake.objects.filter(user=user).delete()
