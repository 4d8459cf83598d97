"""What happens to notices, and to mail about turns, as accounts change."""

from __future__ import annotations

from typing import Any

from django.dispatch import receiver

from accounts.models import User
from accounts.signals import account_closing, guest_claimed
from games.models import DecisionNotice, RefundNotice, TurnMail


@receiver(guest_claimed)
def give_the_guests_notices(guest: User, user: User, **kwargs: Any) -> None:
    """Hand on the decisions that the guest has not read; guests get no refunds and no mail."""
    DecisionNotice.objects.filter(user=guest).update(user=user)


@receiver(account_closing)
def remove_the_notices(user: User, reason: str, **kwargs: Any) -> None:
    if reason == "deleted":
        DecisionNotice.objects.filter(user=user).delete()
        RefundNotice.objects.filter(user=user).delete()
        TurnMail.objects.filter(user=user).delete()
