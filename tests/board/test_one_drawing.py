"""Server and scripts draw the same, to the character."""

from __future__ import annotations

import json
import os
import re
import subprocess
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.template.loader import render_to_string
from msgspec.structs import asdict

from accounts.handwriting import path_of
from games.board.looks import HandLook, Looks
from games.board.plain import PlainBoard
from games.board.shapes import is_by_hand
from games.board.tags import glyph, live_thumbnail
from games.core.rules import Cell, Mark, Position, Ruleset
from games.play.watch.queries import LiveGame, LiveSeat
from games.protocol.messages import MarkLook

SCRIPT = Path(__file__).with_name("one_drawing.mjs")
SIZES = [(3, 3), (3, 5), (4, 3), (5, 5), (5, 6), (8, 3), (7, 9), (15, 15), (19, 19)]
GAMES_OF_A_SIZE = 6
STROKES = 200
LOOKS = [
    MarkLook("", ""),
    MarkLook("", "#c0561a"),
    MarkLook("<", "#173bb4"),
    MarkLook("♞", ""),
    MarkLook("&'", '"'),
    HandLook("", "", ("M20 20L80 80", "M80 21L40 50Q30 60 20 80L20 80")),
]


@pytest.mark.node
def test_the_scripts_draw_generated_boards_as_the_server_does(tmp_path: Path) -> None:
    random = Random(11)
    boards = [_board(Ruleset(m, n, 3), random) for m, n in SIZES for _ in range(GAMES_OF_A_SIZE)]
    looks = [
        {
            "look": asdict(look),
            "glyphs": {mark: glyph(mark, look.symbol, look.colour).strip() for mark in Mark},
        }
        for look in LOOKS
    ]
    strokes = [_stroke(random) for _ in range(STROKES)]
    hands = [{"stroke": stroke, "path": path_of(stroke)} for stroke in strokes]
    file = tmp_path / "cases.json"
    file.write_text(json.dumps({"boards": boards, "looks": looks, "hands": hands}))
    subprocess.run([os.environ["NODE"], str(SCRIPT), str(file)], check=True, timeout=60)


def _stroke(random: Random) -> list[tuple[int, int]]:
    return [(random.randint(0, 100), random.randint(0, 100)) for _ in range(random.randint(1, 20))]


def _board(ruleset: Ruleset, random: Random) -> dict[str, Any]:
    """A game that goes on, and all that the server draws of it."""
    moves = _moves(ruleset, random)
    first = random.choice([*Mark])
    looks = dict(zip(Mark, random.choices(LOOKS, k=2), strict=True))
    game = {"m": ruleset.m, "n": ruleset.n, "first": first, "moves": moves}
    return {
        "game": {**game, "looks": {mark: asdict(look) for mark, look in looks.items()}},
        "drawn": {
            "thumbnail": _thumbnail(ruleset, first, moves, looks),
            **_plain(PlainBoard(ruleset, first, moves, looks)),
        },
    }


def _moves(ruleset: Ruleset, random: Random) -> list[Cell]:
    """As many moves as a chance has it, without a line: none is drawn of a game that goes on."""
    cells = random.sample(range(ruleset.cells), ruleset.cells)
    position, moves = Position(ruleset), list[Cell]()
    for cell in cells[: random.randrange(ruleset.cells)]:
        following = position.play(cell)
        if not following.is_over:
            position = following
            moves.append(cell)
    return moves


def _thumbnail(ruleset: Ruleset, first: Mark, moves: list[Cell], looks: Looks) -> str:
    seats = {mark: LiveSeat("", "", look.symbol, look.colour) for mark, look in looks.items()}
    m, n, k = ruleset.m, ruleset.n, ruleset.k
    return live_thumbnail(LiveGame("", m, n, k, "none", "", first, moves, 0, seats)).strip()


def _plain(board: PlainBoard) -> dict[str, Any]:
    """The lines between the cells; and what is in them, where both draw that by hand."""
    text = render_to_string("board/_board_cells.html", {"board": board})
    lines = "".join(re.findall('<path class="board__line.*?/>', text))
    inside = re.findall("<svg viewBox=.*?<g.*?>(.*?)</g>", board.table)
    cells = sorted(board.moves) if is_by_hand(board.ruleset) else []
    marks = [
        board.first if board.moves.index(cell) % 2 == 0 else board.first.other for cell in cells
    ]
    drawn = zip(cells, marks, inside, strict=False)
    return {
        "lines": lines,
        "marks": [{"cell": cell, "mark": mark, "inside": text} for cell, mark, text in drawn],
    }
