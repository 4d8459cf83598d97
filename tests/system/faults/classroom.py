"""A class behind one router, with the limits as they come: everybody has a socket all the time."""

from __future__ import annotations

import asyncio
import json
import random
import re
from collections import Counter
from collections.abc import Iterable
from contextlib import asynccontextmanager, suppress
from typing import Any

from bench.workshop.__main__ import teach
from tests.serving import WITHOUT_LIMITS, ServerProcess
from tests.system.faults.arenas import free_cell, is_over, turn
from tests.system.faults.place import ORIGIN, Place, require
from tests.system.faults.wire import Refused, Wire

COME_WITHIN = 30.0  # seconds, all of them
PATIENCE = 60.0
LONGEST = 900.0
THINKS = (0.4, 1.2)  # seconds before a move
BETWEEN_PINGS = 5.0
LOOKS_FOR_THE_NEXT = 10  # game of a round
SEED = 44
CODE = re.compile(r"\w{5}$")


def class_at_one_address(place: Place, *, people: int, seconds: int, games: int) -> str:
    """Let *people* of one address come within half a minute: to an arena of so many *seconds*,
    as guests to the lobby, and to a workshop for *games* each."""
    for name in WITHOUT_LIMITS:
        place.env.pop(name)
    place.prepare()
    site = place.site()
    asked = ("0", str(people), str(seconds))
    told = place.run("tests.system.faults.prepare_arena", *asked).splitlines()[-1]
    arena = json.loads(told)
    place.do("UPDATE games_tournamententry SET seen_at = NULL")  # they are not here yet
    pupils = [Pupil(site, key, arena["uid"]) for key in arena["sessions"]]
    asyncio.run(_attend(place, pupils, seconds + PATIENCE))
    found = json.loads(place.run("tests.system.faults.check_arena", arena["uid"]).splitlines()[-1])
    require(found["state"] == "over", f"The arena does not end: {found}.")
    require(not found["wrong"] and found["is_kept"], f"The standing is not kept: {found}.")
    require(found["fewest"] > 0, "Somebody has not played at all.")
    absent = place.ask("SELECT COUNT(*) FROM games_game WHERE termination IN ('time', 'abandoned')")
    require(absent == [(0,)], f"{absent[0][0]} games were lost by people who were there.")
    refusals = sum((pupil.refusals for pupil in pupils), Counter())
    guests = place.run("tests.system.faults.prepare_guests", str(people)).split()[1:]
    in_lobby = asyncio.run(_visit_lobby(site, guests))
    code = CODE.search(place.run("tests.system.workshops.make_workshop", "charlie").strip())
    assert code
    played = len(asyncio.run(teach(site.port, code[0], people, games)).results)
    require(played == people // 2 * games, f"Only {played} games of the workshop were played.")
    place.require_no_traceback()
    return (
        f"{found['rounds']} rounds of {people} people in an arena to its end, nobody lost by not "
        f"being there, {sum(refusals.values())} handshakes refused for a moment; {in_lobby} "
        f"sockets of {people} guests in the lobby; {played} games in a workshop."
    )


class Pupil:
    """A browser: one socket for notices, one for the page that is open, both anew with each."""

    def __init__(self, site: ServerProcess, session: str, arena: str) -> None:
        self.site, self.session, self.arena = site, session, arena
        self.refusals: Counter[int] = Counter()
        self._chance = random.Random(f"{SEED} {session}")

    async def attend(self) -> None:
        """Come some time, and play in the arena until it is called off."""
        await asyncio.sleep(self._chance.uniform(0, COME_WITHIN))
        while True:
            async with self._page(f"/ws/tournaments/{self.arena}/") as page:
                uid = await self._hear_of_a_round(page)
            while uid:
                async with self._page(f"/ws/games/{uid}/") as page:
                    uid = await self._play(page)

    async def _hear_of_a_round(self, page: Page) -> str:
        while "paired" not in page.latest:
            await page.changed()
        return str(page.latest["paired"]["game"])

    async def _play(self, page: Page) -> str:
        """Play a game to its end; return the round's next one, "" after the last."""
        looks = 0
        while "game" not in page.latest:
            await page.changed()
        while looks < LOOKS_FOR_THE_NEXT:
            game = page.latest["game"]
            if game["next"]:
                return str(game["next"])
            if game["status"] == "finished":
                looks += 1
            elif game["status"] == "ongoing" and turn(game) in game["you"]:
                ply, cell = len(game["moves"]), free_cell(game)
                move = {"type": "play", "ply": ply, "cell": cell, "id": f"{game['uid']}{ply}"}
                page.wire.send(json.dumps(move))
            await asyncio.sleep(self._chance.uniform(*THINKS))
            page.wire.send('{"type":"ping","version":0}')  # answered with the whole state
            await page.changed()
        return ""

    @asynccontextmanager
    async def _page(self, path: str) -> Any:
        notices, page = Page(await self._opened("/ws/me/")), Page(await self._opened(path))
        try:
            yield page
        finally:
            await notices.leave()
            await page.leave()

    async def _opened(self, path: str) -> Wire:
        headers = f"Cookie: sessionid={self.session}\r\n"
        async with asyncio.timeout(PATIENCE):
            while True:
                try:
                    return await Wire.opened(self.site.port, path, origin=ORIGIN, headers=headers)
                except Refused as refused:
                    self.refusals[refused.status] += 1
                    await asyncio.sleep(self._chance.random())


class Page:
    """An open socket that is read all the time, as a browser's is."""

    def __init__(self, wire: Wire) -> None:
        self.wire = wire
        self.latest: dict[str, dict[str, Any]] = {}  # message of each type
        self._changed = asyncio.Event()
        self._tasks = [asyncio.create_task(self._receive()), asyncio.create_task(self._keep())]

    async def changed(self) -> None:
        """Wait for the next message. Raises Broken once the socket has been closed."""
        self._changed.clear()
        waiting = asyncio.create_task(self._changed.wait())
        try:
            async with asyncio.timeout(LONGEST):
                both = {waiting, self._tasks[0]}
                await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        finally:
            waiting.cancel()
        if self._tasks[0].done():
            self._tasks[0].result()

    async def leave(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.wire.leave()

    async def _receive(self) -> None:
        while True:
            message = await _hear(self.wire)
            self.latest[message["type"]] = message
            self._changed.set()

    async def _keep(self) -> None:
        """Ask once in a while, as browsers do: a server gives up who says nothing."""
        while True:
            await asyncio.sleep(BETWEEN_PINGS)
            self.wire.send('{"type":"ping","version":0}')


async def _attend(place: Place, pupils: Iterable[Pupil], seconds: float) -> None:
    """Let all play until the arena and its rounds are over."""
    tasks = [asyncio.create_task(pupil.attend()) for pupil in pupils]
    try:
        async with asyncio.timeout(seconds):
            while not await asyncio.to_thread(is_over, place):
                for task in tasks:
                    if task.done():
                        task.result()
                await asyncio.sleep(1)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _visit_lobby(site: ServerProcess, sessions: Iterable[str]) -> int:
    """Open the sockets of the home page for everybody; return how many are open at once."""
    wires = []
    guests = [Pupil(site, key, "") for key in sessions]
    for path in ("/ws/me/", "/ws/lobby/"):
        wires += await asyncio.gather(*(guest._opened(path) for guest in guests))
    for wire in wires:
        await _hear(wire)
    for wire in wires:
        with suppress(OSError):
            await wire.leave()
    return len(wires)


async def _hear(wire: Wire) -> dict[str, Any]:
    async with asyncio.timeout(LONGEST):
        text = await wire.receive()
    require(isinstance(text, str), f"A socket was closed with {text}.")
    found: dict[str, Any] = json.loads(str(text))
    return found
