"""What happens to ratings when accounts close and open again.

The ratings of a deleted account stay, without a name, because its opponents' ratings rest on them.
Leaderboards leave them out, as they do with banned accounts.
"""

from typing import Any

from django.dispatch import receiver

from accounts.models import User
from accounts.signals import account_closing, account_reopened
from games.compete.ratings import refunds
from games.compete.ratings.networks import forget_networks_of


@receiver(account_closing)
def forget_the_networks(user: User, reason: str, **kwargs: Any) -> None:
    if reason == "deleted":
        forget_networks_of(user)


@receiver(account_reopened)
def take_refunds_back(user: User, **kwargs: Any) -> None:
    refunds.take_back(banned=user, staff=None, reason=refunds.LIFTED)
