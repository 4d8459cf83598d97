"""`python -m bench.soak.prepare`: makes users with something of everything on the site.

Prints as JSON, for each of them, the session, the addresses to read and the forms to send; and a
bot's token that allows everything.
"""

from __future__ import annotations

import json
import os
from typing import Any

SCENES = (
    ("player", "ongoing"),
    ("player", "finished"),
    ("opponent", "challenge"),
    ("guest", "open"),
    ("staff", "finished"),
    ("anonymous", "finished"),
    ("bot", "ongoing"),
)
POSITIONS = {  # more boards and positions than a scene has
    "games:board": ("p/3x3x3/", "p/4x4x4/", "p/6x6x4/", "p/15x15x5/"),
    "games:position": ("p/3x3x3/b2a1/", "p/4x4x3/b2c3/", "p/6x6x5/c3c4d3/"),
    "games:explain_position": ("p/3x3x3/b2a1/explain/", "p/3x3x3/a1b2c3/explain/"),
    "games:fairness_board": ("fair/3x3x3/", "fair/5x5x4/"),
}
PLIES = 18  # of the game that explanations are asked about
ENDS_A_SCENE = {"accounts:delete", "account_logout", "admin:logout"}


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tictactoe_site.settings")
    import django

    django.setup()
    from accounts.models import Scope, User
    from accounts.programs.bots import make_bot
    from accounts.programs.tokens import make_token
    from games.core.rules import Mark, Ruleset
    from tests.stored import new_game, play, resign

    owner = User.objects.create_user("sunita")
    bot = make_bot(owner=owner, name="threatline")
    token = make_token(account=bot, actor=owner, name="soak", scopes=Scope.values)
    people = [_person_data(actor, state) for actor, state in SCENES]
    explained = play(new_game(owner, bot, ruleset=Ruleset(6, 6, 5)), range(PLIES))
    resign(explained, Mark.X)
    print(json.dumps({"people": people, "token": token, "explained": explained.uid}))


def _person_data(actor: str, state: str) -> dict[str, Any]:
    """Return what *actor* of a game in *state* can ask for, and how the site knows them."""
    from django.conf import settings

    from tests.system.faults.matrix import TABLE, read_rows
    from tests.system.faults.routes import page_routes
    from tests.system.faults.scenes import FORMS, Scene

    scene = Scene(actor, state)
    session = scene.client.cookies.get(settings.SESSION_COOKIE_NAME)
    cells = {row.place: row.cells[actor] for row in read_rows(TABLE.read_text())}
    reads, forms = [], []
    for route in page_routes():
        path = scene.path(route)
        if cells.get((route.name, "GET"), "").rstrip("*!") == "200":
            reads += [path, *(f"/{more}" for more in POSITIONS.get(route.name, ()))]
        if route.name in FORMS and route.name not in ENDS_A_SCENE:
            forms.append((path, scene.form(route)))
    headers = {"Cookie": f"sessionid={session.value}"} if session else {}
    if actor == "bot":
        headers = {"Authorization": scene.client.defaults["HTTP_AUTHORIZATION"]}
    return {
        "session": session.value if session else "",
        "headers": headers,
        "reads": reads,
        "forms": forms,
    }


if __name__ == "__main__":
    main()
