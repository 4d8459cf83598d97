"""`python -m tests.system.faults.check_arena UID`: what became of an arena, as JSON."""

from __future__ import annotations

import json
import os
import sys
from collections import Counter


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tictactoe_site.settings")
    import django

    django.setup()
    from games.compete.rounds.services import half_points
    from games.compete.tournaments import standings
    from games.models import Game, Round, Tournament

    arena = Tournament.objects.get(uid=sys.argv[1])
    rounds = list(Round.objects.with_players_and_games().filter(tournament=arena))
    going = [round for round in rounds if round.state == Round.State.GOING]
    wrong = []
    for round in rounds:
        games = Game.objects.filter(series=round.uid).count()
        if games != len(round.games) or (round.is_over and round.halves != half_points(round)):
            wrong.append(round.uid)
    begun = Counter(player for round in rounds for player in (round.first_id, round.second_id))
    kept = standings.stored_scores(arena)
    told = {
        "state": arena.state,
        "rounds": len(rounds),
        "going": len(going),
        "wrong": wrong,
        "overlapping": _overlapping(rounds),
        "is_kept": standings.recount(arena) == kept,
        "points": sum(score.halves for score in kept.values()),
        "counted": sum(score.rounds for score in kept.values()),
        "fewest": min((begun[user] for user in kept), default=0),
    }
    print(json.dumps(told))


def _overlapping(rounds: list) -> int:
    """How many rounds began for somebody before their last one was over."""
    last: dict = {}
    found = 0
    for round in sorted(rounds, key=lambda round: round.begun_at):
        for player in (round.first_id, round.second_id):
            before = last.get(player)
            found += before is not None and (
                before.over_at is None or before.over_at > round.begun_at
            )
            last[player] = round
    return found


if __name__ == "__main__":
    main()
