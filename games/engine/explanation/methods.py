"""A search of the game tree, told step by step.

    for event in explain(position, "alpha_beta"): ...

The events are those of the players' own search, so what is told is what they do. Moves are
searched in the order of the cells.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

from games.core.errors import GameError
from games.core.rules import Position
from games.engine.budget import Budget, Limits, OutOfBudget
from games.engine.player import check_to_move
from games.engine.search.alpha_beta import AlphaBeta
from games.engine.search.events import (
    EventStream,
    SearchEvent,
    Stopped,
)
from games.engine.search.minimax import Minimax
from games.engine.search.worth import heuristic_named

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
) -> Iterator[SearchEvent]:
    """Return the events of a search of *position*, as they happen; the last one may be Stopped.

    Without a *horizon* it looks at every game to its end. Raises GameError, before the first
    event: unknown_method, bad_horizon, unknown_heuristic, impossible_position, game_over.
    """
    if method not in METHODS:
        raise GameError("unknown_method", f"the methods are {', '.join(METHODS)}")
    if horizon is not None and horizon < 1:
        raise GameError("bad_horizon", f"a horizon is at least 1 move, not {horizon}")
    check_to_move(position)
    limits = limits or Limits()
    judge = heuristic_named(heuristic, limits.random())
    kind, with_table = METHODS[method]
    table: dict[tuple[int, int], Any] | None = {} if with_table else None
    search = kind(horizon or position.ruleset.cells, judge, Budget(limits), table)
    return _until_stopped(search.search(position))


def _until_stopped(search: EventStream) -> Iterator[SearchEvent]:
    try:
        yield from search
    except OutOfBudget:
        yield Stopped()
