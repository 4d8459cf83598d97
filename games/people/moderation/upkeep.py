"""What a server removes by itself: games left or never played, and ended sessions.

It also finishes what an outage has interrupted when accounts changed hands or closed.
"""

from __future__ import annotations

from channels.db import database_sync_to_async
from django.utils.translation import gettext_lazy as _

from accounts.signals import announce_again, announce_later
from games.live.regular_work import RegularWork, Removal, at_this_time
from games.live.waiting import NOTED_EVERY
from games.people.moderation.follow_ups import LOOKED_BACK, announce_anew
from games.people.moderation.removal import remove_ended_sessions, remove_left, remove_unplayed


async def look_back_at_accounts() -> None:
    """Tell again what a process that has died may not have told, once the database is there."""
    announce_later(announce_anew)


async def go_on_with_accounts() -> None:
    """Call the receivers again that an outage has interrupted."""
    # Not in the rooms' thread: these receivers wait for it.
    await database_sync_to_async(announce_again)()


WORK = (
    RegularWork(at_this_time(remove_left), seconds=NOTED_EVERY.total_seconds()),
    RegularWork(look_back_at_accounts, seconds=LOOKED_BACK.total_seconds()),  # and at the start
    RegularWork(go_on_with_accounts, seconds=5.0),
)

REMOVALS = (
    Removal(_("Unplayed games removed"), lambda now: remove_unplayed(now=now)),
    # Last, because a guest whose games are gone may leave nothing behind.
    Removal(_("Ended sessions removed"), lambda now: remove_ended_sessions(now=now), is_last=True),
)
