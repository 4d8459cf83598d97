"""What a server does by itself for notifications on devices."""

from __future__ import annotations

from functools import partial

from django.utils.translation import gettext_lazy as _

from games.live.regular_work import RegularWork, Removal
from games.live.storage import database
from games.play.game.consumer import GameConsumer
from games.play.push.queries import SECONDS_BETWEEN_PASSES
from games.play.push.services import remove_ended_devices, remove_old_notices
from games.play.push.telling import tell_devices


async def tell() -> None:
    """Tell devices what waits, except in games that their users are looking at in this process."""
    watched = GameConsumer.looked_at()
    await database.run_in_own_thread(partial(tell_devices, watched=watched))


WORK = (RegularWork(tell, seconds=SECONDS_BETWEEN_PASSES),)

REMOVALS = (
    Removal(_("Old notifications removed"), lambda now: database.run(remove_old_notices, now=now)),
    Removal(
        _("Devices of ended sessions removed"),
        lambda now: database.run(remove_ended_devices, now=now),
    ),
)
