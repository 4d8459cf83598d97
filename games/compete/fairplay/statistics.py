"""How far a number can be believed: intervals in which it lies with 95 % certainty."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, stdev, variance

Z = 1.96  # standard deviations to either side of a normal distribution's mean, which hold 95 %


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number found in a *sample* of so many, and where it lies with 95 % certainty."""

    value: float
    low: float
    high: float
    sample: int


def share(hits: int, tries: int) -> Estimate | None:
    """Return the share of *hits*, with Wilson's interval; None without *tries*."""
    if not tries:
        return None
    found, z2 = hits / tries, Z * Z
    centre = (found + z2 / (2 * tries)) / (1 + z2 / tries)
    spread = math.sqrt(found * (1 - found) / tries + z2 / (4 * tries * tries))
    half = Z * spread / (1 + z2 / tries)
    return Estimate(found, max(0.0, centre - half), min(1.0, centre + half), tries)


def difference(one: Sequence[float], other: Sequence[float]) -> Estimate | None:
    """Return how far the mean of *one* is above that of *other*; None with fewer than 2 of each."""
    if min(len(one), len(other)) < 2:
        return None
    found = fmean(one) - fmean(other)
    half = Z * math.sqrt(variance(one) / len(one) + variance(other) / len(other))
    return Estimate(found, found - half, found + half, len(one) + len(other))


def variation(numbers: Sequence[float]) -> float | None:
    """Return the standard deviation as a part of the mean; None for fewer than two, or mean 0."""
    if len(numbers) < 2 or not (mean := fmean(numbers)):
        return None
    return stdev(numbers) / mean
