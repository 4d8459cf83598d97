"""What happens during a readable search of the game tree, one event after the other.

An event belongs to a node of the tree, named by its *path*: the moves that lead there from the
position that was asked about. Every worth in an event is seen by the side to move in that first
position, so it keeps its meaning from node to node: the side to move wants the worth high, the
other side low.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from enum import StrEnum

from games.core.rules import Cell
from games.engine.search.worth import Worth

Path = tuple[Cell, ...]


class Bound(StrEnum):
    """How much a worth says: after a cut-off a node is worth at least or at most so much."""

    EXACT = "exact"
    AT_LEAST = "at_least"
    AT_MOST = "at_most"

    @property
    def reversed(self) -> Bound:
        """This bound seen by the other side."""
        return _REVERSED[self]


_REVERSED = {
    Bound.EXACT: Bound.EXACT,
    Bound.AT_LEAST: Bound.AT_MOST,
    Bound.AT_MOST: Bound.AT_LEAST,
}


class WorthSource(StrEnum):
    """Where a node's worth comes from."""

    END = "end"  # the game is over there
    HORIZON = "horizon"  # as far as the search looks: an estimate
    TABLE = "table"  # the same position was searched before
    MOVES = "moves"  # the best of what the moves there are worth


@dataclass(frozen=True, slots=True)
class Entered:
    """A node is looked at. Only a worth between *low* and *high* could still matter."""

    path: Path
    low: Worth
    high: Worth


@dataclass(frozen=True, slots=True)
class Improved:
    """*cell* is the best move found at this node so far."""

    path: Path
    cell: Cell
    worth: Worth
    bound: Bound


@dataclass(frozen=True, slots=True)
class Cut:
    """The moves *skipped* need no look: after *cell* the node cannot matter any more.

    The side to move there has made sure of *worth*, and the other side does at least as well,
    with *limit*, by not letting it come to this node.
    """

    path: Path
    cell: Cell
    worth: Worth
    limit: Worth
    skipped: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Valued:
    """A node is done with: what it is worth, how exactly that is known, and from where."""

    path: Path
    worth: Worth
    bound: Bound
    source: WorthSource


@dataclass(frozen=True, slots=True)
class Stopped:
    """The limits were met; what the events so far say still holds."""


SearchEvent = Entered | Improved | Cut | Valued | Stopped
# It returns what the node is worth to the side to move in it.
EventStream = Generator[SearchEvent, None, Worth]


def seen_from_the_start(path: Path, worth: Worth) -> Worth:
    """Turn a *worth* for the side to move after *path* into one for the side to move at first."""
    return 0.0 - worth if len(path) % 2 else worth + 0.0  # never the float -0.0


def valued(path: Path, worth: Worth, bound: Bound, source: WorthSource) -> Valued:
    """Return the event for a *worth* and a *bound* as the side to move after *path* sees them."""
    return Valued(path, seen_from_the_start(path, worth), _bound(path, bound), source)


def improved(path: Path, cell: Cell, worth: Worth, bound: Bound) -> Improved:
    """Return the event for a *worth* and a *bound* as the side to move after *path* sees them."""
    return Improved(path, cell, seen_from_the_start(path, worth), _bound(path, bound))


def _bound(path: Path, bound: Bound) -> Bound:
    return bound.reversed if len(path) % 2 else bound
