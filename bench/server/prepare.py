"""`prepare.py TABLES GAMES SIDE [bots]`: an empty database gets players with games to play.

Prints as JSON, for each of the TABLES, its two players' session keys (or bots' tokens) as `keys`,
and the uids of its GAMES. It runs in the folder of the site whose database it is, which may be
another work tree than this file's.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from accounts.models import User

DIGITS = "abcdefgh"  # no two names of these look alike


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tictactoe_site.settings")
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import transaction

    call_command("migrate", verbosity=0)
    tables, games, side = (int(argument) for argument in sys.argv[1:4])
    with transaction.atomic():
        are_bots = "bots" in sys.argv[4:]
        pairs = [_players(table, "bot" if are_bots else "person") for table in range(tables)]
        uids = _games(pairs, games, side)
        told = [
            {
                "keys": [(token_of if are_bots else session_of)(player) for player in pair],
                "games": uids[table * games : (table + 1) * games],
            }
            for table, pair in enumerate(pairs)
        ]
    print(json.dumps(told))


def _players(table: int, kind: str) -> list[User]:
    from accounts.models import User

    names = [f"{seat}-{_name(table)}" for seat in ("ex", "zero")]
    if kind == "person":
        return [User.objects.create_user(name) for name in names]
    owner = User.objects.create_user(f"whose-{_name(table)}")
    return [User.objects.create_user(name, kind=kind, owner=owner) for name in names]


def _name(number: int) -> str:
    return "".join(DIGITS[int(digit)] for digit in f"{number:o}")


def _games(pairs: Sequence[Sequence[User]], count: int, side: int) -> list[str]:
    """Create *count* games for each of *pairs*; return their uids, one pair after the other."""
    from django.utils import timezone

    from games.models import Event, Game

    now = timezone.now()
    terms = {"m": side, "n": side, "k": side, "opponent": "anyone", "status": "ongoing"}
    games = [
        Game(**terms, creator=x, x_player=x, o_player=o, started_at=now)
        for x, o in pairs
        for _ in range(count)
    ]
    for game in games:
        game.series = game.uid  # each begins a series, as a new game does
    Game.objects.bulk_create(games)
    Event.objects.bulk_create(
        Event(
            game=game,
            version=0,
            kind="created",
            actor=game.creator,
            at=now,
            data={"x": game.x_player_id, "o": game.o_player_id},
        )
        for game in games
    )
    return [game.uid for game in games]


def session_of(user: User) -> str:
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
    from django.contrib.sessions.backends.db import SessionStore

    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = "accounts.backends.SignInBackend"
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.save()
    return str(session.session_key)


def token_of(bot: User) -> str:
    from accounts.programs.tokens import make_token

    assert bot.owner
    scopes = ["read", "play"]
    return make_token(account=bot, actor=bot.owner, name="benchmark", scopes=scopes)


if __name__ == "__main__":
    main()
