"""Streaks go where their user goes. Connected by apps.py."""

from typing import Any

from django.dispatch import receiver

from accounts.models import User
from accounts.signals import account_closing, guest_claimed
from games.models import Streak
from games.puzzles.streak import services


@receiver(guest_claimed)
def give_the_guests_streaks(guest: User, user: User, **kwargs: Any) -> None:
    services.hand_over(guest=guest, user=user)


@receiver(account_closing)
def remove_the_streaks(user: User, reason: str, **kwargs: Any) -> None:
    if reason == "deleted":
        Streak.objects.filter(user=user).delete()
