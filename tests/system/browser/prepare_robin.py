"""`python -m tests.system.browser.prepare_robin`: a round robin in which one level and bots play.

Prints as JSON its uid and the session of whoever leads it. Some rounds are over, others go on. So
does it of another one, the next, which has not begun.
"""

import json
import os
from random import Random


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tictactoe_site.settings")
    import django

    django.setup()
    from django.db import transaction

    from accounts.models import User
    from accounts.programs.bots import make_bot
    from bench.server.prepare import session_of
    from games.compete.tournaments.robin import services
    from tests.compete.tournaments.making import end_round
    from tests.compete.tournaments.robin.playing import come, going, robin, step

    chance = Random(3)
    with transaction.atomic():
        owner = User.objects.create_user("alicia")
        names = ("cornerstone", "edgewise", "forker", "a-name-of-20-letters", "diagonal", "central")
        bots = [make_bot(owner=owner, name=name) for name in names[:3]]
        other = User.objects.create_user("bobby")
        bots += [make_bot(owner=other, name=name) for name in names[3:]]
        tournament = robin(owner, bots, title="Minimax afternoon", m=3, n=3, k=3, admits="bots")
        services.enter_level(uid=tournament.uid, user=owner, level="guard")
        services.begin(uid=tournament.uid, user=owner)
        for _ in range(4):
            come(tournament)
            step(tournament)
            for round in going(tournament)[:3]:
                end_round(round, chance.choice((("x", "x"), ("x", "o"), ("draw", "draw"))))
        come(tournament)
        step(tournament)
        following = robin(owner, bots[:2], title="Next afternoon", admits="bots")
        told = {"uid": tournament.uid, "next": following.uid, "session": session_of(owner)}
        print(json.dumps(told))


if __name__ == "__main__":
    main()
