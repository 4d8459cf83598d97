"""Who has a page of the site open, in whatever process: people and guests, each once.

Each process writes whom it hears of into its own row. Nobody is counted who only reads without an
account, or whose page is silent.
"""

from __future__ import annotations

from games.live.cluster import processes
from games.live.sockets.consumer import SiteConsumer
from games.live.storage import database
from games.models import ServerProcess

_written: tuple[int, frozenset[int]] | None = None  # the number of our row, and who stands there


async def note_people() -> None:
    """Write down who is here, if that has changed. Raises Unavailable."""
    global _written
    number = processes.here.number
    if number is None:
        return
    people = frozenset(SiteConsumer.users_here(people_only=True))
    if _written != (number, people):
        await database.run(_write, number, people)
        _written = number, people


def people_here() -> frozenset[int]:
    """Return the ids of all who are here. One query."""
    silent = processes.here.silent()
    rows = dict(ServerProcess.objects.values_list("pk", "people"))
    others = (rows[pk] or () for pk in rows if pk not in silent and pk != processes.here.number)
    return frozenset(SiteConsumer.users_here(people_only=True)).union(*others)


def _write(number: int, people: frozenset[int]) -> None:
    ServerProcess.objects.filter(pk=number).update(people=sorted(people))
