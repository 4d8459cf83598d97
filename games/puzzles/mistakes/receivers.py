"""Graded games make cards, which go where their user goes. Connected by apps.py."""

from typing import Any

from django.db.models.signals import post_save
from django.dispatch import receiver

from accounts.models import User
from accounts.signals import account_closing, guest_claimed
from games.models import Mistake, Review
from games.puzzles.mistakes import services
from games.review.grade_codec import parse_grades


@receiver(post_save, sender=Review)
def collect_the_mistakes(instance: Review, raw: bool = False, **kwargs: Any) -> None:
    if not raw:
        services.collect(instance.game, parse_grades(instance.grades))


@receiver(guest_claimed)
def give_the_guests_cards(guest: User, user: User, **kwargs: Any) -> None:
    services.hand_over(guest=guest, user=user)


@receiver(account_closing)
def remove_the_cards(user: User, reason: str, **kwargs: Any) -> None:
    if reason == "deleted":
        Mistake.objects.filter(user=user).delete()
