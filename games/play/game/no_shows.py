"""Calls off games from the lobby to which one of the two players does not come.

As on lichess nobody loses such a game, and whoever has come is free again.
"""

from __future__ import annotations

from games.core.clock import Milliseconds
from games.core.errors import GameError
from games.core.match import Match, Step
from games.core.match_state import COME_WITHIN
from games.core.rules import Mark
from games.live.room import Room
from games.live.rooms import rooms
from games.live.storage.database import log_errors
from games.models import Game
from games.play.notices.services import tell_what_waits


async def call_off_no_shows() -> None:
    """Call off the games of this process to which somebody has not come in time.

    Raises Unavailable.
    """
    for room in rooms().going_on():
        if _waits_in_vain(room):
            with log_errors("the game %s is not called off", room.game.uid):
                await _call_off(room)


async def _call_off(room: Room) -> None:
    def decide(match: Match, now: Milliseconds) -> Step:
        if not _waits_in_vain(room):  # the missing player has come meanwhile
            raise GameError("too_late_to_abort")
        return match.abort(now=now)

    try:
        await room.submit(decide, actor_id=None, note={"reason": "no_show"})
    except GameError:
        return
    await tell_what_waits(room.game.creator_id)


def _waits_in_vain(room: Room) -> bool:
    match, game = room.match, room.game
    if game.opponent != Game.Opponent.ANYONE or room.round or not match.can_be_aborted:
        return False
    if match.clock.control.per_move_ms:  # one has days for a move
        return False
    is_waiting = any(room.presence.absence(mark) is None for mark in Mark)
    return is_waiting and any(room.presence.is_no_show(mark, COME_WITHIN) for mark in Mark)
