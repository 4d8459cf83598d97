"""The functions of `commands` by the game's uid, for callers that have no open room.

Forms, programs and tests use them. They also raise NotFound if there is no such game. They wait
for what follows from a command, because their caller may have an event loop of its own, which ends
with the call.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from accounts.models import User
from games.core.rules import Cell
from games.live.rooms import rooms
from games.play.game import commands

# For a page without scripts, which would otherwise show a board without the computer's answer.
SECONDS_TO_WAIT_FOR_THE_ENGINE = 2.0


async def play(
    *, uid: str, player: User, ply: int, cell: Cell, id: str = "", wait_for_engine: bool = False
) -> bool:
    """Do what `commands.play` does; return False if the move had been made before.

    With *wait_for_engine* the computer has usually answered when this returns.
    """
    async with rooms().enter(uid) as room:
        events = await commands.play(room=room, player=player, ply=ply, cell=cell, id=id)
        await room.notices_sent()
        if wait_for_engine:
            await room.engine_moved(seconds=SECONDS_TO_WAIT_FOR_THE_ENGINE)
    return bool(events)


async def swap(*, uid: str, player: User) -> None:
    await _in_room(uid, commands.swap, player=player)


async def resign(*, uid: str, player: User) -> None:
    await _in_room(uid, commands.resign, player=player)


async def claim(*, uid: str, player: User) -> None:
    await _in_room(uid, commands.claim, player=player)


async def claim_draw(*, uid: str, player: User) -> None:
    await _in_room(uid, commands.claim_draw, player=player)


async def give_time(*, uid: str, player: User) -> None:
    await _in_room(uid, commands.give_time, player=player)


async def abort(*, uid: str, player: User) -> None:
    await _in_room(uid, commands.abort, player=player)


async def leave(*, uid: str, player: User) -> None:
    await _in_room(uid, commands.leave, player=player)


async def offer(*, uid: str, player: User, what: str, address: str = "") -> None:
    await _in_room(uid, commands.offer, player=player, what=what, address=address)


async def answer(*, uid: str, player: User, what: str, yes: bool, address: str = "") -> None:
    await _in_room(uid, commands.answer, player=player, what=what, yes=yes, address=address)


async def _in_room(uid: str, command: Callable[..., Awaitable[object]], **arguments: Any) -> None:
    async with rooms().enter(uid) as room:
        await command(room=room, **arguments)
        await room.notices_sent()
