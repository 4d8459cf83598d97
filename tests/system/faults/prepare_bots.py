"""`python -m tests.system.faults.prepare_bots COUNT`: a bot with so many tokens, and its owner.

Prints as JSON the owner's session key, the tokens with their rows, and the uid of a game in which
it is the bot's turn.
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
    from django.utils import timezone

    from accounts.models import Token, User
    from accounts.programs.bots import make_bot
    from accounts.programs.token_text import digest_of, new_token
    from bench.server.prepare import session_of
    from tests.stored import new_game

    with transaction.atomic():
        owner, other = (User.objects.create_user(name) for name in ("sunita", "bob"))
        bot = make_bot(owner=owner, name="threatline")
        tokens = []
        for number in range(int(sys.argv[1])):
            text, scopes = new_token(), ["read", "play", "challenge"]
            row = Token.objects.create(
                account=bot, name=f"token {number}", digest=digest_of(text), scopes=scopes
            )
            tokens.append({"text": text, "row": row.pk})
        game = new_game(bot, other, started_at=timezone.now())
        told = {
            "session": session_of(owner),
            "tokens": tokens,
            "uid": game.uid,
            "bot": bot.username,
        }
    print(json.dumps(told))


if __name__ == "__main__":
    main()
