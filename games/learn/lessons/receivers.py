"""What happens to the answers to lessons' questions as accounts change."""

from __future__ import annotations

from typing import Any

from django.db.models import Exists, OuterRef
from django.dispatch import receiver

from accounts.models import User
from accounts.signals import account_closing, guest_claimed
from games.models import LessonAnswer


@receiver(guest_claimed)
def give_the_guests_answers(guest: User, user: User, **kwargs: Any) -> None:
    """Hand on the guest's answers, but not to questions that *user* has answered, too."""
    answers = LessonAnswer.objects.filter(user=guest)
    same = LessonAnswer.objects.filter(lesson=OuterRef("lesson"), question=OuterRef("question"))
    answers.filter(Exists(same.filter(user=user))).delete()
    answers.update(user=user)


@receiver(account_closing)
def remove_the_answers(user: User, reason: str, **kwargs: Any) -> None:
    if reason == "deleted":
        LessonAnswer.objects.filter(user=user).delete()
