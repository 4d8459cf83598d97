"""`python -m tests.system.faults.prepare_scripts COUNT`: rows whose every text is a payload.

They are written past the forms, which would refuse most: whatever comes into the database, no
page may run it. Prints as JSON the sessions of the reader, who plays with all the authors, of
another and of the staff, a game that others watch, and for each payload its author and where it
is shown.
"""

from __future__ import annotations

import json
import os
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from accounts.models import User
    from games.models import Game


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tictactoe_site.settings")
    import django

    django.setup()
    from django.db import transaction

    from accounts.models import User
    from tests.system.deploy.prepare_games import session
    from tests.system.faults.payloads import payloads

    with transaction.atomic():
        reader, other = User.objects.create_user("reader"), User.objects.create_user("other")
        staff = User.objects.create_superuser("stella")
        stage = going_on(reader, other)
        texts = payloads(int(sys.argv[1]))
        people = [
            person_with_text(author(text, number), text, reader)
            for number, text in enumerate(texts)
        ]
        windows = {"reader": reader, "other": other, "staff": staff}
        told = {name: session(user) for name, user in windows.items()} | {"stage": stage.uid}
    print(json.dumps({**told, "people": people}))


def author(text: str, number: int) -> User:
    """Somebody called *text* and *number*, but for slashes, which no address has in a name."""
    from accounts.models import AccountEvent, User
    from accounts.names import canonical

    user = User.objects.create_user(f"author{number}")
    name = f"{text}{number}".replace("/", "\u2044")
    User.objects.filter(pk=user.pk).update(
        username=name, canonical=canonical(name)[:255], ban_reason=text
    )
    user.refresh_from_db()
    AccountEvent.objects.create(
        user=user, actor=user, kind=AccountEvent.Kind.CHANGED, reason=text, after={"name": text}
    )
    return user


def person_with_text(user: User, text: str, reader: User) -> dict[str, Any]:
    """Games, chat, marks, names of seats and a report of *user*, all of them *text*."""
    from django.utils import timezone

    from accounts import relations
    from games.core.rules import Mark
    from games.models import ChatLine, Game, Report
    from tests.stored import new_game, resign
    from tests.system.deploy.prepare_games import session

    live, over = going_on(reader, user), resign(going_on(reader, user), Mark.X)
    device = resign(going_on(reader, reader, opponent="device", x_name=text, o_name=text), Mark.X)
    new_game(user, None)
    new_game(user, None, opponent="friend", invited=reader)
    uids = (live.uid, over.uid, device.uid)
    Game.objects.filter(uid__in=uids).update(x_symbol=text, o_symbol=text, x_colour=text)
    for game in (live, over):
        ChatLine.objects.create(
            game=game, room="players", author=user, text=text, at=timezone.now()
        )
    report = Report.objects.create(
        reporter=user, reported=user, game=over, reason="words", text=text, note=text
    )
    relations.follow(owner=reader, other=user)
    rows = {"user": user.pk, "game": over.pk, "report": report.pk}
    games = {"live": live.uid, "over": over.uid, "device": device.uid}
    return {"text": text, "name": user.username, "session": session(user), **games, **rows}


def going_on(x: User, o: User, **columns: str) -> Game:
    from django.utils import timezone

    from tests.stored import new_game, play

    return play(new_game(x, o, started_at=timezone.now(), **columns), (4, 0))


if __name__ == "__main__":
    main()
