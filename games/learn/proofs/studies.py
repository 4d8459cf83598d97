"""What the moves of a position are worth: searched once, and kept for whoever asks next."""

from __future__ import annotations

import asyncio

from django.core.cache import cache

from games.core.rules import Position
from games.core.symmetry import key_of
from games.engine import Limits
from games.engine.analysis.moves import Analysis, MoveWorth
from games.engine.proving.stored import StoredTurn
from games.engine.search.value import Proven, Value
from games.engine.search.worth import estimates_of
from games.learn.proofs import store, stored_turns
from games.live.storage import database
from games.live.workers import thinking

SECONDS = 1.5  # of search, when nobody else waits
SHARE_OF_STORED = 0.25  # of SECONDS, at most, to find the position in a stored proof
SECONDS_LEFT_OPEN = 600  # after a search that left moves open, until it is tried again
# All moves of boards up to this are proven in 5 ms, about as long as it takes to read them.
CELLS_AT_ONCE = 16
SECONDS_AT_ONCE = 0.5  # at most, for these boards on a loaded machine


async def aknown_analysis(position: Position) -> Analysis | None:
    """Do what `known_analysis` does, away from the event loop."""
    if position.ruleset.cells <= CELLS_AT_ONCE:
        return await asyncio.to_thread(_at_once, position)
    return await database.run(_stored_analysis, position)


def known_analysis(position: Position) -> Analysis | None:
    """Return what the moves of *position*, which is not over, are worth, without a long search.

    Small boards are searched at once, in about 5 ms. For others, what is stored is returned, or
    None if `study` may find more.
    """
    if position.ruleset.cells <= CELLS_AT_ONCE:
        return _at_once(position)
    return _stored_analysis(position)


async def study(position: Position) -> Analysis:
    """Search what each move of *position*, which is not over, is worth, and keep what is proven.

    Raises GameError("too_busy").
    """
    from games.engine.analysis.analyser import analyse  # these load the compiler
    from games.engine.proving.finding import find_any_turn

    own, moves = await database.run(store.moves_of, position)

    def search(seconds: float) -> tuple[Analysis, StoredTurn | None]:
        limits = Limits(seconds=seconds * (1 - SHARE_OF_STORED))
        found = find_any_turn(position, Limits(seconds=seconds * SHARE_OF_STORED))
        return analyse(position, limits, known=moves), found

    analysis, turn = await thinking.study(search, SECONDS)
    analysis = _by_stored(analysis, turn).knowing(moves, own)
    await database.run(_keep, analysis, turn)
    return analysis


def _by_stored(analysis: Analysis, turn: StoredTurn | None) -> Analysis:
    """Return *analysis* with what *turn* adds: by its stored proof the first player wins."""
    if turn is None:
        return analysis
    if analysis.position.ply % 2:
        return analysis.knowing({}, Proven(Value.LOSS))
    return analysis.knowing({turn.cell: Proven(Value.WIN)})


def _at_once(position: Position) -> Analysis:
    from games.engine.analysis.analyser import analyse

    return analyse(position, Limits(seconds=SECONDS_AT_ONCE))


def _stored_analysis(position: Position) -> Analysis | None:
    own, moves = store.moves_of(position)
    estimated = (
        MoveWorth(cell, None, None, estimate) for cell, estimate in estimates_of(position).items()
    )
    analysis = Analysis(position, tuple(estimated), 0).knowing(moves, own)
    was_studied = analysis.is_complete or cache.get(_key(position))
    return analysis if was_studied else None


def _keep(analysis: Analysis, turn: StoredTurn | None) -> None:
    store.keep_all(analysis.proofs, analysis.nodes)
    if turn:
        stored_turns.keep(analysis.position, turn)
    if not analysis.is_complete:
        cache.set(_key(analysis.position), True, SECONDS_LEFT_OPEN)


def _key(position: Position) -> str:
    ruleset = position.ruleset
    return f"left-open:{ruleset.m}x{ruleset.n}x{ruleset.k}:{key_of(position).hex()}"
