"""`python -m tests.system.faults.prepare_arena BOTS PEOPLE SECONDS`: an arena on 3×3 that goes on.

It has so many seconds left. Prints as JSON its uid, the bots' tokens, and the people's sessions.
"""

from __future__ import annotations

import json
import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tictactoe_site.settings")
    import django

    django.setup()
    from datetime import timedelta

    from django.db import transaction
    from django.utils import timezone

    from accounts.models import User
    from accounts.programs.bots import make_bot
    from accounts.programs.tokens import make_token
    from bench.server.prepare import session_of
    from games.compete.tournaments.services import join
    from games.models import Tournament

    bots, people, seconds = map(int, sys.argv[1:])
    minutes = -(-seconds // 60)
    now = timezone.now()
    begun = now - timedelta(minutes=minutes) + timedelta(seconds=seconds)
    with transaction.atomic():
        arena = Tournament.objects.create(
            kind="arena",
            title="A test",
            m=3,
            n=3,
            k=3,
            control="60+1",
            admits="all",
            state="going",
            minutes=minutes,
            starts_at=begun,
            begun_at=begun,
        )
        tokens = []
        for number in range(bots):  # of one owner each: bots of one do not meet
            owner = User.objects.create_user(f"maker{number}")
            bot = make_bot(owner=owner, name=f"machine{number}")
            scopes = ["read", "play"]
            tokens.append(make_token(account=bot, actor=owner, name="test", scopes=scopes))
        users = [User.objects.create_user(f"mover{number}") for number in range(people)]
        for user in users:
            join(uid=arena.uid, user=user, knows_of_bots=True)
    sessions = [session_of(user) for user in users]
    print(json.dumps({"uid": arena.uid, "tokens": tokens, "sessions": sessions}))


if __name__ == "__main__":
    main()
