"""What seats are called where people read it: the computer's players with their level, bots as
bots."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from games.engine import LEVELS, Level
from games.models import Game

if TYPE_CHECKING:
    from accounts.models import User

_BY_TITLE = {level.title: level for level in LEVELS.values()}


def level_of(user: User) -> Level | None:
    """The level that plays under *user*'s name, if it is one of the computer's."""
    return _BY_TITLE.get(user.username) if user.is_engine else None


def level_text(level: Level) -> str:
    """For example "Rules level 3"."""
    return _("%(name)s level %(number)d") % {"name": level.title, "number": level.number}


def name_of(user: User) -> str:
    """A user's name with what others are to know of it: "Rules level 3", "threatline BOT"."""
    if level := level_of(user):
        return level_text(level)
    return _("%(name)s BOT") % {"name": user.username} if user.is_bot else user.username


def seat_name(game: Game, mark: str) -> str:
    """Who sits there: a player's name, the name given on a shared device, or "Rules level 3"."""
    player = game.player(mark)
    if player is None or game.opponent == Game.Opponent.DEVICE:
        return game.seat_label(mark)
    return name_of(player)
