"""A round goes on when a game of it ends, and stays with a guest who signs in.

Connected by apps.py.
"""

from __future__ import annotations

from typing import Any

from django.dispatch import receiver

from accounts.models import User
from accounts.signals import guest_claimed
from games.compete.rounds import services
from games.compete.rounds import state as _told_by_it  # noqa: F401
from games.live.room import Room, game_decided
from games.models import Round


@receiver(game_decided)
def go_on_with_the_round(room: Room, **kwargs: Any) -> None:
    if room.game.is_of_round:
        room.start_notice(services.go_on(room.game.series))


@receiver(guest_claimed)
def give_the_guests_rounds(guest: User, user: User, **kwargs: Any) -> None:
    """Give all but those against the account itself, in which nobody should play both sides."""
    Round.objects.filter(first=guest).exclude(second=user).update(first=user)
    Round.objects.filter(second=guest).exclude(first=user).update(second=user)
    Round.objects.filter(left_by=guest).of(user).update(left_by=user)
