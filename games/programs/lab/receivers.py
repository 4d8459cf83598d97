"""What happens to runs when a bot's account ends."""

from typing import Any

from django.dispatch import receiver

from accounts.models import User
from accounts.signals import account_closing
from games.models import LabRun


@receiver(account_closing)
def remove_the_runs(user: User, reason: str, **kwargs: Any) -> None:
    """Remove the runs of a bot that is deleted; those of a banned one only its owner sees."""
    if reason == "deleted":
        LabRun.objects.filter(bot=user).delete()
