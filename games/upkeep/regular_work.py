"""The work that a server does by itself for as long as it runs, beside what it is asked for."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from datetime import timedelta

from django.conf import settings
from django.utils import timezone

from games.compete.rounds import services as rounds
from games.compete.rounds.invitations import tell_lapsed
from games.compete.tournaments.running import go_on_with_tournaments, note_who_is_here
from games.compete.tournaments.schedule import announce_daily
from games.learn.fairness.services import learn_what_is_proven, prove_on
from games.learn.positions.counting import count_games
from games.learn.puzzles.services import keep_daily
from games.learn.review.wanted import grade_wanted
from games.live import waiting
from games.live.roll_call import RollCallListener
from games.live.sockets.consumer import SiteConsumer
from games.live.storage import database
from games.live.storage.database import Unavailable
from games.live.storage.isolation import log_errors
from games.live.waiting import NOTED_EVERY
from games.people.moderation.removal import remove_left
from games.play.notices.turn_mail import send_turn_mail
from games.upkeep import services
from games.upkeep.removals import remove_what_is_left

logger = logging.getLogger(__name__)

Work = Callable[[], Awaitable[object]]

SECONDS_BETWEEN_SIGNS = 1.0  # of life; two that are missing make an outage: see processes.SILENCE
SECONDS_BETWEEN_FLAGS = 1.0  # how late a flag may fall that no open room watches
SECONDS_BETWEEN_LOOKS = 8.0  # at who is there: twice within what a tournament waits for them
SECONDS_BETWEEN_ARENAS = 60.0  # of the site's own, which are announced a day before
SECONDS_BETWEEN_COMPARISONS = 3.0  # how long a lost hint may leave a page behind
SECONDS_BETWEEN_REMOVALS = 3600.0  # what is removed has been left for a day
SECONDS_BETWEEN_DAILY_PUZZLES = 600.0  # the next day's is kept before it begins
SECONDS_BETWEEN_LESSONS = 300.0  # until a process knows what another one has proven
SECONDS_BETWEEN_PROOFS = 60.0  # of what is open, in idle time
SECONDS_BETWEEN_MAIL = 300.0  # turns that come together go into one message
SECONDS_BETWEEN_COUNTS = 2.0  # of some games each, so that live games come first
SECONDS_BETWEEN_GRADINGS = 5.0  # of games that staff want graded, in idle time
SECONDS_BETWEEN_JOINING = 30.0  # the channel layer forgets groups
SECONDS_FOR_THE_LAST_SIGN = 2.0  # the server has to end even without a database


class Upkeep:
    """The server's own work, on the event loop that starts it."""

    def __init__(self) -> None:
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Begin; the clocks that an outage stopped are set right before any game is read."""
        services.expect_outage()
        self._repeat(services.give_sign_of_life, every=SECONDS_BETWEEN_SIGNS)
        self._repeat(_fall_flags, every=SECONDS_BETWEEN_FLAGS)
        self._repeat(_forfeit_unbegun, every=SECONDS_BETWEEN_FLAGS)
        self._repeat(rounds.go_on_with_all, every=SECONDS_BETWEEN_FLAGS)
        self._repeat(_go_on_with_tournaments, every=SECONDS_BETWEEN_FLAGS)
        self._repeat(_announce_arenas, every=SECONDS_BETWEEN_ARENAS)
        self._repeat(note_who_is_here, every=SECONDS_BETWEEN_LOOKS)
        self._repeat(_note_who_waits, every=NOTED_EVERY.total_seconds())
        self._repeat(_remove_left, every=NOTED_EVERY.total_seconds())
        self._repeat(_tell_of_lapsed_invitations, every=SECONDS_BETWEEN_LOOKS)
        self._repeat(services.compare_rooms, every=SECONDS_BETWEEN_COMPARISONS)
        self._repeat(_remove_what_is_left, every=SECONDS_BETWEEN_REMOVALS)
        self._repeat(_keep_daily, every=SECONDS_BETWEEN_DAILY_PUZZLES)
        self._repeat(_count_games, every=SECONDS_BETWEEN_COUNTS)
        self._repeat(_grade_wanted, every=SECONDS_BETWEEN_GRADINGS)
        self._repeat(_send_turn_mail, every=SECONDS_BETWEEN_MAIL)
        self._repeat(learn_what_is_proven, every=SECONDS_BETWEEN_LESSONS)
        if settings.IDLE_PROOFS:
            self._repeat(prove_on, every=SECONDS_BETWEEN_PROOFS)
        if settings.PROCESSES > 1:
            listener = RollCallListener()
            self._repeat(listener.join, every=SECONDS_BETWEEN_JOINING)
            # It waits for the next question by itself.
            self._repeat(listener.answer_one, every=0)

    async def stop(self) -> None:
        """End, and leave word of when."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with contextlib.suppress(Unavailable, TimeoutError):
            await asyncio.wait_for(services.end_in_order(), SECONDS_FOR_THE_LAST_SIGN)

    def _repeat(self, work: Work, *, every: float) -> None:
        self._tasks.append(asyncio.get_running_loop().create_task(_repeat(work, every)))


async def _repeat(work: Work, seconds: float) -> None:
    while True:
        try:
            await work()
        except Unavailable:
            pass  # the database is away, which others have said; it is tried again
        except Exception:
            logger.exception("upkeep failed", extra={"work": repr(work)})
        await asyncio.sleep(seconds)


async def _send_turn_mail() -> None:
    await database.run_in_own_thread(send_turn_mail)


async def _count_games() -> None:
    await database.run_in_own_thread(count_games)


async def _keep_daily() -> None:
    await database.run_in_own_thread(lambda: keep_daily(today=timezone.now().date()))


async def _fall_flags() -> None:
    await services.fall_flags(now=timezone.now())


async def _forfeit_unbegun() -> None:
    await rounds.forfeit_unbegun(now=timezone.now())


async def _note_who_waits() -> None:
    await waiting.note(SiteConsumer.users_here(), now=timezone.now())


async def _remove_left() -> None:
    await remove_left(now=timezone.now())


async def _tell_of_lapsed_invitations() -> None:
    # Twice the time between two looks, so that none is missed if one comes late.
    within = timedelta(seconds=2 * SECONDS_BETWEEN_LOOKS)
    await tell_lapsed(now=timezone.now(), within=within)


async def _go_on_with_tournaments() -> None:
    for round in await database.run_in_own_thread(go_on_with_tournaments):
        with log_errors("the players of %s are not told", round.uid):
            await rounds.tell_players(round)


async def _grade_wanted() -> None:
    await grade_wanted(now=timezone.now())


async def _announce_arenas() -> None:
    await database.run(announce_daily, now=timezone.now())


async def _remove_what_is_left() -> None:
    await remove_what_is_left(now=timezone.now())
