"""How strong players are by the games between them, on the scale of A. Elo, with error bars.

A difference of 400 means that the stronger is expected to score ten times as often. The ratings
are those under which the results are likeliest (the model of Zermelo 1929 and of Bradley and
Terry 1952), a draw counted as half a win; they are found by Newton's method. The errors, of 95 %
certainty, take the likelihood near its peak for a normal distribution.

Between two players that met, one drawn game is added. So even a player that always won has a
finite rating, which grows with the games it won.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from math import inf, log, log10, sqrt

import numpy as np
from numpy.typing import NDArray

NATURAL = 400 / log(10)  # Elo in one unit of the natural logistic curve
NORMAL_95 = 1.96  # standard deviations
SUPPOSED_DRAWS = 1.0  # drawn games that are added between two that met
STEPS = 100  # of Newton's method, at most
CLOSE = 1e-9  # a step so small is the last

Matrix = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class EloRating:
    """A strength in relation to others, and how far it may be off, with 95 % certainty."""

    elo: float
    error: float


@dataclass(frozen=True, slots=True)
class ScoreInterval:
    """A share of points, and the bounds of the true share, with 95 % certainty."""

    share: float
    least: float
    most: float


def ratings(
    results: Iterable[tuple[str, str, float]], beside: Collection[str] = ()
) -> Mapping[str, EloRating]:
    """Return ratings from games, each given as two names and the points of the first: 1, ½ or 0.

    They are relative to the mean of those named *beside* that have games; of all, if none has.
    """
    names, points = _points(results)
    games = points + points.T
    strengths = _likeliest(points, games)
    # Only differences are known, so the information is singular and has but a pseudo-inverse.
    covariance = np.linalg.pinv(_information(strengths, games))
    compared = np.array([name in beside for name in names], np.float64)
    if compared.any():
        to_difference = np.eye(len(names)) - compared / compared.sum()
        strengths = to_difference @ strengths
        covariance = to_difference @ covariance @ to_difference.T
    errors = NORMAL_95 * np.sqrt(np.maximum(0.0, np.diag(covariance)))
    return {
        name: EloRating(float(strength * NATURAL), float(error * NATURAL))
        for name, strength, error in zip(names, strengths, errors, strict=True)
    }


def score(points: float, games: int) -> ScoreInterval:
    """Return the share of *points* in *games*, at least one (E.B. Wilson's interval, 1927)."""
    share, spread = points / games, NORMAL_95**2 / games
    middle = (share + spread / 2) / (1 + spread)
    reach = sqrt(share * (1 - share) * spread + spread**2 / 4) / (1 + spread)
    return ScoreInterval(share, max(0.0, middle - reach), min(1.0, middle + reach))


def difference(share: float) -> float:
    """Return by how much Elo a player is stronger who scores this *share* of the points."""
    if share <= 0:
        return -inf
    return inf if share >= 1 else 400 * log10(share / (1 - share))


def _points(results: Iterable[tuple[str, str, float]]) -> tuple[list[str], Matrix]:
    """Return the names, and the points of each (row) against each other (column)."""
    games = list(results)
    names = list(dict.fromkeys(name for first, second, _ in games for name in (first, second)))
    index = {name: place for place, name in enumerate(names)}
    points = np.zeros((len(names), len(names)))
    for first, second, result in games:
        points[index[first], index[second]] += result
        points[index[second], index[first]] += 1 - result
    met = (points + points.T) > 0
    return names, points + met * SUPPOSED_DRAWS / 2


def _likeliest(points: Matrix, games: Matrix) -> Matrix:
    strengths = np.zeros(len(points))
    for _ in range(STEPS):
        surplus = (points - games * _expected(strengths)).sum(axis=1)
        step = np.linalg.pinv(_information(strengths, games)) @ surplus
        # No step of more than 1: the curve is flat far out, where Newton's steps leap.
        step /= max(1.0, float(np.abs(step).max(initial=0.0)))
        strengths = strengths + step
        if np.abs(step).max(initial=0.0) < CLOSE:
            break
    return np.asarray(strengths - strengths.mean() if len(strengths) else strengths)


def _expected(strengths: Matrix) -> Matrix:
    """Return the share of points that each (row) can expect against each other (column)."""
    return np.asarray(1 / (1 + np.exp(strengths[None, :] - strengths[:, None])))


def _information(strengths: Matrix, games: Matrix) -> Matrix:
    """Return Fisher's information about the strengths."""
    expected = _expected(strengths)
    weights = games * expected * (1 - expected)
    return np.asarray(np.diag(weights.sum(axis=1)) - weights)
