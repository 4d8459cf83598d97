"""What a round needs to count for ratings."""

from __future__ import annotations

from games.models import Round

PLIES_OF_A_GAME = 4  # who gives up before so many moves has not played


def why_unrated(round: Round) -> str:
    """The code of why *round*, which is over, counts for no rating; "" if it does."""
    if any(player.is_guest for player in round.players):
        return "guest"
    return ""


def is_given(round: Round) -> bool:
    """Whether one side gave up a game before it had been played."""
    ends = [game for game in round.games if game.termination in ("resignation", "abandoned")]
    return any(game.ply - game.setup < PLIES_OF_A_GAME for game in ends)
