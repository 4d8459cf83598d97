"""Redis takes seconds for a command, goes away and comes back, while sockets come."""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections import Counter
from collections.abc import Iterable
from typing import Any

from tests.serving import ServerProcess
from tests.slow_proxy import SlowProxy
from tests.system.faults.place import ORIGIN, Place, require
from tests.system.faults.wire import Refused, Wire

PATIENCE = 120.0  # seconds
NUMBERS = "tests.system.faults.tell_numbers"
SEED = 41


class Listener:
    """A guest's socket for notices, which notes the numbers that it is told."""

    def __init__(self, session: str, site: ServerProcess) -> None:
        self._session, self._site = session, site
        self.numbers: list[int] = []
        self.is_in = asyncio.Event()

    async def listen(self) -> None:
        wire = await self._come()
        try:
            while isinstance(text := await wire.receive(), str):
                self._take(json.loads(text))
        finally:
            await wire.leave()
        require(False, f"A socket was closed with {text}.")

    async def _come(self) -> Wire:
        """Return an open socket; a server in a hurry has one come back, as browsers do."""
        cookie = f"Cookie: sessionid={self._session}\r\n"
        while True:
            try:
                return await Wire.opened(self._site.port, "/ws/me/", origin=ORIGIN, headers=cookie)
            except Refused:
                await asyncio.sleep(0.5)

    def _take(self, message: dict[str, Any]) -> None:
        self.is_in.set()
        if message["type"] == "number":
            self.numbers.append(message["number"])


def slow_redis(
    place: Place, *, old: int, new: int, numbers: int, seconds_away: float, delay: tuple[int, int]
) -> str:
    """Have so many *new* sockets come to two processes, beside the *old* ones, while Redis answers
    after *delay* milliseconds, is away for so long, and is back.

    A third process tells everybody *numbers* while Redis is slow, and as many afterwards.
    """
    place.start_postgresql()
    place.start_redis()
    place.prepare()
    return asyncio.run(_slow_redis(place, old, new, numbers, seconds_away, delay))


async def _slow_redis(
    place: Place, old: int, new: int, numbers: int, seconds_away: float, delay: tuple[int, int]
) -> str:
    redis = place.redis
    assert redis
    chance = random.Random(SEED)
    is_slow = False
    async with SlowProxy(
        redis.port, delay=lambda: chance.uniform(*delay) / 1000 if is_slow else 0.0
    ) as proxy:
        place.env["REDIS_URL"] = proxy.url_of(redis)
        sites = [await asyncio.to_thread(place.site, PROCESSES="2") for _ in range(2)]
        prepared = await asyncio.to_thread(
            place.run, "tests.system.faults.prepare_guests", str(old + new)
        )
        _, *sessions = prepared.split()
        guests = [Listener(key, sites[i % 2]) for i, key in enumerate(sessions)]
        async with asyncio.TaskGroup() as group:
            listening = [group.create_task(guest.listen()) for guest in guests[:old]]
            await _all_in(guests[:old])
            is_slow = True
            waits = [await _tell(place, guests[:old], range(numbers))]
            third = new // 3
            listening += await _come(group, guests[old : old + third])
            await asyncio.to_thread(redis.program.stop)
            listening += await _come(group, guests[old + third : old + 2 * third])
            await asyncio.sleep(seconds_away)
            await asyncio.to_thread(redis.start)
            listening += await _come(group, guests[old + 2 * third :])
            await _until_back(place, guests)
            waits.append(await _tell(place, guests, range(numbers, 2 * numbers)))
            for task in listening:
                task.cancel()  # and the group waits until they have left
    place.require_no_traceback()
    return (
        f"Each of {old} sockets heard {numbers} hints in order while Redis was slow, after "
        f"{waits[0]:.1f} s at most, and each of {old + new} did when it was back and still slow, "
        f"after {waits[1]:.1f} s; {new} of them had come meanwhile, and no socket closed."
    )


async def _come(group: asyncio.TaskGroup, guests: list[Listener]) -> list[asyncio.Task[None]]:
    tasks = [group.create_task(guest.listen()) for guest in guests]
    await _all_in(guests)
    return tasks


async def _all_in(guests: Iterable[Listener]) -> None:
    async with asyncio.timeout(PATIENCE):
        for guest in guests:
            await guest.is_in.wait()


async def _until_back(place: Place, guests: list[Listener]) -> None:
    """Return once a hint gets through to both processes again; the first ones may be lost."""
    async with asyncio.timeout(PATIENCE):
        while not all(-1 in guest.numbers for guest in guests[-2:]):
            await asyncio.to_thread(place.run, NUMBERS, "-1")
            await asyncio.sleep(1)


async def _tell(place: Place, guests: list[Listener], numbers: Iterable[int]) -> float:
    """Tell *numbers*, and return after how many seconds all have heard them, in order."""
    wanted = list(numbers)
    began = time.monotonic()
    await asyncio.to_thread(place.run, NUMBERS, *map(str, wanted))
    lost: Counter[int] = Counter()
    while time.monotonic() < began + PATIENCE:
        lost = Counter(n for guest in guests for n in set(wanted) - set(guest.numbers))
        if not lost:
            break
        await asyncio.sleep(0.1)
    require(not lost, f"Of {len(guests)} sockets so many did not hear of a number: {dict(lost)}.")
    heard = [[n for n in guest.numbers if n in wanted] for guest in guests]
    require(all(one == wanted for one in heard), "Hints came twice, or out of their order.")
    return time.monotonic() - began
