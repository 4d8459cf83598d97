"""Who did how well in a tournament."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from games.engine.arena.elo import EloRating, ratings
from games.engine.arena.tournament import ArenaGame, TimeUsed


@dataclass(frozen=True, slots=True)
class EntrantResult:
    """The results of one entrant."""

    name: str
    won: int
    drawn: int
    lost: int
    rating: EloRating
    last_round: int
    used: TimeUsed  # in all games

    @property
    def games(self) -> int:
        return self.won + self.drawn + self.lost

    @property
    def points(self) -> float:
        return self.won + self.drawn / 2


def standings(names: Sequence[str], games: Sequence[ArenaGame]) -> list[EntrantResult]:
    """Return the entrants, best first: by the round they came to, then by rating, then as given."""
    rated = ratings((game.first, game.second, game.points(game.first)) for game in games)
    table = [_standing(name, games, rated.get(name, EloRating(0.0, 0.0))) for name in names]
    champion = champion_of(games, len(names))
    return sorted(
        table,
        key=lambda one: (one.last_round + (one.name == champion), one.rating.elo),
        reverse=True,
    )


def champion_of(games: Sequence[ArenaGame], entrants: int) -> str | None:
    """Return who won an elimination of so many *entrants*.

    None if it was interrupted before its last match, and for other tournaments.
    """
    last = max((game.round for game in games), default=0)
    matches = {(game.round, frozenset((game.first, game.second))) for game in games}
    if last == 0 or len(matches) < entrants - 1:
        return None
    final = [game for game in games if game.round == last]
    entrant, other = final[0].first, final[0].second
    lead = sum(game.points(entrant) - game.points(other) for game in final)
    return other if lead < 0 else entrant


def against(name: str, other: str, games: Iterable[ArenaGame]) -> tuple[float, int]:
    """Return the points of *name* in its games with *other*, and their number."""
    between = [game for game in games if {game.first, game.second} == {name, other}]
    return sum(game.points(name) for game in between), len(between)


def _standing(name: str, games: Iterable[ArenaGame], rating: EloRating) -> EntrantResult:
    own = [game for game in games if name in (game.first, game.second)]
    results = [game.points(name) for game in own]
    used = [game.used[game.first != name] for game in own]
    return EntrantResult(
        name=name,
        won=results.count(1.0),
        drawn=results.count(0.5),
        lost=results.count(0.0),
        rating=rating,
        last_round=max((game.round for game in own), default=0),
        used=TimeUsed(
            moves=sum(one.moves for one in used),
            seconds=sum(one.seconds for one in used),
            longest=max((one.longest for one in used), default=0.0),
        ),
    )
