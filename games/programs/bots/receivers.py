"""What happens to a bot's conditions when its account ends."""

from typing import Any

from django.dispatch import receiver

from accounts.models import User
from accounts.signals import account_closing
from games.models import BotConditions


@receiver(account_closing)
def remove_the_conditions(user: User, reason: str, **kwargs: Any) -> None:
    if reason == "deleted":
        BotConditions.objects.filter(bot=user).delete()
