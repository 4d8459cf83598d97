"""Who may see a game, sit down in it, and act for which side."""

from __future__ import annotations

from accounts import relations
from accounts.models import User
from games.core.errors import GameError
from games.core.match import Match
from games.core.rules import Mark
from games.live.room import Room
from games.live.storage.loading import NotFound


def require_welcome(player: User) -> None:
    """Raise GameError("banned") for a user who may not play."""
    if player.is_banned or not player.is_active:
        raise GameError("banned")


def require_sight(room: Room, user_id: int | None) -> None:
    """Raise NotFound, as if there were no such game, unless this user may see it."""
    if not room.game.is_visible_to(user_id):
        raise NotFound


def require_no_block(host: int, player: int) -> None:
    """Raise GameError if one has blocked the other: not_welcome, unblock_first.

    The code does not tell a blocked user of the block. Asks the database.
    """
    if relations.has_blocked(host, player):
        raise GameError("not_welcome")
    if relations.has_blocked(player, host):
        raise GameError("unblock_first")


def seat(match: Match, player: int) -> Mark:
    """Return the mark *player* acts for; on a shared device the one whose turn it is.

    Raises GameError("not_seated").
    """
    marks = match.marks_of(player)
    if not marks:
        raise GameError("not_seated")
    if len(marks) == 1:
        return marks[0]
    return match.turn or marks[0]
