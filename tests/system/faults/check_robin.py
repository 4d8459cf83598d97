"""`python -m tests.system.faults.check_robin UID`: what became of a round robin, as JSON.

Its `points` and `elo` are those that the engine's arena counts of the stored games.
"""

from __future__ import annotations

import json
import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from games.engine.arena.tournament import ArenaGame
    from games.models import Game


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tictactoe_site.settings")
    import django

    django.setup()
    from games.engine.arena.standings import standings
    from games.models import Game, Round, Tournament

    robin = Tournament.objects.get(uid=sys.argv[1])
    names = list(robin.entries.order_by("pk").values_list("user__username", flat=True))
    rounds = Round.objects.filter(tournament=robin).order_by("pk")
    pairs = [sorted(pair) for pair in rounds.values_list("first__username", "second__username")]
    series = rounds.values("uid")
    games = Game.objects.filter(series__in=series).select_related("x_player", "o_player")
    counted = standings(names, [_as_counted(game) for game in games.filter(status="finished")])
    told = {
        "state": robin.state,
        "names": names,
        "pairs": pairs,
        "unfinished_rounds": rounds.exclude(state=Round.State.OVER).count(),
        "unfinished_games": games.exclude(status="finished").count(),
        "games": games.count(),
        "left": rounds.filter(left_by__isnull=False).count(),
        "moves": sum(game.ply - game.setup for game in games),
        "points": {one.name: one.points for one in counted},
        "elo": {one.name: one.rating.elo for one in counted},
    }
    print(json.dumps(told))


def _as_counted(game: Game) -> ArenaGame:
    from games.engine.arena.tournament import ArenaGame, TimeUsed

    seats = {"x": game.x_player.username, "o": game.o_player.username}
    winner = seats.get(game.outcome)
    return ArenaGame(seats["x"], seats["o"], 0, (), winner, (TimeUsed(), TimeUsed()))


if __name__ == "__main__":
    main()
