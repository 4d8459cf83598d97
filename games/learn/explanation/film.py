"""The proof of a win as a row of boards: the best moves of both, and what is proven of others."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.core.notation import cell_name
from games.core.rules import Cell, Position
from games.engine.analysis.moves import Analysis
from games.engine.search.glance import passed, winning_cells
from games.engine.search.value import Value
from games.learn.explanation.services import Explanation
from games.learn.explanation.telling import Telling


@dataclass(frozen=True, slots=True)
class FilmFrame:
    """The board after a move: its name, what it does, and *line*, the moves up to it, as text."""

    name: str
    note: str
    line: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Film:
    """The frames, and a sentence each on the other first moves and the other replies."""

    frames: tuple[FilmFrame, ...]
    others: tuple[str, ...]


def film_of(
    found: Explanation, telling: Telling, line: tuple[Cell, ...], played: tuple[Cell, ...]
) -> Film | None:
    """Return the film of what was *found* after the moves *played*; None without a proven win.

    The last of *played* are the *line* that the visitor added.
    """
    if not found.line or found.analysis is None:
        return None
    frames, position = [], found.position
    for number, cell in enumerate(found.line, start=1):
        moves = found.line[:number]
        names = (cell_name(position.ruleset, each) for each in (*line, *moves))
        frames.append(
            FilmFrame(
                telling.move(cell, by_own=number % 2 == 1),
                _note(position, cell),
                "-".join(names),
                (*played, *moves),
            )
        )
        position = position.play(cell)
    return Film(tuple(frames), tuple(filter(None, _others(found, telling))))


def _note(before: Position, cell: Cell) -> str:
    """Return what the move at *cell* does, in a few words."""
    after = before.play(cell)
    if after.is_won:
        return _("completes the line")
    threats = winning_cells(passed(after))
    if len(threats) > 1:
        return _("two threats")
    if cell in winning_cells(passed(before)):
        return _("blocks")
    return _("a threat") if threats else _("quiet")


def _others(found: Explanation, telling: Telling) -> list[str]:
    """Return what is proven of the other first moves, and of the other replies to the first."""
    if found.analysis is None:
        return []
    told = [_first_moves(found.analysis, telling)]
    if found.replies is not None:
        told.append(_replies(found.replies, telling))
    return told


def _first_moves(analysis: Analysis, telling: Telling) -> str:
    others = len(analysis.moves) - 1
    other_wins = sum(move.value is Value.WIN for move in analysis.moves) - 1
    if not others:
        return ""
    told = ngettext(
        "%(n)d other first move of %(side)s", "%(n)d other first moves of %(side)s", others
    ) % {"n": others, "side": telling.own}
    if other_wins < 1:
        return _("%(moves)s: none is proven to win.") % {"moves": told}
    return ngettext(
        "%(moves)s: %(n)d is proven to win too.",
        "%(moves)s: %(n)d are proven to win too.",
        other_wins,
    ) % {"moves": told, "n": other_wins}


def _replies(analysis: Analysis, telling: Telling) -> str:
    """Say how many other replies lose: all of them, or the line would not be a proof."""
    others = len(analysis.moves) - 1
    if not others:
        return ""
    return ngettext(
        "%(n)d other reply of %(side)s: it loses too.",
        "%(n)d other replies of %(side)s: all lose too.",
        others,
    ) % {"n": others, "side": telling.other}
