"""Redis goes away while a player claims the win, for the other one looks as if they had left."""

from __future__ import annotations

import asyncio
import json
import time
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from tests.system.faults.parts_away import ways_to_go
from tests.system.faults.place import Place, require
from tests.system.faults.seats import Seat

CLAIM_AFTER = 2  # seconds of absence
BETWEEN_CLAIMS = 0.5
SECONDS_BETWEEN_PINGS = 2.0
PATIENCE = 90.0  # a process believes for 30 s what another has told before
UNKNOWN, NOT_LEFT, WON = "presence_unknown", "not_left", "won"


def claims_while_redis_is_away(place: Place, *, games: int, ways: int) -> str:
    """The players of each game sit at different processes, and one of them claims the win.

    While Redis is away, by so many *ways* one after another, nobody can tell whether the other has
    left, and each claim is refused. Once it is back, the claim is refused while the other is
    there, and wins after the other has left.
    """
    place.start_postgresql()
    redis = place.start_redis()
    sites = [place.site(PROCESSES="2", CLAIM_AFTER_SECONDS=str(CLAIM_AFTER)) for _ in range(2)]
    told = asyncio.run(
        claimed(
            place,
            [site.port for site in sites],
            games,
            ways_to_go(redis.program, redis.start)[:ways],
        )
    )
    ends = set(place.ask("SELECT status, outcome, termination FROM games_game"))
    require(ends == {("finished", "o", "abandoned")}, f"Games have ended as {ends}.")
    place.require_no_traceback()
    return (
        f"While Redis was away {told[UNKNOWN]} claims were refused with {UNKNOWN}, and none won; "
        f"after it was back each of {games} was won, when the other had left and not before."
    )


async def claimed(
    place: Place,
    ports: Sequence[int],
    games: int,
    ways: Sequence[tuple[Callable[[], None], Callable[[], None]]],
) -> Counter[str]:
    """What claims were answered with while Redis was away."""
    x, o, uids = place.games(games)
    tables = [await Table.begun(uid, (x, o), ports) for uid in uids]
    here = [asyncio.ensure_future(be_there(table.x)) for table in tables]
    told: Counter[str] = Counter()
    for leave, come_back in ways:
        await asyncio.to_thread(leave)
        told += await answers(tables, until=UNKNOWN, meanwhile={NOT_LEFT})
        await asyncio.to_thread(come_back)
        await answers(tables, until=NOT_LEFT, meanwhile={UNKNOWN})
    for table, task in zip(tables, here, strict=True):
        task.cancel()
        await asyncio.wait([task])
        await table.x.wire.leave()
    # All ask at once: whoever is answered too late is told so, and claims again.
    await answers(tables, until=WON, meanwhile={NOT_LEFT, UNKNOWN})
    for table in tables:
        await table.o.wire.leave()
    return told


async def be_there(seat: Seat) -> None:
    """Say something now and then, and read what is said, as a page does; until cancelled."""

    async def say() -> None:
        while True:
            seat.wire.send(json.dumps({"type": "ping", "version": 2}))
            await asyncio.sleep(SECONDS_BETWEEN_PINGS)

    async def read() -> None:
        while isinstance(await seat.wire.receive(), str):
            pass

    await asyncio.gather(say(), read())


async def answers(tables: Sequence[Table], *, until: str, meanwhile: set[str]) -> Counter[str]:
    """Claim in each game *until* that is the answer; all answers. Raises Broken for others."""
    return sum(
        await asyncio.gather(*(table.answers(until, meanwhile) for table in tables)), Counter()
    )


class Table:
    """One game in which both have moved, so that O can claim while X thinks."""

    def __init__(self, x: Seat, o: Seat) -> None:
        self.x, self.o = x, o

    @classmethod
    async def begun(cls, uid: str, sessions: Sequence[str], ports: Sequence[int]) -> Table:
        seats = [
            await Seat.open(port, uid, session)
            for port, session in zip(ports, sessions, strict=True)
        ]
        for ply, seat in enumerate(seats):
            seat.play(ply, ply, f"move-{ply}")
            await asyncio.gather(*(each.hear_of(ply + 1) for each in seats))
        return cls(*seats)

    async def answers(self, until: str, meanwhile: set[str]) -> Counter[str]:
        told: Counter[str] = Counter()
        end = time.monotonic() + PATIENCE
        while not told[until]:
            require(time.monotonic() < end, f"Claims were answered with {dict(told)}, not {until}.")
            answer = await self.claim()
            told[answer] += 1
            require(answer in {until, *meanwhile}, f"A claim was answered with {answer}.")
            await asyncio.sleep(BETWEEN_CLAIMS)
        return told

    async def claim(self) -> str:
        """What one claim is answered with."""
        self.o.wire.send(json.dumps({"type": "claim"}))
        while True:
            received = await self.o.wire.receive()
            require(isinstance(received, str), f"A socket was closed with {received}.")
            message: dict[str, Any] = json.loads(received)
            if message["type"] == "refused":
                return str(message["code"])
            if message["type"] == "ended":
                return WON
