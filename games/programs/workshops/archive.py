"""Everything of a workshop as one file for its teacher, to keep when the class is over.

A ZIP of tables (CSV), the table as a picture (SVG), and the games with their moves (JSON): the
newest MAX_GAMES, which take some 2 MB.
"""

from __future__ import annotations

import csv
import json
import zipfile
from collections import defaultdict
from collections.abc import Iterator
from io import BytesIO, StringIO, TextIOWrapper
from typing import Any

from games.compete.round_robin.picture import svg_text
from games.compete.round_robin.table_file import BYTE_ORDER_MARK, csv_text
from games.core.notation import cell_name
from games.core.plain_text import safe_cell
from games.models import Game, Move, Workshop
from games.programs.workshops.results import cross_table, score_table

MAX_GAMES = 10_000
CHUNK = 100  # games in memory at once


def archive_of(workshop: Workshop) -> bytes:
    """Return the file."""
    made = BytesIO()
    folder = f"workshop-{workshop.code}"
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(f"{folder}/players.csv", _players(workshop))
        archive.writestr(f"{folder}/points.csv", _points(workshop))
        if table := cross_table(workshop):
            archive.writestr(f"{folder}/round-robin.csv", csv_text(table))
            archive.writestr(f"{folder}/round-robin.svg", svg_text(table, title=workshop.title))
        with archive.open(f"{folder}/games.json", "w") as binary:
            _write_games(workshop, TextIOWrapper(binary, "utf-8"))
    return made.getvalue()


def _players(workshop: Workshop) -> str:
    """Return who was there, the computer's levels included, with the verdict on each program."""
    rows = workshop.players.order_by("pk")
    return _table(
        ("name", "kind", "verdict", "shortest_loss", "removed"),
        (
            (
                safe_cell(player.name),
                "computer" if player.level else "player",
                player.verdict,
                player.loses_in or "",
                "yes" if player.is_removed else "",
            )
            for player in rows
        ),
    )


def _points(workshop: Workshop) -> str:
    return _table(
        ("name", "points", "games"),
        ((safe_cell(row.player.name), row.halves / 2, row.games) for row in score_table(workshop)),
    )


def _table(heading: tuple[str, ...], rows: Iterator[tuple[object, ...]]) -> str:
    text = StringIO()
    lines = csv.writer(text)
    lines.writerow(heading)
    lines.writerows(rows)
    return BYTE_ORDER_MARK + text.getvalue()


def _write_games(workshop: Workshop, text: TextIOWrapper) -> None:
    text.write("[")
    for number, game in enumerate(_games(workshop)):
        text.write(",\n" if number else "\n")
        json.dump(game, text, ensure_ascii=False)
    text.write("\n]\n")
    text.flush()
    text.detach()


def _games(workshop: Workshop) -> Iterator[dict[str, Any]]:
    """Yield the games that are over, the oldest first."""
    names: dict[int | None, str] = dict(workshop.players.values_list("user_id", "name"))
    over = workshop.games.filter(game__status=Game.Status.FINISHED)
    newest = list(over.order_by("-game_id").values_list("game_id", "counts")[:MAX_GAMES])
    counting = dict(newest)
    in_order = [number for number, _ in reversed(newest)]
    for start in range(0, len(in_order), CHUNK):
        ids = in_order[start : start + CHUNK]
        moves = defaultdict[int, list[int]](list)
        rows = Move.objects.filter(game__in=ids).order_by("game_id", "ply")
        for number, cell in rows.values_list("game_id", "cell"):
            moves[number].append(cell)
        for game in Game.objects.filter(pk__in=ids).order_by("pk"):
            yield {
                "game": game.uid,
                "board": [game.m, game.n, game.k],
                "x": names.get(game.x_player_id, ""),
                "o": names.get(game.o_player_id, ""),
                "first": game.first,
                "outcome": game.outcome,
                "termination": game.termination,
                "counts": counting[game.pk],
                "ended": game.ended_at and game.ended_at.isoformat(),
                "moves": [cell_name(game.ruleset, cell) for cell in moves[game.pk]],
            }
