"""Reads one game with all that a room needs. Runs in the database thread."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from games.core.errors import GameError
from games.core.events import Outcome
from games.core.match import Match
from games.core.rules import Mark
from games.core.series import SeriesScore
from games.live.cluster import processes
from games.live.storage import downtime
from games.models import Game
from games.protocol.messages import RoundState

RoundProvider = Callable[[Game], RoundState | None]

_round_providers: list[RoundProvider] = []


class NotFound(GameError):
    """There is no such game, or not for whoever asks."""

    def __init__(self) -> None:
        super().__init__("no_such_game")


@dataclass(frozen=True, slots=True)
class LoadedGame:
    """A game with what belongs to it: *score* counts the earlier games of its series.

    *is_elsewhere* says that another process has the game.
    """

    game: Game
    match: Match
    score: SeriesScore | None
    round: RoundState | None = None
    is_elsewhere: bool = False


def load(uid: str) -> LoadedGame:
    """Read the game *uid*; outages are healed first. Raises NotFound."""
    downtime.heal_if_away()
    game = _load_row(uid)
    if game.deadline and downtime.is_silent(game.held_by):
        downtime.take_over([game.pk])
        game = _load_row(uid)
    is_elsewhere = game.held_by in processes.here.others
    return LoadedGame(game, game.match(), score_before(game), round_of(game), is_elsewhere)


def _load_row(uid: str) -> Game:
    game = Game.objects.with_players().filter(uid=uid).first()
    if game is None:
        raise NotFound
    return game


def register_round_provider(provider: RoundProvider) -> RoundProvider:
    """Let *provider* return the round that a game is part of, or None; a decorator.

    The modules that know rounds import rooms, and so this one: it cannot import them.
    """
    _round_providers.append(provider)
    return provider


def round_of(game: Game) -> RoundState | None:
    """Return the round that *game* is part of; None if there is none."""
    if not game.is_of_round:
        return None
    return next((found for provider in _round_providers if (found := provider(game))), None)


def kept_version(game_id: int) -> int:
    """Return the version of a game in the database; 0 if it is gone."""
    versions = Game.objects.filter(pk=game_id).values_list("version", flat=True)
    return versions.first() or 0


def score_with(game: Game) -> SeriesScore:
    """Return the score of the series once *game* is counted."""
    return (score_before(game) or SeriesScore()).with_outcome(Outcome(game.outcome))


def score_before(game: Game) -> SeriesScore | None:
    """Return the score before *game*, for the players of X and O as they sit in it.

    None between two people without an earlier result and without an agreed number of games.
    """
    outcomes = _outcomes_before(game)
    if game.is_between_people and not (outcomes or game.best_of):
        return None
    score = SeriesScore()
    for outcome, x_player in outcomes:
        score = score.with_outcome(_as_now(Outcome(outcome), x_player, game))
    return score


def _outcomes_before(game: Game) -> list[tuple[str, int | None]]:
    """Return each earlier game's outcome and player of X, in no order."""
    if game.series == game.uid:  # the first one, which gives the series its name
        return []
    # Only what is finished has an outcome. To ask for the status as well would let the database
    # choose the index of all that is finished.
    earlier = Game.objects.filter(series=game.series, pk__lt=game.pk).exclude(outcome="")
    return list(earlier.order_by().values_list("outcome", "x_player_id"))


def _as_now(outcome: Outcome, x_player: int | None, game: Game) -> Outcome:
    if outcome is Outcome.DRAW or x_player == game.x_player_id:
        return outcome
    return Outcome(Mark(outcome).other)
