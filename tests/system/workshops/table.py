"""`python -m tests.system.workshops.table CODE [begin COUNT LEVEL…]`: a workshop's round robin.

Begins one of everybody once so many are there, and prints how many games are to come (0 before);
or compares its table with the arena's standings of the same games, and prints that as JSON.
"""

from __future__ import annotations

import json
import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tictactoe_site.settings")
    import django

    django.setup()
    from games.models import Workshop

    code, *rest = sys.argv[1:]
    workshop = Workshop.objects.get(code=code)
    if rest:
        begin(workshop, int(rest[1]), rest[2:])
    else:
        print(json.dumps(compared(workshop)))


def begin(workshop, count, levels) -> None:
    from asgiref.sync import async_to_sync

    from games.programs.workshops.round_robin.services import pair

    players = list(workshop.players.filter(level="").values_list("pk", flat=True))
    if len(players) < count:
        print(0)
    else:
        print(async_to_sync(pair)(workshop=workshop, players=players, levels=levels))


def compared(workshop) -> dict[str, object]:
    from games.engine.arena.standings import standings
    from games.engine.arena.tournament import ArenaGame, TimeUsed
    from games.programs.workshops.results import cross_table
    from games.programs.workshops.round_robin.queries import paired

    table = cross_table(workshop)
    over = paired(workshop.pk).filter(game__outcome__in=("x", "o", "draw"))
    games = [
        ArenaGame(
            x,
            o,
            0,
            (),
            winner={"x": x, "o": o}.get(outcome),
            used=(TimeUsed(), TimeUsed()),
        )
        for x, o, outcome in over.values_list("x__name", "o__name", "game__outcome")
    ]
    told = {one.name: one for one in standings([one.name for one in table.entrants], games)}
    different = [
        row.entrant.name
        for row in table.rows
        if (row.halves / 2, row.games)
        != (told[row.entrant.name].points, told[row.entrant.name].games)
        or (row.games and abs(row.rating.elo - told[row.entrant.name].rating.elo) > 1e-6)
    ]
    resigned = over.filter(game__termination="resignation").count()
    return {
        "played": table.played,
        "games": table.games,
        "players": len(table.rows) - sum(one.is_computer for one in table.entrants),
        "resigned": resigned,
        "different": different,
    }


if __name__ == "__main__":
    main()
