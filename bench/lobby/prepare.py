"""`python -m bench.lobby.prepare GAMES ACTORS`: an empty database gets open games.

Prints as JSON the session keys of ACTORS who opened none of them, and the uids of the GAMES.
"""

from __future__ import annotations

import json
import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from accounts.models import User

GAMES_A_CREATOR = 10


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tictactoe_site.settings")
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import transaction

    call_command("migrate", verbosity=0)
    games, actors = (int(argument) for argument in sys.argv[1:3])
    with transaction.atomic():
        uids = [
            uid
            for number, start in enumerate(range(0, games, GAMES_A_CREATOR))
            for uid in _opened_by(number, min(GAMES_A_CREATOR, games - start))
        ]
        sessions = [_session(_person("actor", number)) for number in range(actors)]
    print(json.dumps({"sessions": sessions, "games": uids}))


def _opened_by(number: int, games: int) -> list[str]:
    from games.core.clock import parse_time_control
    from games.core.rules import Ruleset
    from games.play.game.creation import create
    from games.play.game.terms import Terms

    creator = _person("creator", number)
    terms = Terms(
        ruleset=Ruleset(5, 4, 4),
        side="x",
        first="x",
        control=parse_time_control("3d"),  # such a game waits while its creator is away
    )
    return [create(creator, terms).uid for _ in range(games)]


def _person(kind: str, number: int) -> User:
    from accounts.models import User

    tail = f"{number:o}".translate(str.maketrans("01234567", "abcdefgh"))  # no two look alike
    return User.objects.create_user(f"{kind}-{tail}")


def _session(user: User) -> str:
    from bench.server.prepare import session_of as session

    return session(user)


if __name__ == "__main__":
    main()
