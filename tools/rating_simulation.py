"""Do ratings find the order of players? Tried with players whose strength is known.

In a game between players of strengths r and s, the one who begins expects a score of
E = 1 / (1 + 10^-((r - s + a) / 400)). a is what it is worth to begin: nothing from an opening of
the book. That player wins with probability E², loses with (1 - E)², and draws otherwise: half of
the games between equals if a is 0. Nobody learns, tires, or is better on one side.

In each round everybody plays two games against somebody near in rating. These are rated *paired*:
from one opening, with changed seats, as one result; or *unpaired*: from the empty board, with
random seats, each game as a result of its own.
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

NEAR = 200.0  # standard deviation of the noise that is added to ratings before pairing neighbours
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

Games = Callable[[float, Random], tuple[float, ...]]  # takes a lead in rating, returns scores


@dataclass(frozen=True, slots=True)
class World:
    """So many *players*, whose strengths have the standard deviation *spread*."""

    players: int = 200
    rounds: int = 50  # that everybody plays
    spread: float = 300.0


@dataclass(frozen=True, slots=True)
class Correlation:
    """The rank correlations (Spearman's) of ratings and true strengths, with several seeds."""

    mean: float
    least: float


def paired(ahead: float, random: Random) -> tuple[float, ...]:
    """Return the score, 0 to 1, in a round of a player who is *ahead* by so much rating."""
    return (sum(_points(ahead, random) for _ in range(2)) / 2,)


def unpaired(advantage: float) -> Games:
    """Return how two games from the empty board go, where beginning is worth *advantage* points."""

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
    """Return the true strengths, and the ratings after all rounds."""
    true = [random.gauss(START, world.spread) for _ in range(world.players)]
    known = [Strength() for _ in true]
    for _ in range(world.rounds):
        for one, other in _pairings(known, random):
            for score in games(true[one] - true[other], random):
                known[one], known[other] = _after(known[one], known[other], score)
    return true, [each.rating for each in known]


def rank_correlation(some: Sequence[float], others: Sequence[float]) -> float:
    """Return Spearman's correlation; 0 if all values of one side are the same."""
    one, other = _ranks(some), _ranks(others)
    if not (np.ptp(one) and np.ptp(other)):
        return 0.0
    return float(np.corrcoef(one, other)[0, 1])


def _ranks(values: Sequence[float]) -> npt.NDArray[np.float64]:
    """Return the rank of each value; equal values share the mean of their ranks."""
    _, kinds, counts = np.unique(values, return_inverse=True, return_counts=True)
    return (np.cumsum(counts) - (counts - 1) / 2)[kinds]


def _pairings(known: Sequence[Strength], random: Random) -> Iterator[tuple[int, int]]:
    """Return pairs of players who are near in rating; of an odd number one is left out."""
    near = {player: each.rating + random.gauss(0, NEAR) for player, each in enumerate(known)}
    order = sorted(near, key=near.__getitem__)
    return zip(order[::2], order[1::2], strict=False)


def _after(one: Strength, other: Strength, score: float) -> tuple[Strength, Strength]:
    return updated(one, [RatedResult(other, score)]), updated(
        other, [RatedResult(one, 1.0 - score)]
    )


def _points(ahead: float, random: Random) -> float:
    """Return the score in a game, 0, ½ or 1: the mean of two tosses that succeed with E."""
    expected = 1 / (1 + 10 ** (-ahead / 400))
    return sum(random.random() < expected for _ in range(2)) / 2
