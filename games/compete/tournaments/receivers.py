"""What happens to tournaments when rounds end, and when accounts close and open again."""

from __future__ import annotations

from typing import Any

from django.dispatch import receiver

from accounts.models import User
from accounts.signals import account_closing, account_reopened
from games.compete.rounds.services import round_ended
from games.compete.tournaments import services, standings
from games.compete.tournaments.robin import services as robin
from games.models import Round


@receiver(round_ended)
def count_the_round(round: Round, **kwargs: Any) -> None:
    if round.tournament is None:
        return
    if round.tournament.is_arena:
        standings.update_standings(round)
    else:
        robin.round_over(round)


@receiver(account_closing)
def leave_all_tournaments(user: User, **kwargs: Any) -> None:
    services.withdraw_everywhere(user=user)


@receiver(account_reopened)
def give_places_back(user: User, **kwargs: Any) -> None:
    robin.give_places_back(user=user)
