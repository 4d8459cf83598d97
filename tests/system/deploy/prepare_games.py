"""`python -m tests.system.deploy.prepare_games COUNT [M,N,K [CONTROL]]`: games to play.

They are played on 19×19 with 19 in a row and without clocks, if nothing else is said, in the
database of DATABASE_URL. Prints the two players' session keys, then the games' uids.
"""

import os
import sys

DEFAULTS = ("19,19,19", "none")


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tictactoe_site.settings")
    import django

    django.setup()
    from django.db import transaction

    from accounts.models import User
    from games.core.notation import parse_ruleset
    from tests.stored import new_game

    there = User.objects.in_bulk(["alice", "bob"], field_name="username")
    players = [there.get(name) or User.objects.create_user(name) for name in ("alice", "bob")]
    count, ruleset, control = (*sys.argv[1:], *DEFAULTS[len(sys.argv) - 2 :])
    terms = {"ruleset": parse_ruleset(ruleset), "control": control}
    with transaction.atomic():
        games = [new_game(*players, **terms) for _ in range(int(count))]
    print(*map(session, players), *(game.uid for game in games))


def session(user: object) -> str:
    """A signed-in browser's session key."""
    from django.test import Client

    client = Client()
    client.force_login(user)
    return client.cookies["sessionid"].value


if __name__ == "__main__":
    main()
