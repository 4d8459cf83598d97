"""Judges moves of puzzles by proof, and limits how often somebody may have that done.

    judgement = answer(
        position=position, cell=cell, value=Value(puzzle.value), user_id=user.pk, address=address
    )

No attempt is stored here, so streaks, storms and mistakes have their moves judged here, too. What
has been proven before is not searched again.

On large boards only threats prove anything. There a winning move is right if threats prove the win,
however long that takes. It is wrong if it is proven to lose, or if all threats after it were tried
in vain. A defence is right if all threats of the other side were tried in vain.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypeVar

from asgiref.sync import async_to_sync
from django.db import close_old_connections

from games.core.rules import Cell, Position, Ruleset
from games.engine import Limits
from games.engine.analysis.moves import Analysis
from games.engine.search.glance import blocking_cells, winning_cells
from games.engine.search.value import Value
from games.learn.proofs import studies
from games.live import limits
from games.live.workers import thinking
from tictactoe_site.common.page_place import without_place

R = TypeVar("R")

NO_LIMITS = Limits(seconds=float("inf"))
SECONDS_OF_THREATS = 3.0  # the hardest moves take that on a loaded machine, most take 0.1
SECONDS_A_LINE = 1.5  # to find the moves that follow on a large board
CELLS_AT_ONCE = 16  # the moves of boards up to this are proven in some milliseconds


class MoveVerdict(StrEnum):
    """What a move was."""

    RIGHT = "right"  # it keeps the value
    WRONG = "wrong"  # it is proven not to, or all threats after it were tried in vain
    OPEN = "open"  # neither is proven


@dataclass(frozen=True, slots=True)
class Judgement:
    """A move that was judged, and what follows.

    A right move that does not yet complete a win has a *reply*, the best there is. A wrong move has
    a *refutation*: the best moves of both until the other side has its line, or the one move that
    spoils the win. *value* is what the move is worth to the side that made it. *plies* count from
    before the move until the line, or are a bound; *best_plies* are those of the fastest move.
    *right* are all moves that are proven to keep the position's value.
    """

    verdict: MoveVerdict
    value: Value | None
    plies: int | None
    best_plies: int | None
    is_fastest: bool = False
    reply: Cell | None = None
    refutation: tuple[Cell, ...] = ()
    right: tuple[Cell, ...] = ()


def answer(
    *,
    position: Position,
    cell: Cell,
    value: Value,
    user_id: int | None,
    address: str,
    by_threats: bool = False,
) -> Judgement:
    """Judge *cell*, a user's answer to *position*, which is worth *value*; wait for the verdict.

    *by_threats* says that only threats prove that value. A move that is legal counts for the user,
    if there is one, and for the *address*.
    Raises IllegalMove (cell_taken, no_such_cell), TooFast or GameError (too_busy).
    """
    position.play(cell)
    judging = judge_by_threats if by_threats else judge
    return find_out(
        lambda: judging(position, cell, value),
        ruleset=position.ruleset,
        user_id=user_id,
        address=address,
    )


def find_out(
    question: Callable[[], Awaitable[R]], *, ruleset: Ruleset, user_id: int | None, address: str
) -> R:
    """Count one *question* about a board, and wait for the engine's answer to it.

    Raises TooFast, and what the question raises.
    """
    count_move(ruleset=ruleset, user_id=user_id, address=address)
    close_old_connections()  # to the pool: others need it while the engine thinks
    return async_to_sync(_without_place)(question)


async def _without_place(question: Callable[[], Awaitable[R]]) -> R:
    async with without_place():
        return await question()


def count_move(*, ruleset: Ruleset, user_id: int | None, address: str) -> None:
    """Count a move on a board for the user and the address. Raises TooFast."""
    if ruleset.cells <= CELLS_AT_ONCE:
        each, of_address = limits.ANSWERS, limits.ANSWERS_OF_ADDRESS
    else:
        each, of_address = limits.SEARCHED_ANSWERS, limits.SEARCHED_ANSWERS_OF_ADDRESS
    if user_id is None:  # a whole class may be behind the address
        limits.enter((of_address, address))
    else:
        limits.enter_asker(f"user:{user_id}", address, each=each, of_address=of_address)


async def judge(position: Position, cell: Cell, value: Value) -> Judgement:
    """Judge *cell* in *position*, which is not over and is worth *value* to its side to move.

    Raises IllegalMove (cell_taken, no_such_cell) or GameError (too_busy).
    """
    after = position.play(cell)  # refused before anybody searches
    found = judge_by(await worths_of(position), cell, value)
    if found.verdict is MoveVerdict.WRONG:
        line = () if after.is_over else await best_line(after)
        return replace(found, refutation=line)
    if found.verdict is MoveVerdict.RIGHT and value is Value.WIN and not after.is_over:
        return replace(found, reply=best_reply(await worths_of(after)))
    return found


async def judge_by_threats(position: Position, cell: Cell, value: Value) -> Judgement:
    """Judge *cell*, which is free, as `judge` does, by threats alone.

    A *value* of DRAW means that all moves but one are proven to lose. Raises GameError("too_busy").
    """
    return await thinking.study(
        lambda seconds: judged_by_threats(position, cell, value, Limits(seconds=seconds)),
        SECONDS_OF_THREATS,
    )


def judged_by_threats(
    position: Position, cell: Cell, value: Value, limits: Limits = NO_LIMITS
) -> Judgement:
    """Return the verdict on *cell* by threats, which are searched as far as *limits* allow."""
    from games.engine.analysis.threat_moves import ThreatJudge  # loads the compiler
    from games.engine.kernels.watchdog import watched

    with watched(limits) as stop:
        judge = ThreatJudge(position, stop)
        won = judge.wins(cell) if value is Value.WIN else None
        if won and won.is_proven:
            reply = won.line[0] if won.line else None
            return Judgement(MoveVerdict.RIGHT, Value.WIN, won.plies, None, reply=reply)
        lost = judge.loses(cell)
    if lost.is_proven:
        return Judgement(MoveVerdict.WRONG, Value.LOSS, lost.plies, None, refutation=lost.line)
    if won is None:
        verdict = MoveVerdict.RIGHT if lost.has_tried_all else MoveVerdict.OPEN
        return Judgement(verdict, None, None, None)
    if won.has_tried_all:
        return Judgement(MoveVerdict.WRONG, None, None, None, refutation=won.line)
    return Judgement(MoveVerdict.OPEN, None, None, None)


def judge_by(analysis: Analysis, cell: Cell, value: Value) -> Judgement:
    """Return the verdict on *cell* by the *analysis* of all moves.

    Raises IllegalMove (cell_taken, no_such_cell).
    """
    move = analysis.of(cell)
    if move.value is None:
        verdict = MoveVerdict.OPEN
    else:
        verdict = MoveVerdict.RIGHT if move.value >= value else MoveVerdict.WRONG
    best = max(analysis.moves, key=lambda each: each.rank)
    is_fastest = verdict is MoveVerdict.RIGHT and (value is Value.DRAW or move.rank == best.rank)
    return Judgement(
        verdict,
        move.value,
        move.plies or move.within,
        best.plies or best.within,
        is_fastest,
        right=right_cells(analysis, value),
    )


def right_cells(analysis: Analysis, value: Value) -> tuple[Cell, ...]:
    """Return all moves that are proven to be worth *value* or more."""
    moves = analysis.moves
    return tuple(each.cell for each in moves if each.value is not None and each.value >= value)


def best_reply(analysis: Analysis) -> Cell:
    """Return the move that loses latest; of several the one that looks best, always the same."""
    estimates = {move.cell: move.estimate for move in analysis.moves}
    return max(analysis.best, key=lambda cell: (estimates[cell], -cell))


async def worths_of(position: Position) -> Analysis:
    """Return what each move of *position* is worth, from the store of proofs or by a search.

    Raises GameError("too_busy").
    """
    return await studies.aknown_analysis(position) or await studies.study(position)


async def best_line(position: Position) -> tuple[Cell, ...]:
    """Return the best moves of both from *position*, which is not over, to the line.

    In a draw that is one move, and none if nothing is proven in time. Raises GameError("too_busy").
    """
    return await thinking.study(lambda seconds: _best_line(position, seconds), SECONDS_A_LINE)


async def line_by_threats(position: Position, value: Value) -> tuple[Cell, ...]:
    """Return the moves of a win by threats or, for a *value* of DRAW, the one that does not lose.

    Empty if it is not found in time. Raises GameError("too_busy").
    """
    return await thinking.study(
        lambda seconds: _line_by_threats(position, value, seconds), SECONDS_OF_THREATS
    )


def _line_by_threats(position: Position, value: Value, seconds: float) -> tuple[Cell, ...]:
    from games.engine.kernels.watchdog import watched  # loads the compiler
    from games.engine.puzzles.lone_moves import lone_move
    from games.engine.search.threats import win_by_threats

    limits = Limits(seconds=seconds)
    if value is Value.WIN:
        won = win_by_threats(position, limits)
        return won.line if won else ()
    with watched(limits) as stop:
        found = lone_move(position, stop)
    return (found.cell,) if found and found.plies is None else ()


def _best_line(position: Position, seconds: float) -> tuple[Cell, ...]:
    from games.engine.search.proof import solve  # loads the compiler
    from games.engine.search.strong import forced_line

    proof = solve(position, Limits(seconds=seconds))
    if proof.value is Value.DRAW:
        return proof.line[:1]
    if proof.line:
        return proof.line
    return _to_the_end(position, forced_line(position, Limits(seconds=seconds)))


def _to_the_end(position: Position, line: tuple[Cell, ...]) -> tuple[Cell, ...]:
    """Return the moves of *line*; if they end with two threats, also the two that end the game."""
    for cell in line:
        position = position.play(cell)
    if not line or position.is_over:
        return line
    stopped, *others = blocking_cells(position)
    after = position.play(stopped)
    return (*line, stopped, winning_cells(after)[0]) if others else line
