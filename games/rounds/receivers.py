"""A round goes on when a game of it ends. Connected by apps.py."""

from __future__ import annotations

from typing import Any

from django.dispatch import receiver

from games.live.room import Room
from games.live.signals import game_decided
from games.rounds import services
from games.rounds import state as _told_by_it  # noqa: F401


@receiver(game_decided)
def go_on_with_the_round(room: Room, **kwargs: Any) -> None:
    if room.game.is_of_round:
        room.start_notice(services.go_on(room.game.series))
