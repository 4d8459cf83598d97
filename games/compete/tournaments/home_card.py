"""The arena that the home page shows: the one that goes on, or begins next."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.core.cache import caches
from django.utils import timezone

from accounts.models import User
from games.models import Tournament

SOON = timedelta(hours=6)
CONSIDERED = 5  # the first of them in which rounds still begin is shown
KEPT_AS, FRESH_FOR = "tournaments.coming", 2  # a key of the cache, seconds


@dataclass(frozen=True, slots=True)
class ComingArena:
    """An arena with the keys of those who take part."""

    tournament: Tournament
    players: frozenset[int]

    @property
    def joined(self) -> int:
        return len(self.players)

    @property
    def ms_left(self) -> int:
        """Until it starts, or until it ends."""
        return self.tournament.ms_left(timezone.now())

    def has(self, user: User) -> bool:
        """Return whether *user* takes part."""
        return user.pk in self.players


def coming_arena() -> ComingArena | None:
    """Return the same for everybody, and at most two seconds old. Mostly no query, at most two."""
    found: ComingArena | None = caches["here"].get_or_set(KEPT_AS, _read, FRESH_FOR)
    return found


def _read() -> ComingArena | None:
    now = timezone.now()
    shown = Tournament.objects.listed().not_over().filter(kind=Tournament.Kind.ARENA)
    shown = shown.exclude(admits=Tournament.Admits.BOTS).filter(starts_at__lt=now + SOON)
    for one in shown.order_by("starts_at", "pk")[:CONSIDERED]:
        if _is_open(one, now):
            players = one.entries.filter(withdrawn_at=None).values_list("user", flat=True)
            return ComingArena(one, frozenset(players))
    return None


def _is_open(arena: Tournament, now: datetime) -> bool:
    """Return whether rounds still begin, so that it is worth joining."""
    return not arena.is_going or now < arena.last_pairing_at
