"""Trying a move of a reviewed game again: another cell, judged where it was played."""

from __future__ import annotations

from dataclasses import dataclass

from asgiref.sync import async_to_sync
from django.db import close_old_connections
from django.utils.translation import gettext as _

from games.core.errors import GameError
from games.core.notation import cell_name
from games.core.rules import Cell, Position
from games.engine.analysis.grades import Grades
from games.engine.analysis.labels import Code, MoveGrade
from games.engine.search.value import Proven, Value
from games.learn.proofs import studies
from games.learn.review.words import SENTENCES, length_text
from games.live.limits import POSITIONS, POSITIONS_OF_ADDRESS, enter_asker
from games.live.storage import database
from games.text.refusals import refusal
from games.text.wording import span
from tictactoe_site.common.page_place import without_place


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is said of the cell that was tried."""

    kind: str  # "right", "wrong", "open" (neither is proven) or "refused"
    text: str


def verdict_on(
    position: Position, cell: Cell, grades: Grades, *, asker: str, address: str
) -> Verdict:
    """Judge *cell*, tried in *position* of a game with these *grades*. Wait if that takes a search.

    A search counts for *asker*, a user or an address, and for the *address* a user comes from.
    """
    ply, before = position.ply, grades.evaluations[position.ply]
    value = None if before.value is None else Value(-before.value if ply % 2 else before.value)
    if value is Value.LOSS and cell in _longest(grades.moves[ply]):
        length = length_text(before.plies, before.within)
        return Verdict("right", str(SENTENCES[Code.RESISTS]).format(length=length))
    name = cell_name(position.ruleset, cell)
    try:
        after = position.play(cell)
        if cell == grades.moves[ply].cell:
            worth = _worth_of_played(grades, ply)
        elif after.is_over:
            worth = Proven(Value.WIN if after.is_won else Value.DRAW, 1 if after.is_won else None)
        else:
            close_old_connections()  # to the pool: others need it while the engine thinks
            worth = async_to_sync(_worth_after)(after, asker, address)
    except GameError as error:
        return Verdict("refused", refusal(error.code))
    if worth is None and value is Value.LOSS:
        # In a lost position every move loses, at the latest when the best one does.
        worth = Proven(Value.LOSS, within=before.plies or before.within)
    return _verdict(worth, name, had_win=value is Value.WIN)


def _longest(move: MoveGrade) -> set[Cell]:
    """Return the cells that last longest, if the review names one of them instead of *move*."""
    named = move.reason.numbers.get("best")
    return set() if named is None else {*move.best, named}


def _verdict(worth: Proven | None, name: str, *, had_win: bool) -> Verdict:
    if worth is None:
        if had_win:
            return Verdict("open", _("Nobody knows if %(cell)s wins.") % {"cell": name})
        text = _("%(cell)s holds, as far as the computer can tell.")
        return Verdict("right", text % {"cell": name})
    words = {"cell": name, "span": span(worth.plies, worth.within)}
    if worth.value is Value.WIN:
        return Verdict("right", _("%(cell)s wins %(span)s.") % words)
    if worth.value is Value.DRAW:
        kind = "wrong" if had_win else "right"
        return Verdict(kind, _("%(cell)s leads to a draw.") % words)
    return Verdict("wrong", _("%(cell)s loses %(span)s.") % words)


def _worth_of_played(grades: Grades, ply: int) -> Proven | None:
    """Return what is known of the move that was played."""
    value, after = grades.moves[ply].value, grades.evaluations[ply + 1]
    if value is None or after.value is None:
        return None if value is None else Proven(value)
    return Proven(Value(-value), after.plies, after.within).before_move()


async def _worth_after(after: Position, asker: str, address: str) -> Proven | None:
    """Return what the move that led to *after* is worth to the side that made it."""
    analysis = await studies.aknown_analysis(after)
    if analysis is None:
        await database.run(_count, asker, address)
        async with without_place():
            analysis = await studies.study(after)
    return analysis.proven.before_move() if analysis.proven else None


def _count(asker: str, address: str) -> None:
    enter_asker(asker, address, each=POSITIONS, of_address=POSITIONS_OF_ADDRESS)
