"""Rounds put into the database as they are when they have just ended."""

from datetime import datetime

from games.compete.ratings import services
from games.core.rules import Mark, Ruleset
from games.models import Game, Round
from tests.stored import new_game, play, resign

RULESETS = {"fours": Ruleset(6, 6, 4), "fives": Ruleset(15, 15, 5), "": Ruleset(3, 3, 3)}
# The winners of both games, as marks, by the half points of whoever has X in the first.
WINNERS = {0: (Mark.O, Mark.X), 2: (Mark.X, Mark.X), 4: (Mark.X, Mark.O)}

GIVEN_UP = ((), ())


def over_round(first, second, halves: int, *, pool: str = "fours", moves=(None, None)) -> Round:
    """A round that is over with 0, 2 or 4 half points of *first*, not rated and not stored.

    In each game these *moves* are made, and it ends with a line, of which only the result is
    stored. Without any, which is GIVEN_UP for both, the loser resigns at once.
    """
    ruleset = RULESETS[pool]
    terms = {"ruleset": ruleset, "best_of": 2, "control": "120+2"}
    one = new_game(first, second, **terms)
    other = new_game(second, first, series=one.uid, **terms)
    for game, cells, winner in zip((one, other), moves, WINNERS[halves], strict=True):
        play(game, cells or ())
        resign(game, winner.other)
        if cells != ():
            game.termination = Game.Termination.LINE
            game.save(update_fields=["termination"])
    return Round(
        uid=one.uid,
        pool=pool,
        m=ruleset.m,
        n=ruleset.n,
        k=ruleset.k,
        control="120+2",
        first=first,
        second=second,
        first_game=one,
        second_game=other,
        state="over",
        halves=halves,
    )


def rated_round(first, second, halves: int, *, at: datetime, **terms) -> Round:
    """The same, stored, and rated as of *at*, if it counts.

    Of *terms* `networks` are where the players come from.
    """
    networks = terms.pop("networks", ("", ""))
    round = over_round(first, second, halves, **terms)
    round.first_network, round.second_network = networks
    round.begun_at = round.over_at = at
    round.save()
    services.rate(round=round, now=at)
    round.save()
    return round
