"""`python -m tests.system.faults.prepare_guests COUNT`: guests, and a game that is over on 6×6.

Prints the game's uid, then the guests' session keys.
"""

import os
import sys

MOVES = range(18)  # half of the board, in which nobody has five in a row


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tictactoe_site.settings")
    import django

    django.setup()
    from accounts.models import User
    from games.core.rules import Mark, Ruleset
    from tests.stored import new_game, play, resign
    from tests.system.deploy.prepare_games import session

    alice, bob = (User.objects.create_user(name) for name in ("alice", "bob"))
    game = play(new_game(alice, bob, ruleset=Ruleset(6, 6, 5)), MOVES)
    resign(game, Mark.X)
    guests = [
        User.objects.create_user(f"Guest-{number:04}", kind=User.Kind.GUEST)
        for number in range(int(sys.argv[1]))
    ]
    print(game.uid, *map(session, guests))


if __name__ == "__main__":
    main()
