"""`python -m tests.programs.client.site.prepare_bots COUNT`: bots, each with an owner.

Prints the name of each and a token. With `--owner NAME` instead a
session key of its owner.
"""

import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tictactoe_site.settings")
    import django

    django.setup()
    from accounts.models import Scope, User
    from accounts.programs.bots import make_bot
    from accounts.programs.tokens import make_token
    from tests.system.deploy.prepare_games import session

    if sys.argv[1] == "--owner":
        print(session(User.objects.get(username=sys.argv[2]).owner))
        return
    for number in range(int(sys.argv[1])):
        owner = User.objects.create_user(f"person-{number}")
        bot = make_bot(owner=owner, name=f"line-{number}")
        token = make_token(account=bot, actor=owner, name="tests", scopes=Scope.values)
        print(bot.username, token)


if __name__ == "__main__":
    main()
