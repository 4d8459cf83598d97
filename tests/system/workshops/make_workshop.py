"""`python -m tests.system.workshops.make_workshop OWNER …`: a new workshop of each, by its code."""

from __future__ import annotations

import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tictactoe_site.settings")
    import django

    django.setup()
    from accounts.models import User
    from games.programs.workshops.services import make_workshop

    for name in sys.argv[1:]:
        owner = User.objects.filter(username=name).first() or User.objects.create_user(name)
        print(make_workshop(owner=owner, title="Minimax afternoon", hours=8).code)


if __name__ == "__main__":
    main()
