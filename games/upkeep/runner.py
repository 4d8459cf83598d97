"""The work that a server does by itself for as long as it runs, beside what it is asked for."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Iterator

from django.conf import settings
from django.utils import timezone

from games.live import waiting
from games.live.regular_work import RegularWork, at_this_time
from games.live.roll_call import RollCallListener
from games.live.sockets.consumer import SECONDS_BETWEEN_LOOKS, SiteConsumer
from games.live.sockets.people_here import note_people
from games.live.storage import downtime
from games.live.storage.database import Unavailable
from games.live.waiting import NOTED_EVERY
from games.upkeep import capabilities, live_games
from games.upkeep.capabilities import remove_what_is_left

logger = logging.getLogger(__name__)

SECONDS_FOR_THE_LAST_HEARTBEAT = 2.0  # the server has to end even without a database


async def note_who_waits() -> None:
    """Write down which users with a page at this process wait for an opponent."""
    await waiting.note(SiteConsumer.users_here(), now=timezone.now())


async def look_for_silence() -> None:
    """Find pages of this process of which nothing is heard any more."""
    SiteConsumer.look_for_silence()


# What the server itself does; what a capability does stands in its `upkeep.py`.
WORK = (
    RegularWork(look_for_silence, seconds=SECONDS_BETWEEN_LOOKS),
    # Two that are missing make an outage, see processes.SILENCE.
    RegularWork(live_games.write_heartbeat, seconds=1.0),
    # For games that are open nowhere; a room lets its own flag fall.
    RegularWork(at_this_time(live_games.fall_flags), seconds=1.0),
    RegularWork(note_who_waits, seconds=NOTED_EVERY.total_seconds()),
    RegularWork(note_people, seconds=NOTED_EVERY.total_seconds()),
    # How long a lost hint may leave a page behind.
    RegularWork(live_games.compare_rooms, seconds=3.0),
    # Each removal decides itself for how long things are kept.
    RegularWork(at_this_time(remove_what_is_left), seconds=3600.0),
)


def between_processes() -> Iterator[RegularWork]:
    """Yield what processes have to tell each other, where there are several."""
    if settings.PROCESSES > 1:
        # It waits for a question by itself.
        yield RegularWork(RollCallListener().answer_one, seconds=0)


class Upkeep:
    """The server's own work, on the event loop that starts it."""

    def __init__(self) -> None:
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Begin; outages are healed before any game is read."""
        downtime.become_server()
        loop = asyncio.get_running_loop()
        for work in (*WORK, *capabilities.regular_work(), *between_processes()):
            self._tasks.append(loop.create_task(repeat(work)))

    async def stop(self) -> None:
        """End, with a last heartbeat."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with contextlib.suppress(Unavailable, TimeoutError):
            await asyncio.wait_for(live_games.end_in_order(), SECONDS_FOR_THE_LAST_HEARTBEAT)


async def repeat(regular: RegularWork) -> None:
    """Do the work until this is cancelled, whatever becomes of it."""
    work, seconds = regular
    while True:
        try:
            await work()
        except Unavailable:
            pass  # the database is away, as others have logged; it is tried again
        except Exception:
            logger.exception("upkeep failed", extra={"work": repr(work)})
        await asyncio.sleep(seconds)
