"""What games do when an account changes hands or closes. Connected by apps.py."""

from typing import Any

from asgiref.sync import async_to_sync
from django.dispatch import receiver

from accounts.models import User
from accounts.signals import account_closing, account_renamed, guest_claimed
from games import services


@receiver(guest_claimed)
def give_the_guests_games(guest: User, user: User, **kwargs: Any) -> None:
    async_to_sync(services.transfer_games)(guest=guest, user=user)


@receiver(account_closing)
def leave_all_games(user: User, **kwargs: Any) -> None:
    async_to_sync(services.leave_all)(user=user)


@receiver(account_renamed)
def show_the_new_name(user: User, **kwargs: Any) -> None:
    async_to_sync(services.show_new_name)(user=user)
