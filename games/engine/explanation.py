"""A search of the game tree, told step by step, and what it took.

    for event in explain(position, "alpha_beta"): ...
    counts_of(explain(position, "alpha_beta_with_table")).nodes

The events are those of the players' own search, so what is told is what they do. Moves are
searched in the order of the cells.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from games.core.errors import GameError
from games.core.rules import Cell, Position
from games.engine.alpha_beta import AlphaBeta
from games.engine.checks import check_to_move
from games.engine.events import (
    Bound,
    Cut,
    Entered,
    Event,
    Improved,
    Reason,
    Search,
    Stopped,
    Valued,
)
from games.engine.heuristic import heuristic_named
from games.engine.limits import Budget, Limits, OutOfBudget
from games.engine.minimax import Minimax
from games.engine.worth import Worth

METHODS: Mapping[str, tuple[type[Minimax] | type[AlphaBeta], bool]] = MappingProxyType(
    {
        "minimax": (Minimax, False),
        "minimax_with_table": (Minimax, True),
        "alpha_beta": (AlphaBeta, False),
        "alpha_beta_with_table": (AlphaBeta, True),
    }
)


def explain(
    position: Position,
    method: str,
    *,
    horizon: int | None = None,
    heuristic: str = "lines",
    limits: Limits | None = None,
) -> Iterator[Event]:
    """The events of a search of *position*, as they happen; the last may be that it Stopped.

    Without a *horizon* it looks at every game to its end. Raises GameError, before the first
    event: unknown_method, bad_horizon, unknown_heuristic, impossible_position, game_over.
    """
    if method not in METHODS:
        raise GameError("unknown_method")
    if horizon is not None and horizon < 1:
        raise GameError("bad_horizon")
    check_to_move(position)
    limits = limits or Limits()
    judge = heuristic_named(heuristic, limits.random())
    kind, with_table = METHODS[method]
    table: dict[tuple[int, int], Any] | None = {} if with_table else None
    search = kind(horizon or position.ruleset.cells, judge, Budget(limits), table)
    return _until_stopped(search.search(position))


def _until_stopped(search: Search) -> Iterator[Event]:
    try:
        yield from search
    except OutOfBudget:
        yield Stopped()


@dataclass(frozen=True, slots=True)
class Counts:
    """What a search took and what it found.

    *worth* and *bound* are those of the first node, None if the search was stopped before.
    """

    nodes: int = 0  # positions looked at, as often as they were
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


def counts_of(events: Iterable[Event]) -> Counts:
    """Sum up a stream of events, which is used up by it."""
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
) -> dict[str, Counts]:
    """What each method takes for the same question. Raises what `explain` raises.

    The limits are those of each method by itself.
    """
    return {
        method: counts_of(
            explain(position, method, horizon=horizon, heuristic=heuristic, limits=limits)
        )
        for method in METHODS
    }


class _Counter:
    """Counts while events come."""

    def __init__(self) -> None:
        self._nodes = self._cuts = self._skipped = self._deepest = 0
        self._by_reason = dict.fromkeys(Reason, 0)
        self._best: Cell | None = None
        self._first_node: Valued | None = None
        self._is_complete = True

    def count(self, event: Event) -> None:
        match event:
            case Entered():
                self._nodes += 1
                self._deepest = max(self._deepest, len(event.path))
            case Valued():
                self._by_reason[event.reason] += 1
                if not event.path:
                    self._first_node = event
            case Improved(path=()):
                self._best = event.cell
            case Cut():
                self._cuts += 1
                self._skipped += len(event.skipped)
            case Stopped():
                self._is_complete = False

    def counts(self) -> Counts:
        first = self._first_node
        return Counts(
            nodes=self._nodes,
            ends=self._by_reason[Reason.END],
            estimates=self._by_reason[Reason.HORIZON],
            remembered=self._by_reason[Reason.TABLE],
            cuts=self._cuts,
            skipped=self._skipped,
            deepest=self._deepest,
            best=self._best,
            worth=first.worth if first else None,
            bound=first.bound if first else None,
            is_complete=self._is_complete,
        )
