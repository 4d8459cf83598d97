"""Hints to the processes that have a workshop's visitors, through the channel layer."""

from __future__ import annotations

from games.live import announce


def group_of_workshop(workshop_id: int) -> str:
    return f"workshop.{workshop_id}"


async def changed(workshop_id: int) -> None:
    """Have all processes look at the workshop again: its lobby, its games, whether it is open."""
    await announce.send(group_of_workshop(workshop_id), {"type": "workshop.changed"})
