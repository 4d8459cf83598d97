"""Games as a CSV file, which is streamed and so can hold any number of them."""

from __future__ import annotations

import csv
from collections.abc import AsyncIterator
from datetime import datetime
from io import StringIO
from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, StreamingHttpResponse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.core.notation import moves_text
from games.core.plain_text import safe_cell
from games.core.rules import Mark
from games.models import Game, GameQuerySet

CHUNK = 200  # games in memory at a time
COLUMNS = (
    "uid",
    "columns",
    "rows",
    "in_a_row",
    "opponent",
    "level",
    "x",
    "o",
    "first",
    "clock",
    "status",
    "outcome",
    "termination",
    "plies",
    "created",
    "started",
    "ended",
    "flagged",
    "moves",
)


@admin.action(description=_("Export as CSV"), permissions=["view"])
def export_csv(
    model_admin: admin.ModelAdmin[Any], request: HttpRequest, games: QuerySet[Game]
) -> StreamingHttpResponse:
    """Return the chosen games with their moves, one a line; times are ISO 8601, UTC."""
    assert isinstance(games, GameQuerySet)  # as all that its manager makes
    day = timezone.now().date().isoformat()
    return StreamingHttpResponse(
        _lines(games),
        content_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="games-{day}.csv"'},
    )


async def _lines(games: GameQuerySet) -> AsyncIterator[str]:
    yield _line(COLUMNS)
    ordered = games.with_players().prefetch_related("moves").order_by("-pk")
    page = ordered
    # By keys, so that no query stays open for as long as somebody reads the file.
    while chunk := [game async for game in page[:CHUNK]]:
        yield "".join(_line(_cells(game)) for game in chunk)
        page = ordered.filter(pk__lt=chunk[-1].pk)


def _line(cells: tuple[str, ...]) -> str:
    text = StringIO()
    csv.writer(text).writerow([safe_cell(cell) for cell in cells])
    return text.getvalue()


def _cells(game: Game) -> tuple[str, ...]:
    return (
        game.uid,
        str(game.m),
        str(game.n),
        str(game.k),
        game.opponent,
        game.level,
        game.seat_label(Mark.X),
        game.seat_label(Mark.O),
        game.first,
        game.control,
        game.status,
        game.outcome,
        game.termination,
        str(game.ply),
        _time(game.created_at),
        _time(game.started_at),
        _time(game.ended_at),
        "yes" if game.flagged else "no",
        moves_text(game.ruleset, [move.cell for move in game.moves.all()]),
    )


def _time(at: datetime | None) -> str:
    return at.isoformat(timespec="seconds") if at else ""
