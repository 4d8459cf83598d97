"""`python -m tests.system.faults.prepare_robin BOTS`: so many bots, each of an owner of its own.

Prints as JSON the session of somebody who can make tournaments, and the bots' tokens.
"""

from __future__ import annotations

import json
import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tictactoe_site.settings")
    import django

    django.setup()
    from django.db import transaction

    from accounts.models import User
    from accounts.programs.bots import make_bot
    from accounts.programs.tokens import make_token
    from bench.server.prepare import session_of

    tokens = []
    with transaction.atomic():
        creator = User.objects.create_user("charlie")
        for number in range(int(sys.argv[1])):
            owner = User.objects.create_user(f"maker{number}")
            bot = make_bot(owner=owner, name=f"machine{number}")
            scopes = ["read", "play"]
            tokens.append(make_token(account=bot, actor=owner, name="test", scopes=scopes))
    print(json.dumps({"session": session_of(creator), "tokens": tokens}))


if __name__ == "__main__":
    main()
