"""How long users wait for the computer's move when so many ask at once."""

import asyncio
import statistics
import time
from random import Random

from games.core.rules import Position, Ruleset
from games.engine.warming import warm
from games.live.workers.thinking import MAX_SEARCHES, think

RULESET = Ruleset(15, 15, 5)
LEVEL = "perfect"  # which takes all the time it gets
USERS = (1, 2, 8, 16, 100, MAX_SEARCHES)
MARKS = 6  # on the board, at random


def run() -> None:
    for _ in warm():
        pass
    print("| users at once | wait, median | longest |")
    print("|---|---|---|")
    for users in USERS:
        waits = asyncio.run(waits_of(users))
        print(f"| {users} | {statistics.median(waits):.2f} s | {max(waits):.2f} s |", flush=True)


async def waits_of(users: int) -> list[float]:
    random = Random(users)
    return await asyncio.gather(*(wait(position_for(random)) for _ in range(users)))


async def wait(position: Position) -> float:
    started = time.monotonic()
    await think(LEVEL, position)
    return time.monotonic() - started


def position_for(random: Random) -> Position:
    """Return an early position, a new one for every user."""
    return Position.after(RULESET, random.sample(range(RULESET.cells), MARKS))
