"""One game with everybody who has to do with it, as rooms and pages begin with it."""

from __future__ import annotations

from accounts.models import User
from accounts.plain_sql import rows
from games.models import Game

ROLES = ("creator", "invited", "x_player", "o_player")


def game_with_users(uid: str) -> Game | None:
    """The game *uid* with its users; None if there is none. Two queries."""
    for game in rows(Game, "uid = %s", [uid]):
        _set_users(game)
        return game
    return None


def _set_users(game: Game) -> None:
    """Read who has to do with *game*: each once, also who created it and plays in it."""
    ids = {getattr(game, f"{role}_id") for role in ROLES} - {None}
    places = ", ".join(["%s"] * len(ids))
    users = {user.pk: user for user in rows(User, f"id IN ({places})", [*ids])}
    for role in ROLES:
        setattr(game, role, users.get(getattr(game, f"{role}_id")))
