"""What happened in a game, line by line: its moves and its log."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from accounts.models import User
from games.core.notation import cell_name
from games.core.rules import Cell, Mark, Ruleset
from games.models import Event, Game
from games.text.wording import seconds_text


@dataclass(frozen=True)
class MoveLine:
    number: int
    mark: str
    cell: str
    player: User
    at: datetime
    spent: str


def move_lines(game: Game) -> Iterator[MoveLine]:
    first = Mark(game.first)
    for move in game.moves.select_related("player").order_by("ply"):
        yield MoveLine(
            move.ply + 1,
            first.at(move.ply).upper(),
            _name(game.ruleset, move.cell),
            move.player,
            move.played_at,
            seconds_text(move.spent_ms),
        )


def events_with_details(game: Game) -> list[tuple[Event, list[tuple[str, str]]]]:
    """Return the log of *game*, oldest first, with the names and values of each entry."""
    events = game.events.select_related("actor").order_by("version")
    return [(event, list(details(event, game.ruleset))) for event in events]


def details(event: Event, ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    """Yield the names and values of a log entry's data, with cells and results in words."""
    if not isinstance(event.data, dict):  # a broken row, which the staff look into here
        yield "data", repr(event.data)
        return
    for key, value in event.data.items():
        if said := _value_text(key, value, ruleset):
            yield str(key), said


def _value_text(key: str, value: object, ruleset: Ruleset) -> str:
    match key, value:
        case "cell", int(cell):
            return _name(ruleset, cell)
        case "cells", list(cells):
            return ", ".join(_value_text("cell", cell, ruleset) for cell in cells)
        case _, list(values):
            return ", ".join(str(value) for value in values if value not in (None, ""))
        case _, {"outcome": outcome, "termination": termination}:
            return f"{outcome or _('no result')} ({termination or _('not over')})"
    return "" if value is None else str(value)


def _name(ruleset: Ruleset, cell: Cell) -> str:
    """Return the name of a cell; its number if a broken row has one off the board."""
    return cell_name(ruleset, cell) if 0 <= cell < ruleset.cells else str(cell)
