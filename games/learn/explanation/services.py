"""How the computer thinks about a position of a finished game, or about any other."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import msgspec
from django.core.cache import cache

from games.core.errors import GameError
from games.core.rules import Cell, Position, Ruleset
from games.engine.analysis.moves import Analysis
from games.engine.budget import Limits
from games.engine.explanation.counts import SearchCounts
from games.engine.explanation.story import Story, can_explain
from games.engine.search.value import Value
from games.learn.proofs import studies
from games.learn.review.services import finished_game
from games.live.limits import EXPLANATIONS, EXPLANATIONS_OF_ADDRESS, enter_asker
from games.live.storage import database
from games.live.workers import thinking
from games.live.workers.explaining import Silent, explainer
from tictactoe_site.common.limiters.at_once import Cap
from tictactoe_site.common.page_place import without_place

SECONDS_OF_PROOF = 1.5  # of search, when nobody else waits
SECONDS_KEPT = 24 * 3600  # for whoever looks at the same position again
MAX_AT_ONCE = 8  # one is worked on, the others wait for their turn
AT_WORK = Cap()


@dataclass(frozen=True, slots=True)
class Explanation:
    """How the methods of STORIES search a position, and how much each of METHODS looks at.

    For STORIES see `games.engine.explanation.story`, for METHODS `methods` beside it.
    """

    position: Position
    stories: Mapping[str, Story]  # empty if the game is over there
    counts: Mapping[str, SearchCounts]
    analysis: Analysis | None = None  # what is proven, if the stories only estimate
    line: tuple[Cell, ...] = ()  # the best moves of both, if a win is proven
    replies: Analysis | None = None  # what is proven of the replies to the first move of the line


_decoder = msgspec.msgpack.Decoder(Explanation)


async def explain(
    *,
    uid: str,
    ply: int,
    line: Sequence[Cell],
    asker: str,
    address: str = "",
) -> Explanation:
    """Return how the methods search after *ply* moves of a finished game and then the *line*.

    It counts as `explain_position` does. Raises GameError: no_such_game, not_over, bad_cell,
    too_large, too_fast, too_busy.
    """
    position = await database.run(_position, uid, ply, line)
    return await explain_position(position=position, asker=asker, address=address)


async def explain_position(
    *,
    position: Position,
    asker: str,
    address: str = "",
) -> Explanation:
    """Return how the methods search *position*.

    What was explained before costs nothing; the rest counts for *asker*, a user or an address, and
    for the *address* a user comes from. No more than MAX_AT_ONCE are found out at a time. Raises
    GameError: too_large, too_fast, too_busy.
    """
    if not can_explain(position.ruleset):
        raise GameError("too_large")
    if position.is_over:
        return Explanation(position, {}, {})
    key = _key(position)
    if known := await database.run(_cached_explanation, key):
        return known
    if not AT_WORK.take(most=MAX_AT_ONCE):
        raise GameError("too_busy")
    try:
        # Only whoever is let in is counted: to be turned away costs nothing.
        await database.run(_count, asker, address)
        async with without_place():
            explanation = await _find_out(position)
    finally:
        AT_WORK.give_back()
    # What was cut short is not kept: at another time it may come to its end.
    if not any(story.is_stopped for story in explanation.stories.values()):
        # While the value is open, keep it only until `studies` searches the position again.
        is_open = explanation.analysis is not None and explanation.analysis.value is None
        seconds = studies.SECONDS_LEFT_OPEN if is_open else SECONDS_KEPT
        await database.run(cache.set, key, msgspec.msgpack.encode(explanation), seconds)
    return explanation


def _count(asker: str, address: str) -> None:
    enter_asker(asker, address, each=EXPLANATIONS, of_address=EXPLANATIONS_OF_ADDRESS)


def _cached_explanation(key: str) -> Explanation | None:
    """Return what is kept for *key*, unless another version of the site wrote it otherwise."""
    try:
        return _decoder.decode(cache.get(key) or b"")
    except msgspec.DecodeError:
        return None


async def _find_out(position: Position) -> Explanation:
    try:
        told = await explainer.explain(position)
    except Silent:
        raise GameError("too_busy") from None
    if not any(story.is_estimated for story in told.stories.values()):
        return Explanation(position, told.stories, told.counts)
    proven = await studies.aknown_analysis(position) or await studies.study(position)
    line = await _line(position) if proven.value is Value.WIN else ()
    replies = await _replies(position, line)
    return Explanation(position, told.stories, told.counts, proven, line, replies)


async def _line(position: Position) -> tuple[Cell, ...]:
    """Return the best moves of both to the end, if they are proven in time."""
    from games.engine.search.proof import solve  # loads the compiler

    proof = await thinking.study(
        lambda seconds: solve(position, Limits(seconds=seconds)), SECONDS_OF_PROOF
    )
    return proof.line


async def _replies(position: Position, line: Sequence[Cell]) -> Analysis | None:
    """Return what the replies to the first move of *line* are worth, if there are any."""
    if len(line) < 2:
        return None
    after = position.play(line[0])
    return await studies.aknown_analysis(after) or await studies.study(after)


def _position(uid: str, ply: int, line: Sequence[Cell]) -> Position:
    game, cells = finished_game(uid)
    return position_after(game.ruleset, cells[:ply], line)


def position_after(ruleset: Ruleset, cells: Sequence[Cell], line: Sequence[Cell]) -> Position:
    """Return the position after *cells* and then *line*.

    Raises GameError("bad_cell") if *line* is not legal, and IllegalMove if *cells* are not.
    """
    position = Position.after(ruleset, cells)
    for cell in line:
        if cell not in position.legal_moves():
            raise GameError("bad_cell")
        position = position.play(cell)
    return position


def _key(position: Position) -> str:
    text = f"{position.ruleset}:{position.own}:{position.opposing}"
    # 7 is the version of the stored form: versions of the site share the cache.
    return f"explained:7:{hashlib.sha256(text.encode()).hexdigest()}"
