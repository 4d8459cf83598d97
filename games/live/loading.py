"""Reading one game with all that a room needs. Runs in the database thread."""

from __future__ import annotations

from dataclasses import dataclass

from games.core.errors import GameError
from games.core.match import Match
from games.core.rules import Mark
from games.live.messages import Tally
from games.models import Game


class NotFound(GameError):
    """There is no such game, or none that the asker may see."""

    def __init__(self) -> None:
        super().__init__("no_such_game")


@dataclass(frozen=True, slots=True)
class Loaded:
    """A game's terms and players, its match, and the score of its series if it keeps one."""

    game: Game
    match: Match
    tally: Tally | None


def load(uid: str) -> Loaded:
    """Read the game *uid*. Raises NotFound."""
    game = Game.objects.with_players().filter(uid=uid).first()
    if game is None:
        raise NotFound
    return Loaded(game, game.match(), _tally(game))


def _tally(game: Game) -> Tally | None:
    """The score before *game*, counted for those who sit at X and O in it."""
    if game.opponent not in (Game.Opponent.COMPUTER, Game.Opponent.DEVICE):
        return None
    earlier = Game.objects.finished().filter(series=game.series, id__lt=game.pk)
    points = {"x": 0, "o": 0, "draw": 0}
    for outcome, x_player in earlier.exclude(outcome="").values_list("outcome", "x_player"):
        points[_as_now(outcome, x_player, game)] += 1
    return Tally(points["x"], points["o"], points["draw"])


def _as_now(outcome: str, x_player: int | None, game: Game) -> str:
    if outcome == "draw" or x_player == game.x_player_id:
        return outcome
    return Mark(outcome).other.value
