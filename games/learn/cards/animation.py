"""A game as a picture (SVG) and move by move (GIF), from the one description of shapes.

    svg = picture_of(found)
    gif = animation_of(found)

A GIF takes three drawings, however long the game is: the empty board, all marks, and the end with
its line. The frame of a move is its cell, cut out of the second drawing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.template.loader import render_to_string
from resvg_py import svg_to_bytes

from games.board import drawing
from games.core.rules import Cell, Mark, Ruleset
from games.learn.cards.picture import PENS
from games.learn.review.queries import ReviewedGame

if TYPE_CHECKING:
    from games.learn.cards.pixels import Pixels

# Pixels of the board's longer side at most, without the margin. A cell has a whole number of them.
MAX_SIDE = 420
# How long frames stay, in hundredths of a second:
A_MOVE, SHORTEST = 70, 20  # a move usually, and at least
LONGEST = 4_000  # all moves together, unless SHORTEST makes it more
AT_THE_START, AT_THE_END = 60, 300


def picture_of(found: ReviewedGame) -> str:
    """Return the end of a game as an SVG file."""
    game = found.game
    return _svg(game.ruleset, Mark(game.first), found.cells, found.line)


def animation_of(found: ReviewedGame) -> bytes:
    """Return a game from the empty board to its end as a GIF."""
    # These load numpy, which little else here needs.
    from games.learn.cards.gif import GifFrame, gif_of
    from games.learn.cards.pixels import pixels_of

    def pixels(svg: str) -> Pixels:
        return pixels_of(bytes(svg_to_bytes(svg_string=svg, skip_system_fonts=True)))

    game, cells = found.game, found.cells
    ruleset, first = game.ruleset, Mark(game.first)
    side = MAX_SIDE // max(ruleset.m, ruleset.n)
    margin = _margin(side)
    moves, end = (pixels(_svg(ruleset, first, cells, line, side)) for line in ((), found.line))
    stay = max(SHORTEST, min(A_MOVE, LONGEST // max(1, len(cells))))
    frames = [GifFrame(0, 0, pixels(_svg(ruleset, first, (), (), side)), AT_THE_START)]
    for cell in cells:
        row, column = divmod(cell, ruleset.m)
        left, top = margin + column * side, margin + row * side
        mark = moves[top : top + side, left : left + side]
        frames.append(GifFrame(left, top, mark, stay))
    return gif_of([*frames, GifFrame(0, 0, end, AT_THE_END)])


def _svg(
    ruleset: Ruleset,
    first: Mark,
    cells: tuple[Cell, ...],
    line: tuple[Cell, ...],
    side: int = 0,
) -> str:
    """Return a board with a margin; its cells are *side* pixels wide, or UNIT if *side* is 0."""
    unit = drawing.UNIT
    side = side or unit
    margin = _margin(side) * unit / side
    width, height = (count * unit + 2 * margin for count in (ruleset.m, ruleset.n))
    own = {mark: cells[0 if mark == first else 1 :: 2] for mark in Mark}
    context = {
        # As texts: a template would write numbers as its reader's language does.
        "left": f"{-margin:.3f}",
        "width": f"{width:.3f}",
        "height": f"{height:.3f}",
        "shown_width": ruleset.m * side + 2 * _margin(side),
        "shown_height": ruleset.n * side + 2 * _margin(side),
        "lines": drawing.board_lines(ruleset),
        "band": drawing.band(ruleset, line) if line else "",
        "pens": [(PENS[mark], drawing.marks_on(ruleset, mark, own[mark])) for mark in Mark],
    }
    return render_to_string("learn/cards/board.svg", context)


def _margin(side: int) -> int:
    return side // 5
