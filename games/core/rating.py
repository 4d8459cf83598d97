"""Glicko-2 ratings: how strong somebody is, how sure that is, and how steady.

After Mark Glickman, "Example of the Glicko-2 system", 2013, whose steps are named here:
http://www.glicko.net/glicko/glicko2.pdf. The system's constants are taken from lichess. Puzzles
have ratings as people do: who solves one has won against it.

    after = updated(Strength(), [RatedResult(puzzle, 1.0)])
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace

START = 1500.0
MAX_DEVIATION = 500.0  # of a player of whom nothing is known
MIN_DEVIATION = 45.0
MAX_VOLATILITY = 0.1
LOWEST = 400.0
MAX_CHANGE = 700.0  # by one calculation
TAU = 0.75  # how quickly volatility may change; below 2
PERIODS_A_DAY = 0.21436  # a deviation of 60 becomes 110 in a year, at a volatility of 0.06
PROVISIONAL_FROM = 110.0  # the deviation from which a rating is said to be uncertain

SCALE = 173.7178  # points of rating to one of Glicko-2's own scale
PRECISION = 0.000001  # of the logarithm of the new volatility's square


@dataclass(frozen=True, slots=True)
class Strength:
    """A rating, its deviation, and its volatility, which grows with surprising results.

    The true strength lies within two deviations of the rating with a certainty of 95 %.
    """

    rating: float = START
    deviation: float = MAX_DEVIATION
    volatility: float = 0.09

    @property
    def is_provisional(self) -> bool:
        return self.deviation >= PROVISIONAL_FROM


@dataclass(frozen=True, slots=True)
class RatedResult:
    """The score against an *opponent*, from 0 (lost) to 1 (won).

    Two results of *weight* 0.5 count as much as one of 1; a result of weight 0 does not count.
    """

    opponent: Strength
    score: float
    weight: float = 1.0


def decayed(rating: Strength, days: float) -> Strength:
    """Return *rating* after *days* without a result: less and less is known."""
    periods = PERIODS_A_DAY * max(0.0, days)
    deviation = math.hypot(rating.deviation, SCALE * rating.volatility * math.sqrt(periods))
    return replace(rating, deviation=min(deviation, MAX_DEVIATION))


def updated(
    rating: Strength, results: Iterable[RatedResult], tau: float = TAU, periods: float = 0.0
) -> Strength:
    """Return *rating* after *results*, which took so many *periods*; without results it stays.

    Glickman gathers the results of a period. Here each counts when it comes, as on lichess: call
    `decayed` first for the time since the one before.
    """
    results = tuple(result for result in results if result.weight)
    if not results:
        return rating
    mu, phi = (rating.rating - START) / SCALE, rating.deviation / SCALE
    variance, gain = _variance_and_gain(mu, results)  # steps 3 and 4
    delta = variance * gain
    volatility = _volatility(rating.volatility, phi, variance, delta, tau)  # step 5
    widened = phi * phi + periods * volatility * volatility  # step 6
    phi = 1.0 / math.sqrt(1.0 / widened + 1.0 / variance)  # step 7
    change = SCALE * phi * phi * gain
    change = max(-MAX_CHANGE, min(MAX_CHANGE, change))
    return Strength(
        max(LOWEST, rating.rating + change),
        max(MIN_DEVIATION, min(MAX_DEVIATION, SCALE * phi)),
        min(MAX_VOLATILITY, volatility),
    )


@dataclass(frozen=True, slots=True)
class Working:
    """How one result moves a rating: *change* is *step* times *surprise*.

    *surprise* is the score less the *expected* one. *step* is larger for an uncertain rating, and
    smaller against one: *certainty* is 1 if the opponent's rating is known exactly. *change* and
    the new *deviation* do not keep to the bounds of `updated` yet.
    """

    certainty: float
    expected: float
    surprise: float
    step: float
    change: float
    deviation: float


def working(rating: Strength, result: RatedResult) -> Working:
    """Return how `updated` gets from *rating* to the next one, by *result* alone."""
    mu, phi = (rating.rating - START) / SCALE, rating.deviation / SCALE
    certainty, expected = _certainty(result.opponent), _expected(mu, result.opponent)
    variance, _ = _variance_and_gain(mu, (result,))
    squared = 1.0 / (1.0 / (phi * phi) + 1.0 / variance)
    surprise = result.score - expected
    step = SCALE * squared * certainty * result.weight
    return Working(certainty, expected, surprise, step, step * surprise, SCALE * math.sqrt(squared))


def expected_score(rating: Strength, opponent: Strength) -> float:
    """Return the score expected of *rating*: nearer to 0.5, the less is known of *opponent*."""
    return _expected((rating.rating - START) / SCALE, opponent)


def _variance_and_gain(mu: float, results: tuple[RatedResult, ...]) -> tuple[float, float]:
    """Return Glickman's v, and the weighted sum of the scores less the expected ones."""
    information = gain = 0.0
    for result in results:
        certainty = _certainty(result.opponent)
        expected = _expected(mu, result.opponent)
        information += result.weight * certainty * certainty * expected * (1.0 - expected)
        gain += result.weight * certainty * (result.score - expected)
    return 1.0 / information if information else math.inf, gain


def _certainty(opponent: Strength) -> float:
    """Return Glickman's g: the less is known of the opponent, the less a result counts."""
    phi = opponent.deviation / SCALE
    return 1.0 / math.sqrt(1.0 + 3.0 * phi * phi / (math.pi * math.pi))


def _expected(mu: float, opponent: Strength) -> float:
    """Return Glickman's E."""
    return 1.0 / (1.0 + math.exp(-_certainty(opponent) * (mu - (opponent.rating - START) / SCALE)))


def _volatility(sigma: float, phi: float, variance: float, delta: float, tau: float) -> float:
    """Return the new volatility (step 5): the zero of f, by the Illinois algorithm."""
    start = math.log(sigma * sigma)

    def f(x: float) -> float:
        surprise = math.exp(x)
        spread = phi * phi + variance + surprise
        excess = surprise * (delta * delta - spread) / (2.0 * spread * spread)
        return excess - (x - start) / (tau * tau)

    beyond = delta * delta - phi * phi - variance
    # Else one step of tau is enough: f is above 1 / tau - 1 / 2 there.
    low, high = start, math.log(beyond) if beyond > 0.0 else start - tau
    f_low, f_high = f(low), f(high)
    while abs(high - low) > PRECISION:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0.0:
            low, f_low = high, f_high
        else:
            # Illinois: halve the value at an end that stays, or the other end would only creep.
            f_low /= 2.0
        high, f_high = middle, f_middle
    return math.exp(low / 2.0)
