"""Notices to players about games that are not on their screen.

Whatever a notice is about is stored already, so a lost notice does no harm.
"""

from __future__ import annotations

import logging
from typing import Literal

from accounts.models import User
from games.core.clock import SECOND, gives_days
from games.core.match_state import COME_WITHIN
from games.core.series import TIME_TO_BEGIN
from games.live import announce
from games.live.limits import NOTICES
from games.live.room import Room
from games.live.storage import database
from games.live.storage.database import Unavailable
from games.models import Game, Seek
from games.play.notices.queries import uids_waiting_for
from games.protocol.messages import NoticeMessage, WaitingMessage
from games.text.seat_names import level_of, plain_name

logger = logging.getLogger(__name__)

Kind = Literal["challenge", "accepted", "declined", "withdrawn", "turn", "round", "joined", "begun"]


async def tell(kind: Kind, game: Game, receiver: User, *, reason: str = "") -> None:
    """Tell *receiver* about *game*, on whatever page.

    The notice is lost if no page of theirs is open, the database is away, or too many come at once.
    """
    other = game.invited if receiver.pk == game.creator_id else game.creator
    await _tell(kind, game, receiver.pk, other, reason)


async def tell_joined(game: Game, player: User) -> None:
    """Tell the creator of *game*, who is elsewhere, that *player* has sat down in it."""
    must_come = game.is_in_lobby and not gives_days(game.control)
    within = COME_WITHIN // SECOND if must_come else 0
    await _tell("joined", game, game.creator_id, player, within=within)


async def tell_begun(game: Game, player: User, opponent: User) -> None:
    """Tell *player*, on whatever page, that a rated round begins with *game*."""
    await _tell("begun", game, player.pk, opponent, within=TIME_TO_BEGIN // SECOND)


async def tell_of_round(seek: Seek) -> None:
    """Tell whoever is invited to a rated round, on whatever page."""
    assert seek.invited_id
    await _tell("round", seek, seek.invited_id, seek.user)


async def tell_turn(room: Room, mover: User) -> None:
    """Tell the player whose turn it is, unless the game is on their screen or on one device.

    The computer is told nothing. With days per move a person is told in any case, because the game
    may be open in a forgotten tab; and the *mover* is told that one game fewer is waiting.
    """
    if room.match.clock.control.per_move_ms:
        await tell_what_waits(mover.pk)
    mark = room.match.turn
    player = room.game.player(mark) if mark else None
    if mark is None or player is None or not _hears_of_turns(room, player):
        return
    opponent = room.game.player(mark.other)
    await _tell("turn", room.game, player.pk, opponent)


def is_turn_news(room: Room) -> bool:
    """Return whether `tell_turn` has anything to tell."""
    if room.match.clock.control.per_move_ms:
        return True
    mark = room.match.turn
    if mark is None or room.watchers.has(room.match.player(mark)):
        return False
    player = room.game.player(mark)
    return player is not None and _hears_of_turns(room, player)


def _hears_of_turns(room: Room, player: User) -> bool:
    if player.is_engine or room.game.opponent == Game.Opponent.DEVICE:
        return False
    takes_days = bool(room.match.clock.control.per_move_ms)
    return takes_days or not (room.watchers.has(player.pk) or room.peers.have(player.pk))


async def _tell(
    kind: Kind,
    game: Game | Seek,
    receiver: int,
    other: User | None,
    reason: str = "",
    within: int = 0,
) -> None:
    # Dropped without harm: what it tells of is stored, and the next page shows it.
    if NOTICES.take(receiver):
        return
    waiting = await _waiting(receiver)
    if waiting is None:
        return
    level = level_of(other) if other else None
    message = NoticeMessage(
        kind=kind,
        uid=game.uid,
        name=plain_name(other) if other else "",
        level=level.number if level else 0,
        m=game.m,
        n=game.n,
        k=game.k,
        control=game.control,
        waiting=waiting,
        reason=reason,
        within=within,
    )
    await announce.notice(receiver, message)


async def tell_what_waits(receiver: int) -> None:
    """Tell *receiver*, on whatever page, what waits for them: something has come, or gone."""
    waiting = await _waiting(receiver)
    if waiting is not None:
        await announce.notice(receiver, WaitingMessage(waiting))


async def _waiting(receiver: int) -> list[str] | None:
    """Return what waits for the user; None while the database is away."""
    try:
        return await database.run(uids_waiting_for, receiver)
    except Unavailable:
        logger.warning("the database is away; a notice was lost", extra={"user_id": receiver})
        return None
