"""Visitors who look for a game and go: nobody may be seated with somebody who is not there."""

from __future__ import annotations

import asyncio
import time

from tests.serving import ServerProcess
from tests.system.faults.forms import Browser
from tests.system.faults.place import Place, require
from tests.system.faults.seats import Seat

PATIENCE = 60.0  # a page that nothing is heard of counts as here for 15 s
SIDES = 17  # of the boards that there are


class Seeker:
    """Somebody who comes, looks for a game on a board, and has its page open."""

    def __init__(self, site: ServerProcess, number: int) -> None:
        self.site, self.uid = site, ""
        self.browser = Browser(site, peer=f"192.0.2.{number}")
        # A board of one's own: two who are there would meet.
        self.board = (3 + number % SIDES, 3 + number // SIDES % SIDES)

    async def seek(self) -> str:
        m, n = (str(side) for side in self.board)
        fields = {"m": m, "n": n, "k": "3", "control": "60+2"}
        answer = await asyncio.to_thread(self.browser.post, "/games/quick/", **fields)
        require(answer.status == 302, f"A quick match was answered with {answer.status}.")
        self.uid = answer.location.split("/")[2]
        await self.open_the_page()
        return self.uid

    async def open_the_page(self) -> None:
        session = self.browser.cookies["sessionid"]
        self.seat = await Seat.open(self.site.port, self.uid, session)


def visitors_who_go(place: Place, *, visitors: int) -> str:
    """So many come one after another, look for a game, and go by every way there is.

    After each, somebody presses Join, looks for a random game, and for one on the same board.
    """
    site = place.site(TRUSTED_PROXIES="127.0.0.1")  # each comes from an address of its own
    gone, back = asyncio.run(came_and_went(place, site, visitors))
    place.require_no_traceback()
    return (
        f"None of {visitors} who came after {gone} had gone was seated with one of them; "
        f"{back} who came back in time had kept the place, and two who were there met at once."
    )


async def came_and_went(place: Place, site: ServerProcess, visitors: int) -> tuple[int, int]:
    """Return how many had gone, and how many of those came back in time."""
    before = [Seeker(site, number) for number in range(visitors)]
    for number, seeker in enumerate(before):
        await seeker.seek()
        if number % 3 == 0:
            await seeker.seat.wire.go_to_another_page()
        elif number % 3 == 1:
            seeker.seat.wire.kill()
        # Every third one falls asleep: the connection stays, and nothing comes by it any more.
    await until_unlisted(site, {seeker.uid for seeker in before})
    for number, seeker in enumerate(before):
        await try_to_join(place, Seeker(site, number), seeker.uid)
    later = [Seeker(site, number) for number in range(visitors)]
    for one, other in zip(before, later, strict=True):
        require(await other.seek() != one.uid, "Somebody was seated with one who had gone.")
    require(not ongoing(place), "Somebody was seated who should have waited.")
    back = later[-1]
    await back.seat.wire.go_to_another_page()
    await until_unlisted(site, {back.uid})
    await back.open_the_page()
    await until_listed(site, back.uid)
    last = Seeker(site, visitors - 1)
    require(await last.seek() == back.uid, "Two who were there did not meet.")
    require(ongoing(place) == {back.uid}, "Two who met do not play.")
    for seeker in (*before, *later, last):
        await seeker.seat.wire.leave()
    return visitors, 1


async def try_to_join(place: Place, visitor: Seeker, uid: str) -> None:
    """Press Join for the game *uid* of somebody who has gone, and look for a random one."""
    answer = await asyncio.to_thread(visitor.browser.post, f"/games/{uid}/join/")
    require(answer.status in (404, 409), f"To join was answered with {answer.status}.")
    answer = await asyncio.to_thread(visitor.browser.post, "/games/random/")
    require(answer.location == "/", f"A random game led to {answer.location}.")
    require(not ongoing(place), "Somebody was seated with one who had gone.")


def ongoing(place: Place) -> set[str]:
    return {uid for (uid,) in place.ask("SELECT uid FROM games_game WHERE status = 'ongoing'")}


def listed(site: ServerProcess) -> str:
    return Browser(site).get("/").text


async def until_unlisted(site: ServerProcess, left: set[str]) -> None:
    end = time.monotonic() + PATIENCE
    while left := {uid for uid in left if uid in await asyncio.to_thread(listed, site)}:
        require(time.monotonic() < end, f"{len(left)} who have gone are listed still.")
        await asyncio.sleep(0.2)


async def until_listed(site: ServerProcess, uid: str) -> None:
    end = time.monotonic() + PATIENCE
    while uid not in await asyncio.to_thread(listed, site):
        require(time.monotonic() < end, "Whoever came back is not listed again.")
        await asyncio.sleep(0.2)
