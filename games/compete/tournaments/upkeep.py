"""What a server does for tournaments by itself."""

from __future__ import annotations

from django.utils import timezone

from games.compete.rounds import services as rounds
from games.compete.tournaments.running import go_on_with_tournaments, note_who_is_here
from games.compete.tournaments.schedule import announce_daily
from games.live.regular_work import RegularWork
from games.live.storage import database
from games.live.storage.isolation import log_errors


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
