"""What a server does for tournaments by itself.

Whatever is done is safe to do twice, so several processes need not agree; that only one of them
does it in a second saves work, and is settled in the cache, which may be away.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime

from django.conf import settings
from django.core.cache import cache
from django.db.models import Q
from django.utils import timezone

from games.compete.rounds import services as rounds
from games.compete.tournaments.arena import services as arena
from games.compete.tournaments.robin import running as robin
from games.compete.tournaments.schedule import announce_daily
from games.live.regular_work import RegularWork
from games.live.sockets.consumer import SiteConsumer
from games.live.storage import database
from games.live.storage.isolation import log_errors
from games.models import Round, Tournament, TournamentEntry

logger = logging.getLogger(__name__)

TURN = "tournaments.turn"  # a key of the cache
# How a tournament of each kind goes on.
STEPS: dict[str, Callable[..., Sequence[Round]]] = {
    Tournament.Kind.ARENA: arena.advance,
    Tournament.Kind.ROUND_ROBIN: robin.advance,
}


def go_on_with_tournaments() -> list[Round]:
    """Do what it is time for in all tournaments. Returns the rounds that have begun."""
    return advance_all(now=timezone.now()) if _is_our_turn() else []


def advance_all(*, now: datetime) -> list[Round]:
    """Return the same at *now*, whoever's turn it is.

    What fails in one does not hold up the others.
    """
    begun: list[Round] = []
    due = Tournament.objects.filter(Q(state="going") | Q(state="announced", starts_at__lte=now))
    for uid, kind in due.order_by("pk").values_list("uid", "kind"):
        with log_errors("the tournament %s does not go on", uid):
            begun += STEPS[kind](uid=uid, now=now)
    return begun


async def note_who_is_here() -> None:
    """Write down which of those who take part have a connection to this process.

    Any socket of the site's counts, and a program's stream of events: every page has one. They are
    counted on the event loop, on which they come and go.
    """
    await database.run(see, users=SiteConsumer.users_here(), now=timezone.now())


def see(*, users: Iterable[int], now: datetime) -> None:
    """Write down that *users* are there."""
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
        # Whoever adds the key has the turn; a second later it has expired by itself.
        return bool(cache.add(TURN, True, 1))
    except Exception:
        # Then all of them go on, which is more work and no fault.
        logger.warning("whose turn it is to go on with tournaments is unknown")
        return True


async def go_on() -> None:
    """Do what it is time for, and tell the players of rounds that have begun."""
    for round in await database.run_in_own_thread(go_on_with_tournaments):
        with log_errors("the players of %s are not told", round.uid):
            await rounds.tell_players(round)


async def announce_arenas() -> None:
    """Announce the site's own arenas, a day before."""
    await database.run(announce_daily, now=timezone.now())


WORK = (
    RegularWork(go_on, seconds=1.0),
    RegularWork(announce_arenas, seconds=60.0),
    # Twice within what a tournament waits for those who take part.
    RegularWork(note_who_is_here, seconds=8.0),
)
