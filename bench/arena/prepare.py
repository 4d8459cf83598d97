"""`prepare.py PLAYERS MINUTES`: an empty database gets an arena on 6×6 that has just begun.

Prints as JSON its `uid`, and the `sessions` of its players.
"""

from __future__ import annotations

import json
import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tictactoe_site.settings")
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import transaction
    from django.utils import timezone

    from accounts.models import User
    from bench.server.prepare import session_of
    from games.models import Tournament, TournamentEntry

    call_command("migrate", verbosity=0)
    players, minutes = map(int, sys.argv[1:3])
    now = timezone.now()
    with transaction.atomic():
        arena = Tournament.objects.create(
            kind="arena",
            title="Benchmark",
            m=6,
            n=6,
            k=4,
            control="300+3",
            state="going",
            minutes=minutes,
            starts_at=now,
            begun_at=now,
        )
        users = [User.objects.create_user(f"rower{number:04d}") for number in range(players)]
        for user in users:
            TournamentEntry.objects.create(tournament=arena, user=user, free_since=now)
        told = {"uid": arena.uid, "sessions": [session_of(user) for user in users]}
    print(json.dumps(told))


if __name__ == "__main__":
    main()
