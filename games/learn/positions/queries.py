"""Reads how positions were played, as `counting` has counted it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from games.core.rules import Position
from games.core.symmetry import key_of, keys_after
from games.learn.positions.counting import LATEST
from games.models import Game, PositionCount

if TYPE_CHECKING:
    from games.engine.arena.elo import ScoreInterval

MIN_GAMES = 20  # with fewer, nothing is said about how a move scored

Who = PositionCount.Who


@dataclass(frozen=True, slots=True)
class PlayedMove:
    """How often a move was made, and what it scored for the side that made it."""

    games: int
    share: ScoreInterval  # of all moves made in the position
    scored: float | None  # None: too few games to say


@dataclass(frozen=True, slots=True)
class PositionPlays:
    """How a position was played by *who*: its *moves* by the keys of the positions after them."""

    who: PositionCount.Who
    games: int
    games_of_others: int
    moves: Mapping[bytes, PlayedMove]
    latest: tuple[Game, ...]


def played_in(position: Position, who: PositionCount.Who | None = None) -> PositionPlays:
    """Return how *position*, the image that stands for all, was played by *who*. Two queries.

    Without *who*: by people, or by programs if only they have played it.
    """
    ruleset, after = position.ruleset, keys_after(position)
    rows = PositionCount.objects.filter(m=ruleset.m, n=ruleset.n, k=ruleset.k, key=key_of(position))
    by_who: dict[int, list[PositionCount]] = defaultdict(list)
    for row in rows:
        by_who[row.who].append(row)
    if who is None:
        who = Who.PROGRAMS if by_who[Who.PROGRAMS] and not by_who[Who.PEOPLE] else Who.PEOPLE
    by_move: dict[bytes, list[PositionCount]] = defaultdict(list)
    for row in by_who[who]:
        by_move[after[row.cell]].append(row)
    games = _games(by_who[who])
    return PositionPlays(
        who,
        games,
        games_of_others=_games(by_who[Who(1 - who)]),
        moves={key: _played(some, games) for key, some in by_move.items()},
        latest=_latest(by_who[who]),
    )


def _games(rows: Iterable[PositionCount]) -> int:
    return sum(row.games for row in rows)


def _played(rows: Iterable[PositionCount], all_games: int) -> PlayedMove:
    from games.engine.arena.elo import score  # loads numpy

    rows = list(rows)
    games, points = _games(rows), sum(row.won + row.drawn / 2 for row in rows)
    return PlayedMove(
        games, score(games, all_games), points / games if games >= MIN_GAMES else None
    )


def _latest(rows: Iterable[PositionCount]) -> tuple[Game, ...]:
    keys = sorted({key for row in rows for key in row.latest}, reverse=True)[:LATEST]
    if not keys:
        return ()
    return tuple(Game.objects.public().for_lists().filter(pk__in=keys).order_by("-pk"))
