"""The pools that people are rated in, each by itself, and which boards belong to them.

A rated game begins from an opening of its board's book (`games.engine.openings.balanced`), for from
the empty board whoever begins has too much of an advantage. So only boards with enough openings
belong to a pool; everything else is casual.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from games.core.clock import SECOND, TimeControl
from games.core.rules import MAX_SIDE, Ruleset
from games.engine.openings.balanced import book
from games.models import Pool

MIN_OPENINGS = 10  # of a board, or players soon know them all


@dataclass(frozen=True, slots=True)
class PoolTerms:
    """A board and a clock."""

    ruleset: Ruleset
    clock: TimeControl


@dataclass(frozen=True, slots=True)
class _Span:
    """The boards that a pool may have: marks in a row, and the least and most of both sides.

    On smaller boards nearly every game is drawn, which tells nothing.
    """

    k: int
    least: int
    most: int

    def has(self, ruleset: Ruleset) -> bool:
        sides_fit = all(self.least <= side <= self.most for side in (ruleset.m, ruleset.n))
        return ruleset.k == self.k and sides_fit


_SPANS = {Pool.FIVES: _Span(5, 9, MAX_SIDE), Pool.FOURS: _Span(4, 5, 7)}


def _clock(initial: int, increment: int) -> TimeControl:
    return TimeControl(initial * SECOND, increment * SECOND)


CLOCKS = (_clock(60, 1), _clock(120, 2), _clock(180, 2), _clock(300, 3))  # of rated games
# What is offered first.
USUAL: Mapping[Pool, PoolTerms] = MappingProxyType(
    {
        Pool.FIVES: PoolTerms(Ruleset(15, 15, 5), _clock(180, 2)),
        Pool.FOURS: PoolTerms(Ruleset(6, 6, 4), _clock(120, 2)),
    }
)


def pool_of(ruleset: Ruleset) -> Pool | None:
    """Return the pool that rated games on *ruleset* count in; None if they cannot be rated."""
    pool = next((pool for pool, span in _SPANS.items() if span.has(ruleset)), None)
    return pool if pool and len(book(ruleset)) >= MIN_OPENINGS else None


@cache
def boards(pool: Pool) -> tuple[Ruleset, ...]:
    """Return the boards of *pool*, in landscape and in portrait, the smallest first."""
    span = _SPANS[pool]
    sides = range(span.least, span.most + 1)
    every = (Ruleset(m, n, span.k) for m in sides for n in sides)
    found = (ruleset for ruleset in every if pool_of(ruleset) is pool)
    return tuple(sorted(found, key=lambda ruleset: (ruleset.cells, ruleset.m)))
