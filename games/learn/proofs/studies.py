"""What the moves of a position are worth: found out once, and kept for whoever asks next."""

from __future__ import annotations

import asyncio

from django.core.cache import cache

from games.core.errors import GameError
from games.core.rules import Position
from games.core.symmetry import key_of
from games.engine import Limits
from games.engine.analysis.moves import Analysis, MoveWorth
from games.engine.search.worth import estimates_of
from games.learn.proofs import store
from games.live.storage import database
from games.live.workers import thinking

SECONDS = 1.5  # of search, when nobody else waits
SECONDS_LEFT_OPEN = 600  # after a search that left moves open: then another may know more
# All moves of smaller boards are proven in 5 ms, about as long as it takes to read them.
CELLS_AT_ONCE = 16
SECONDS_AT_ONCE = 0.5  # which a loaded machine may need


async def known(position: Position) -> Analysis | None:
    """Do what `read` does, away from the event loop."""
    if position.ruleset.cells <= CELLS_AT_ONCE:
        return await asyncio.to_thread(_at_once, position)
    return await database.run(_known, position)


def read(position: Position) -> Analysis | None:
    """Return what the moves of *position*, which goes on, are worth, as far as that takes some 5
    ms.

    None if a search may find more than is known.
    """
    return _at_once(position) if position.ruleset.cells <= CELLS_AT_ONCE else _known(position)


async def study(position: Position) -> Analysis:
    """Return what each move of *position*, which goes on, is worth, as far as that is proven in
    time.

    Raises GameError("too_busy").
    """
    from games.engine.analysis.analyser import analyse  # loads the compiler

    own, moves = await database.run(store.moves_of, position)
    try:
        analysis = await thinking.study(
            lambda seconds: analyse(position, Limits(seconds=seconds), known=moves), SECONDS
        )
    except thinking.TooManySearches:
        raise GameError("too_busy") from None
    analysis = analysis.knowing(moves, own)
    await database.run(_keep, analysis)
    return analysis


def _at_once(position: Position) -> Analysis:
    from games.engine.analysis.analyser import analyse

    return analyse(position, Limits(seconds=SECONDS_AT_ONCE))


def _known(position: Position) -> Analysis | None:
    own, moves = store.moves_of(position)
    estimated = (
        MoveWorth(cell, None, None, estimate) for cell, estimate in estimates_of(position).items()
    )
    analysis = Analysis(position, tuple(estimated), 0).knowing(moves, own)
    was_studied = analysis.is_complete or cache.get(_key(position))
    return analysis if was_studied else None


def _keep(analysis: Analysis) -> None:
    store.keep_all(analysis.proofs, analysis.nodes)
    if not analysis.is_complete:
        cache.set(_key(analysis.position), True, SECONDS_LEFT_OPEN)


def _key(position: Position) -> str:
    ruleset = position.ruleset
    return f"left-open:{ruleset.m}x{ruleset.n}x{ruleset.k}:{key_of(position).hex()}"
