"""`python -m tests.system.faults.tell_devices ENDPOINT P256DH AUTH`: tell of turns, in processes.

It makes a game of alice, who has that device, against bob, and says "ready". For a line "tell" it
forks processes that tell devices again and again, as upkeep does, and says their ids; for a line
"move" it makes moves until it is alice's turn again, and says "moved". Claims last a second.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from datetime import UTC, datetime, timedelta
from typing import Any

PROCESSES = 2
DAYS = 3 * 24 * 3600 * 1000  # milliseconds for a move
LONG_AGO = datetime(2001, 1, 1, tzinfo=UTC)  # stored games are played in the past


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tictactoe_site.settings")
    import django

    django.setup()
    from django.db import connections

    from games.play.push import telling

    telling.LEASE = timedelta(seconds=1)
    game = new_game(*sys.argv[1:])
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for those that are killed
    print("ready", flush=True)
    for line in sys.stdin:
        connections.close_all()  # a connection must not be shared by processes
        if line == "tell\n":
            print(*(forked() for _ in range(PROCESSES)), flush=True)
        else:
            move(game)
            print("moved", flush=True)


def new_game(endpoint: str, p256dh: str, auth: str) -> Any:
    from accounts.models import User
    from games.core.rules import Ruleset
    from games.models import PushDevice
    from tests import stored
    from tests.system.deploy.prepare_games import session

    alice, bob = (User.objects.create_user(name) for name in ("alice", "bob"))
    PushDevice.objects.create(
        user=alice,
        session=session(alice),
        endpoint=endpoint,
        p256dh=p256dh,
        auth=auth,
        created_at=LONG_AGO,
    )
    return stored.new_game(
        bob, alice, ruleset=Ruleset(19, 19, 19), control="3d", x_ms=DAYS, o_ms=DAYS
    )


def forked() -> int:
    """The id of a new process that tells."""
    from games.play.push.telling import tell_devices

    parent, child = os.getpid(), os.fork()
    if child:
        return child
    while os.getppid() == parent:
        tell_devices()
        time.sleep(0.02)
    os._exit(0)


def move(game: Any) -> None:
    from tests.stored import play

    game.refresh_from_db()
    play(game, range(game.ply, game.ply + (2 if game.ply else 1)))


if __name__ == "__main__":
    main()
