"""What a server does for tournaments by itself, and the arenas that it announces each day.

Whatever is done is safe to do twice, so the processes need not agree. To save work, one of them has
the turn in each second, by the cache; while that is away, all of them do the work.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta

from django.conf import settings
from django.core.cache import cache
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from games.compete.ratings.pools import USUAL
from games.compete.rounds import services as rounds
from games.compete.tournaments.arena import services as arena
from games.compete.tournaments.robin import running as robin
from games.core.clock import time_control_text
from games.live.regular_work import RegularWork
from games.live.sockets.consumer import SiteConsumer
from games.live.storage import database, downtime
from games.live.storage.database import log_errors
from games.models import Pool, Round, Tournament, TournamentEntry

logger = logging.getLogger(__name__)

MINUTES = 40  # how long the site's own arenas last

TURN = "tournaments.turn"  # a key of the cache
# What advances a tournament of each kind.
STEPS: dict[str, Callable[..., Sequence[Round]]] = {
    Tournament.Kind.ARENA: arena.advance,
    Tournament.Kind.ROUND_ROBIN: robin.advance,
}


@dataclass(frozen=True, slots=True)
class Daily:
    """An arena of *pool* at this hour (UTC)."""

    pool: Pool
    hour: int

    def after(self, now: datetime) -> datetime:
        """Return when it is held next, within a day of *now*."""
        today = datetime.combine(now.astimezone(UTC).date(), time(self.hour), UTC)
        return today if today > now else today + timedelta(days=1)


DAILY = (Daily(Pool.FIVES, 18), Daily(Pool.FOURS, 20))


def announce_daily(*, now: datetime) -> None:
    """Announce the next arena of each pool, once, where the setting DAILY_ARENAS allows it."""
    if not settings.DAILY_ARENAS:
        return
    for daily in DAILY:
        with log_errors("the arena of %s is not announced", daily.pool):
            _announce(daily.pool, daily.after(now))


def _announce(pool: Pool, starts_at: datetime) -> None:
    usual = USUAL[pool]
    # Every process comes here; the slot is unique, so that one of them makes it.
    Tournament.objects.get_or_create(
        slot=f"{pool.value} {starts_at:%Y-%m-%d}",
        defaults={
            "kind": Tournament.Kind.ARENA,
            "title": _("%(pool)s arena") % {"pool": pool.label},
            "pool": pool.value,
            "m": usual.ruleset.m,
            "n": usual.ruleset.n,
            "k": usual.ruleset.k,
            "control": time_control_text(usual.clock),
            "starts_at": starts_at,
            "minutes": MINUTES,
        },
    )


def advance_if_our_turn() -> list[Round]:
    """Advance all tournaments if it is this process's turn. Returns the rounds that have begun."""
    downtime.heal_if_away()  # nobody was absent while nobody could come
    return advance_all(now=timezone.now()) if _is_our_turn() else []


def advance_all(*, now: datetime) -> list[Round]:
    """Do what it is time for at *now* in all tournaments. Returns the rounds that have begun.

    An error in one tournament does not hold up the others.
    """
    begun: list[Round] = []
    due = Tournament.objects.filter(Q(state="going") | Q(state="announced", starts_at__lte=now))
    for uid, kind in due.order_by("pk").values_list("uid", "kind"):
        with log_errors("the tournament %s does not go on", uid):
            begun += STEPS[kind](uid=uid, now=now)
    return begun


async def note_who_is_here() -> None:
    """Write down which players have a connection to this process.

    Any socket counts, and a program's stream of events; every page of the site has a socket. They
    are counted on the event loop, on which they come and go.
    """
    await database.run(note_seen, users=SiteConsumer.users_here(), now=timezone.now())


def note_seen(*, users: Iterable[int], now: datetime) -> None:
    """Write down that *users* have been seen at *now*, in all tournaments they play in."""
    here = list(users)
    if not here:
        return
    not_over = Tournament.objects.not_over().values("pk")
    entries = TournamentEntry.objects.filter(tournament__in=not_over, withdrawn_at=None)
    entries.filter(user__in=here).update(seen_at=now)


def _is_our_turn() -> bool:
    if settings.PROCESSES == 1:
        return True
    try:
        # The process that adds the key has the turn; a second later it has expired by itself.
        return bool(cache.add(TURN, True, 1))
    except Exception:
        # Then all processes advance them, which is more work and no fault.
        logger.warning("whose turn it is to advance tournaments is unknown")
        return True


async def advance_and_tell() -> None:
    """Advance all tournaments, and tell the players of rounds that have begun."""
    for round in await database.run_in_own_thread(advance_if_our_turn):
        with log_errors("the players of %s are not told", round.uid):
            await rounds.tell_players(round)


async def announce_arenas() -> None:
    """Announce the site's own arenas a day before they begin."""
    await database.run(announce_daily, now=timezone.now())


WORK = (
    RegularWork(advance_and_tell, seconds=1.0),
    RegularWork(announce_arenas, seconds=60.0),
    # Twice within PRESENT_FOR of arenas and HERE_FOR of round robins, so that one may be missed.
    RegularWork(note_who_is_here, seconds=8.0),
)
