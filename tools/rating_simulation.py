"""Do ratings find the order of players? Tried with players whose strength is known.

Of a game between players of strengths r and s the first expects E = 1 / (1 + 10^-((r - s + a) /
400)) of the point, a being what it is worth to begin: nothing from an opening of the book. It wins
with a chance of E², loses with (1 - E)², and else draws: half of the games of equals, where neither
has an advantage. Nobody learns, tires, or is better on one side.

Everybody plays a meeting of two games with somebody near in rating, then everybody the next. They
are rated *paired*: from one opening, with changed seats, as one result; or *unpaired*: from the
empty board, with seats by chance, each game as a result of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from types import MappingProxyType

import numpy as np
import numpy.typing as npt

from games.core.rating import START, RatedResult, Strength, updated
from games.core.rules import Ruleset
from games.engine.arena.elo import difference

NEAR = 200.0  # standard deviation of what chance adds to ratings before neighbours are paired
# The share of the points that whoever begins makes from the empty board: 60 games of Searcher
# against itself each, after two random moves (docs/ratings.md).
SHARES: Mapping[Ruleset, float] = MappingProxyType(
    {
        Ruleset(6, 6, 4): 0.89,
        Ruleset(7, 7, 4): 0.85,
        Ruleset(7, 7, 5): 0.52,
        Ruleset(15, 15, 5): 0.71,
    }
)

Games = Callable[[float, Random], tuple[float, ...]]  # from a lead in rating: the scores to rate


@dataclass(frozen=True, slots=True)
class World:
    """So many *players*, of strengths that deviate by *spread*, and what they play."""

    players: int = 200
    rounds: int = 50  # that everybody plays
    spread: float = 300.0


@dataclass(frozen=True, slots=True)
class Correlation:
    """The rank correlations (Spearman's) of ratings and true strengths, with several seeds."""

    mean: float
    least: float


def paired(ahead: float, random: Random) -> tuple[float, ...]:
    """Return the score, 0 to 1, of a round of somebody so many points of rating *ahead*."""
    return (sum(_points(ahead, random) for _ in range(2)) / 2,)


def unpaired(advantage: float) -> Games:
    """Return two games from the empty board, where to begin is worth *advantage* points."""

    def play(ahead: float, random: Random) -> tuple[float, ...]:
        seats = random.choices((advantage, -advantage), k=2)
        return tuple(_points(ahead + seat, random) for seat in seats)

    return play


def advantage(ruleset: Ruleset) -> float:
    """Return how many points of rating it is worth to begin on *ruleset*, which SHARES has."""
    return difference(SHARES[ruleset])


def correlation(games: Games, world: World, seeds: Sequence[int]) -> Correlation:
    """Return how well ratings order the players of *world* in the end."""
    found = [rank_correlation(*simulated(games, world, Random(seed))) for seed in seeds]
    return Correlation(sum(found) / len(found), min(found))


def simulated(games: Games, world: World, random: Random) -> tuple[list[float], list[float]]:
    """Return true strengths, and the ratings that all rounds come to."""
    true = [random.gauss(START, world.spread) for _ in range(world.players)]
    known = [Strength() for _ in true]
    for _ in range(world.rounds):
        for one, other in _pairings(known, random):
            for score in games(true[one] - true[other], random):
                known[one], known[other] = _after(known[one], known[other], score)
    return true, [each.rating for each in known]


def rank_correlation(some: Sequence[float], others: Sequence[float]) -> float:
    """Return Spearman's correlation; 0 where all values are the same, which order nobody."""
    one, other = _ranks(some), _ranks(others)
    if not (np.ptp(one) and np.ptp(other)):
        return 0.0
    return float(np.corrcoef(one, other)[0, 1])


def _ranks(values: Sequence[float]) -> npt.NDArray[np.float64]:
    """Return the place of each in their order; the same values share the middle of theirs."""
    _, kinds, counts = np.unique(values, return_inverse=True, return_counts=True)
    return (np.cumsum(counts) - (counts - 1) / 2)[kinds]


def _pairings(known: Sequence[Strength], random: Random) -> Iterator[tuple[int, int]]:
    """Return everybody with somebody near; one is left out if their number is odd."""
    near = {player: each.rating + random.gauss(0, NEAR) for player, each in enumerate(known)}
    order = sorted(near, key=near.__getitem__)
    return zip(order[::2], order[1::2], strict=False)


def _after(one: Strength, other: Strength, score: float) -> tuple[Strength, Strength]:
    return updated(one, [RatedResult(other, score)]), updated(
        other, [RatedResult(one, 1.0 - score)]
    )


def _points(ahead: float, random: Random) -> float:
    """Return 0, ½ or 1 for a game of somebody so far *ahead*: the mean of two throws with E."""
    expected = 1 / (1 + 10 ** (-ahead / 400))
    return sum(random.random() < expected for _ in range(2)) / 2
