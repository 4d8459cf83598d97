"""What a server does for rated rounds by itself."""

from __future__ import annotations

from datetime import timedelta

from channels.db import database_sync_to_async
from django.db import OperationalError
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.compete.rounds import seeks, services
from games.compete.rounds.invitations import tell_lapsed
from games.live.regular_work import RegularWork, Removal, at_this_time
from games.live.storage import database
from games.live.storage.database import Unavailable

SECONDS_BETWEEN_LOOKS = 8.0  # at invitations
SECONDS_BETWEEN_PAIRINGS = 3.0


async def tell_of_lapsed_invitations() -> None:
    """Tell those whose invitations have lapsed since the last look."""
    # Twice the time between two looks, so that none is missed if one comes late.
    within = timedelta(seconds=2 * SECONDS_BETWEEN_LOOKS)
    await tell_lapsed(now=timezone.now(), within=within)


async def pair_waiting() -> None:
    """Have people meet who look for a rated round, also if they play the computer meanwhile.

    Raises Unavailable.
    """
    try:
        # Not in the rooms' thread, which tells the players of their round.
        await database_sync_to_async(seeks.pair_waiting)()
    except OperationalError as away:
        raise Unavailable from away


WORK = (
    RegularWork(at_this_time(services.forfeit_unbegun), seconds=1.0),
    RegularWork(services.go_on_with_all, seconds=1.0),
    RegularWork(pair_waiting, seconds=SECONDS_BETWEEN_PAIRINGS),
    RegularWork(tell_of_lapsed_invitations, seconds=SECONDS_BETWEEN_LOOKS),
)

REMOVALS = (Removal(_("Old seeks removed"), lambda now: database.run(seeks.forget_old, now=now)),)
