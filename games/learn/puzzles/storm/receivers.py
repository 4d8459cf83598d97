"""What happens to storms when accounts change. Connected by apps.py."""

from typing import Any

from django.dispatch import receiver

from accounts.models import User
from accounts.signals import account_closing, guest_claimed
from games.learn.puzzles.storm import services
from games.models import Storm


@receiver(guest_claimed)
def give_the_guests_storms(guest: User, user: User, **kwargs: Any) -> None:
    services.hand_over(guest=guest, user=user)


@receiver(account_closing)
def remove_the_storms(user: User, reason: str, **kwargs: Any) -> None:
    if reason == "deleted":
        Storm.objects.filter(user=user).delete()
