"""Announcements to sockets and to other processes, through the channel layer.

The layer is a lossy hint and the database is the truth: an announcement that fails is logged
and fails nothing else.
"""

from __future__ import annotations

import hashlib
import logging
from typing import Any

import msgspec
from channels.layers import get_channel_layer

from games.live.cluster.peer_processes import group_of_game
from games.models import Game
from games.protocol.frames import FromServer, encode
from games.protocol.messages import (
    ClosedMessage,
    NoticeMessage,
    OpenedMessage,
    RoundState,
    WaitingMessage,
)
from games.protocol.open_games import open_game

logger = logging.getLogger(__name__)

LOBBY = "lobby"  # the group of those who show the open games


def group_of_notices(user_id: int) -> str:
    """Return the group of a user's sockets that only carry notices."""
    return f"notices.{user_id}"


def group_of_user(user_id: int) -> str:
    """Return the group of all of a user's sockets."""
    return f"user.{user_id}"


async def opened(game: Game) -> None:
    """Tell the lobby of a game that anyone may join."""
    if game.status == Game.Status.OPEN and game.is_in_lobby:
        await _tell_lobby(OpenedMessage(open_game(game)))


async def closed(game: Game) -> None:
    """Tell the lobby that a game no longer waits, if the lobby shows it."""
    if game.is_in_lobby:
        await _tell_lobby(ClosedMessage(game.uid))


async def changed(uid: str, version: int, round: RoundState | None = None) -> None:
    """Tell whoever holds the game in memory that the database has *version* of it, and what its
    *round* has come to, if that is not said by the game's version.
    """
    message: dict[str, Any] = {"type": "game.changed", "version": version}
    if round is not None:
        message["round"] = msgspec.to_builtins(round)
    await send(group_of_game(uid), message)


async def removed(uid: str) -> None:
    """Tell whoever looks at a game that it is gone."""
    await send(group_of_game(uid), {"type": "game.removed"})


async def notice(user_id: int, message: NoticeMessage | WaitingMessage) -> None:
    """Tell a user, on whatever page, what is waiting or has been answered."""
    frame = {"type": "notices.frame", "frame": encode(message)}
    await send(group_of_notices(user_id), frame)


async def said(uid: str, number: int) -> None:
    """Tell whoever holds the game in memory that line *number* has been said beside it."""
    await send(group_of_game(uid), {"type": "game.said", "number": number})


async def revoked(user_id: int) -> None:
    """Have all of the user's sockets closed: the account may no longer be used."""
    await send(group_of_user(user_id), {"type": "user.revoked"})


async def signed_out(user_id: int, *, session: str) -> None:
    """Tell the sockets of one of the user's sessions that it has ended; see `session_name`."""
    await send(group_of_user(user_id), {"type": "user.signed_out", "session": session})


async def password_changed(user_id: int, *, session: str) -> None:
    """Tell the user's sockets that every session has ended but the one named, if any."""
    await send(group_of_user(user_id), {"type": "user.password_changed", "session": session})


async def tokens_revoked(user_id: int, *, tokens: list[int]) -> None:
    """Tell the user's sockets that these *tokens* have ended."""
    await send(group_of_user(user_id), {"type": "user.tokens_revoked", "tokens": tokens})


def session_name(cookie: str) -> str:
    """Return a name for the session of *cookie* that is safe where others can read it."""
    return hashlib.sha256(cookie.encode()).hexdigest() if cookie else ""


async def _tell_lobby(message: FromServer) -> None:
    await send(LOBBY, {"type": "lobby.frame", "frame": encode(message)})


async def send(group: str, message: dict[str, Any]) -> None:
    """Send *message* to all channels of *group*; if it is lost, that is logged and no more."""
    layer = get_channel_layer()
    try:
        await layer.group_send(group, message)
    # Redis is away: expected once in a while, and no reason for a traceback.
    except OSError as away:
        logger.warning("an announcement to %s was lost: %s", group, type(away).__name__)
    except Exception:
        logger.exception("an announcement to %s was lost", group)
