"""Server processes that are killed while games are played: nothing acknowledged is lost."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from statistics import median

from deploy.ready import is_ready
from tests.serving import ServerProcess
from tests.system.deploy.tables import Table
from tests.system.faults.place import Place, require

SEED = 1
SOONEST, LATEST = 0.005, 0.050  # seconds of play before the kill
ROUNDS_AT_A_TABLE = 10  # its board is not full by then
PATIENCE = 60.0  # seconds for everybody to be playing again


def killed_in_the_middle(
    place: Place, *, rounds: int, tables: int, back_within: float = float("inf")
) -> str:
    """Kill the one server process again and again, at random moments of play.

    Every other round it is killed while the players still come back. After each, the database
    has every move that any player has heard of. *back_within* is in seconds, of the middle round.
    """
    site = place.site()
    chance = random.Random(SEED)
    waits: list[float] = []
    compared = moves = 0
    for first in range(0, rounds, ROUNDS_AT_A_TABLE):
        seated = place.tables(tables, [site], between_moves=0.03, before_return=0.05)
        for table in seated:
            table.start()
        for number in range(first, min(first + ROUNDS_AT_A_TABLE, rounds)):
            wait_for_play(seated, everyone=number % 2 == 0)
            time.sleep(chance.uniform(SOONEST, LATEST))
            waits.append(killed_and_back(site))
            compared += place.require_kept(heard_at(seated))
        wait_for_play(seated, everyone=True)
        leave(seated)
        compared += place.require_kept(heard_at(seated))
        moves += sum(table.heard for table in seated)
    place.require_no_traceback()
    middle, worst = median(waits), max(waits)
    held = (
        f"All {moves} acknowledged moves are there ({compared} comparisons); the server was ready "
        f"again after {middle:.2f} s (at most {worst:.2f} s)."
    )
    require(middle <= back_within, held)
    return held


def killed_on_postgresql(
    place: Place, *, rounds: int, tables: int, back_within: float = float("inf")
) -> str:
    """As `killed_in_the_middle`, with a PostgreSQL server that lives on."""
    place.start_postgresql()
    return killed_in_the_middle(place, rounds=rounds, tables=tables, back_within=back_within)


def wait_for_play(seated: Sequence[Table], *, everyone: bool) -> None:
    """Return once every table, or only the first of them, has moved."""
    before = [table.acknowledged for table in seated]
    deadline = time.monotonic() + PATIENCE
    enough = all if everyone else any
    while not enough(table.acknowledged > was for table, was in zip(seated, before, strict=True)):
        require(time.monotonic() < deadline, f"Not everybody plays after {PATIENCE:.0f} s.")
        time.sleep(0.002)


def killed_and_back(site: ServerProcess) -> float:
    """Kill and start *site*; the seconds from the start until it is ready for players."""
    site.kill()
    began = time.monotonic()
    site.start()
    while not is_ready(site.port):
        require(time.monotonic() - began < PATIENCE, "It does not become ready.")
    return time.monotonic() - began


def heard_at(seated: Sequence[Table]) -> dict[str, int]:
    """How many moves of each game were acknowledged to a player."""
    return {table.uid: table.heard for table in seated}


def leave(seated: Sequence[Table]) -> None:
    """Let the players get up. Raises Broken if one of them never got on."""
    for table in seated:
        table.rise()
    for table in seated:
        table.join(30)
        require(not table.is_alive(), f"{table.uid} hangs.")
        require(table.lost is None, str(table.lost))
