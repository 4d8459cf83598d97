"""`python -m tests.deploy.prepare_games COUNT`: games to play, in the database of DATABASE_URL.

Prints the two players' session keys, then the games' uids.
"""

import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tictactoe_site.settings")
    import django

    django.setup()
    from accounts.models import User
    from games.core.rules import Ruleset
    from tests.stored import new_game

    there = User.objects.in_bulk(["alice", "bob"], field_name="username")
    players = [there.get(name) or User.objects.create_user(name) for name in ("alice", "bob")]
    large = Ruleset(19, 19, 19)
    games = [new_game(*players, ruleset=large) for _ in range(int(sys.argv[1]))]
    print(*map(session, players), *(game.uid for game in games))


def session(user: object) -> str:
    """A signed-in browser's session key."""
    from django.test import Client

    client = Client()
    client.force_login(user)
    return client.cookies["sessionid"].value


if __name__ == "__main__":
    main()
