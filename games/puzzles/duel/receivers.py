"""What happens to duels when accounts change. Connected by apps.py."""

from typing import Any

from asgiref.sync import async_to_sync
from django.dispatch import receiver

from accounts.models import User
from accounts.signals import account_closing, guest_claimed
from games.puzzles.duel import services


@receiver(guest_claimed)
def give_the_guests_seats(guest: User, user: User, **kwargs: Any) -> None:
    services.hand_over(guest=guest, user=user)


@receiver(account_closing)
def leave_all_duels(user: User, **kwargs: Any) -> None:
    for uid in services.leave_all(user=user):
        async_to_sync(services.changed)(uid)
