"""What a search that was told step by step took, and what it found.

counts_of(explain(position, "alpha_beta_with_table")).nodes
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from games.core.rules import Cell, Position
from games.engine.budget import Limits
from games.engine.explanation.methods import METHODS, explain
from games.engine.search.events import (
    Bound,
    Cut,
    Entered,
    Improved,
    SearchEvent,
    Stopped,
    Valued,
    WorthSource,
)
from games.engine.search.worth import Worth


@dataclass(frozen=True, slots=True)
class SearchCounts:
    """What a search took and what it found.

    *worth* and *bound* are those of the root; None if the search was stopped before.
    """

    nodes: int = 0  # positions looked at, repetitions included
    ends: int = 0  # of them, games that were over
    estimates: int = 0  # of them, at the horizon
    remembered: int = 0  # of them, known from the table
    cuts: int = 0
    skipped: int = 0  # moves that cuts left out
    deepest: int = 0  # moves from the start
    best: Cell | None = None  # so far, if it was stopped
    worth: Worth | None = None
    bound: Bound | None = None
    is_complete: bool = True


def counts_of(events: Iterable[SearchEvent]) -> SearchCounts:
    """Use up a stream of events, and return what it comes to."""
    counter = _Counter()
    for event in events:
        counter.count(event)
    return counter.counts()


def compare(
    position: Position,
    *,
    horizon: int | None = None,
    heuristic: str = "lines",
    limits: Limits | None = None,
) -> dict[str, SearchCounts]:
    """Return what each method takes for the same question. Raises what `explain` raises.

    Each method may spend the whole *limits*.
    """
    return {
        method: counts_of(
            explain(position, method, horizon=horizon, heuristic=heuristic, limits=limits)
        )
        for method in METHODS
    }


class _Counter:
    """A counter that goes on while events come."""

    def __init__(self) -> None:
        self._nodes = self._cuts = self._skipped = self._deepest = 0
        self._by_source = dict.fromkeys(WorthSource, 0)
        self._best: Cell | None = None
        self._first_node: Valued | None = None
        self._is_complete = True

    def count(self, event: SearchEvent) -> None:
        match event:
            case Entered():
                self._nodes += 1
                self._deepest = max(self._deepest, len(event.path))
            case Valued():
                self._by_source[event.source] += 1
                if not event.path:
                    self._first_node = event
            case Improved(path=()):
                self._best = event.cell
            case Cut():
                self._cuts += 1
                self._skipped += len(event.skipped)
            case Stopped():
                self._is_complete = False

    def counts(self) -> SearchCounts:
        first = self._first_node
        return SearchCounts(
            nodes=self._nodes,
            ends=self._by_source[WorthSource.END],
            estimates=self._by_source[WorthSource.HORIZON],
            remembered=self._by_source[WorthSource.TABLE],
            cuts=self._cuts,
            skipped=self._skipped,
            deepest=self._deepest,
            best=self._best,
            worth=first.worth if first else None,
            bound=first.bound if first else None,
            is_complete=self._is_complete,
        )
